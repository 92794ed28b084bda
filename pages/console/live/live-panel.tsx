import { useId, useState } from 'preact/hooks';
import { faults, isConnected } from '../control.ts';
import { Icon } from '../parts/icon.tsx';
import { Faults } from './faults.tsx';
import { Requests } from './requests.tsx';

type Tab = 'requests' | 'faults';

/** What goes on beside the work: requests as they come, and knobs to make them fail. */
export function LivePanel({ onClose }: { readonly onClose: () => void }) {
  const [tab, setTab] = useState<Tab>('requests');
  const id = useId();
  const tabs: readonly (readonly [Tab, string])[] = [
    ['requests', 'Requests'],
    ['faults', faults.value.length > 0 ? `Faults (${faults.value.length})` : 'Faults'],
  ];
  const move = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    const other = tab === 'requests' ? 'faults' : 'requests';
    setTab(other);
    document.getElementById(`${id}-${other}`)?.focus();
  };
  return (
    <aside class="live" aria-label="Live">
      <header>
        <div role="tablist" aria-label="Live" onKeyDown={move}>
          {tabs.map(([name, text]) => (
            <button
              key={name}
              id={`${id}-${name}`}
              type="button"
              role="tab"
              aria-selected={tab === name}
              aria-controls={`${id}-panel`}
              tabIndex={tab === name ? 0 : -1}
              onClick={() => setTab(name)}
            >
              {text}
            </button>
          ))}
        </div>
        {isConnected.value && (
          <span class="live-dot">
            <i aria-hidden="true" /> live
          </span>
        )}
        <button type="button" class="ghost small" onClick={onClose} aria-label="Close the live panel">
          <Icon name="close" />
        </button>
      </header>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${tab}`} class="live-body">
        {tab === 'requests' ? <Requests /> : <Faults />}
      </div>
    </aside>
  );
}
