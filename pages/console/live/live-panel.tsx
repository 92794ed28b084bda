import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { faults, isConnected } from '../control.ts';
import { Announcer } from '../parts/announce.tsx';
import { Icon } from '../parts/icon.tsx';
import { Faults } from './faults.tsx';
import { Requests } from './requests.tsx';

type Tab = 'requests' | 'faults';

interface LivePanelProps {
  /** Id of the current view. */
  readonly view: string;
  /** Beside the page, not over it. */
  readonly isDocked: boolean;
  readonly onClose: () => void;
}

/** Panel with the current requests and the faults. */
export function LivePanel({ view, isDocked, onClose }: LivePanelProps) {
  if (!isDocked) return <Drawer onClose={onClose}>{(close) => <LiveContent view={view} onClose={close} />}</Drawer>;
  return (
    <aside class="live" aria-label="Live">
      <LiveContent view={view} onClose={onClose} />
    </aside>
  );
}

interface DrawerProps {
  readonly onClose: () => void;
  readonly children: (close: () => void) => ComponentChildren;
}

/** Over the right of the page, which is inert meanwhile. Escape and a click beside it close it. */
function Drawer({ onClose, children }: DrawerProps) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => ref.current?.showModal(), []);
  const close = () => ref.current?.close();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it too.
    <dialog
      ref={ref}
      class="live drawer"
      aria-label="Live"
      onClose={onClose}
      onClick={(event) => event.target === ref.current && close()}
    >
      {children(close)}
      <Announcer />
    </dialog>
  );
}

function LiveContent({ view, onClose }: Omit<LivePanelProps, 'isDocked'>) {
  const [tab, setTab] = useState<Tab>('requests');
  const id = useId();
  return (
    <>
      <header>
        <Tabs id={id} selected={tab} onSelect={setTab} />
        {isConnected.value && (
          <span class="live-dot">
            <i aria-hidden="true" /> live
          </span>
        )}
        <button type="button" class="ghost small" onClick={onClose} aria-label="Close the live panel">
          <Icon name="close" />
        </button>
      </header>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${tab}`} class={`live-body live-${tab}`}>
        {tab === 'requests' ? <Requests /> : <Faults view={view} />}
      </div>
    </>
  );
}

interface TabsProps {
  readonly id: string;
  readonly selected: Tab;
  readonly onSelect: (tab: Tab) => void;
}

function Tabs({ id, selected, onSelect }: TabsProps) {
  const tabs: readonly (readonly [Tab, string])[] = [
    ['requests', 'Requests'],
    ['faults', faults.value.length > 0 ? `Faults (${faults.value.length})` : 'Faults'],
  ];
  const move = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    const other = selected === 'requests' ? 'faults' : 'requests';
    onSelect(other);
    document.getElementById(`${id}-${other}`)?.focus();
  };
  return (
    <div role="tablist" aria-label="Live" onKeyDown={move}>
      {tabs.map(([name, text]) => (
        <button
          key={name}
          id={`${id}-${name}`}
          type="button"
          role="tab"
          aria-selected={selected === name}
          aria-controls={`${id}-panel`}
          tabIndex={selected === name ? 0 : -1}
          onClick={() => onSelect(name)}
        >
          {text}
        </button>
      ))}
    </div>
  );
}
