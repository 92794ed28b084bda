import { useConsole } from '../context.ts';
import { clearFaults, faults, isConnected } from '../control.ts';
import { describeFault, UPSTREAMS } from '../live/fault-kinds.ts';
import { announce } from '../parts/announce.tsx';
import { Icon } from '../parts/icon.tsx';
import { Tile } from '../parts/tile.tsx';

/** The faults of the local stack; nothing where there is none. */
export function FaultsTile() {
  const { config } = useConsole();
  if (isConnected.value === undefined) return null;
  if (!isConnected.value)
    return (
      <Tile title="Faults">
        <p class="tile-none">
          <Icon name="warning" /> The local stack does not respond.
        </p>
      </Tile>
    );
  const clear = () => {
    void clearFaults(config);
    announce('Faults cleared.');
  };
  return (
    <Tile title="Faults" note={faults.value.length > 0 && <span class="tile-count">{faults.value.length}</span>}>
      {faults.value.length === 0 ? (
        <p class="tile-none">
          <Icon name="ok" /> None: the local upstreams work. The live panel injects some.
        </p>
      ) : (
        <>
          <ul class="tile-rows">
            {faults.value.map((rule, index) => (
              // Equal rules differ only in their position.
              <li key={index}>
                <span class="tile-what">
                  <strong>{describeFault(rule)}</strong>
                  <small class="muted">{UPSTREAMS.find(([value]) => value === (rule.api ?? ''))?.[1]}</small>
                </span>
                <small class="muted">{rule.times > 1000 ? 'until cleared' : `${rule.times} left`}</small>
              </li>
            ))}
          </ul>
          <button type="button" class="small" onClick={clear}>
            <Icon name="close" /> Clear all faults
          </button>
        </>
      )}
    </Tile>
  );
}
