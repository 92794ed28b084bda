import { useEffect, useState } from 'preact/hooks';
import { useMedia } from '../parts/use-media.ts';
import { useStored } from '../parts/use-stored.ts';

/** Where the live panel is: beside the page, which this tab remembers, or over it as a drawer where there is no room. */
export function useLivePanel() {
  const isDocked = useMedia('(min-width: 1280px)');
  const [isDockOpen, setDockOpen] = useStored('live.open', true);
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  useEffect(() => setDrawerOpen(false), [isDocked]);
  return isDocked
    ? { isDocked, isOpen: isDockOpen, setOpen: setDockOpen }
    : { isDocked, isOpen: isDrawerOpen, setOpen: setDrawerOpen };
}
