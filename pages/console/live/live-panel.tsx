/** Panel with the current requests and the faults: beside the page, or over it where there is no room. */
import { signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { clearFaults, faults, isConnected } from '../control.ts';
import { Announcer, announce } from '../parts/announce.tsx';
import { useStored } from '../parts/hooks.ts';
import { Icon } from '../parts/values.tsx';
import { route } from '../router.ts';
import { Faults } from './faults.tsx';
import { Requests } from './requests.tsx';

interface LivePanelProps {
  /** Id of the current view. */
  readonly view: string;
  readonly isDocked: boolean;
  readonly onClose: () => void;
}

export function LivePanel({ view, isDocked, onClose }: LivePanelProps) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => ref.current?.showModal(), [isDocked]);
  if (isDocked)
    return (
      <aside class="live" aria-label="Live">
        <Content view={view} onClose={onClose} />
      </aside>
    );
  return (
    <dialog ref={ref} class="live drawer" aria-label="Live" onClose={onClose}>
      <Content view={view} onClose={() => ref.current?.close()} />
      <Announcer />
    </dialog>
  );
}

function Content({ view, onClose }: Omit<LivePanelProps, 'isDocked'>) {
  const [hasFaults, setFaults] = useState(false);
  const count = faults.value.length;
  return (
    <>
      <header>
        <button type="button" class="small" aria-pressed={!hasFaults} onClick={() => setFaults(false)}>
          Requests
        </button>
        <button type="button" class="small" aria-pressed={hasFaults} onClick={() => setFaults(true)}>
          Faults{count > 0 && ` (${count})`}
        </button>
        {isConnected.value && <span class="muted">of all clients</span>}
        <span class="spacer" />
        <button type="button" class="ghost small" onClick={onClose} aria-label="Close the live panel">
          <Icon name="close" />
        </button>
      </header>
      <div class="live-body">{hasFaults ? <Faults view={view} /> : <Requests />}</div>
    </>
  );
}

/** Whether there is room beside the page. */
const room = matchMedia('(min-width: 1280px)');
const isRoomy = signal(room.matches);
room.addEventListener('change', () => {
  isRoomy.value = room.matches;
});

/** Where the live panel is: beside the page, which this tab remembers, or over it as a drawer where there is no room. */
export function useLivePanel() {
  const isDocked = isRoomy.value;
  const [isDockOpen, setDockOpen] = useStored('live.open', true);
  const isLinked = route.value.query['request'] !== undefined;
  const [isDrawerOpen, setDrawerOpen] = useState(isLinked);
  useEffect(() => setDrawerOpen(isLinked), [isDocked]);
  useEffect(() => {
    if (!isLinked) return;
    setDrawerOpen(true);
    setDockOpen(true);
  }, [isLinked]);
  return isDocked
    ? { isDocked, isOpen: isDockOpen, setOpen: setDockOpen }
    : { isDocked, isOpen: isDrawerOpen, setOpen: setDrawerOpen };
}

/** Warns on every view while faults are active. */
export function FaultBanner() {
  if (faults.value.length === 0) return null;
  const count = faults.value.length;
  return (
    <div class="banner actions" role="status">
      <Icon name="warning" />
      <span>
        <strong>Faults are active.</strong> {count === 1 ? 'One rule makes' : `${count} rules make`} the local services
        fail.
      </span>
      <button
        type="button"
        onClick={() => {
          void clearFaults();
          announce('Faults cleared.');
        }}
      >
        Clear
      </button>
    </div>
  );
}
