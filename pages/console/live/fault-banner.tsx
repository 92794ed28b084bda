import { useConsole } from '../context.ts';
import { clearFaults, faults } from '../control.ts';
import { announce } from '../parts/announce.tsx';
import { Icon } from '../parts/icon.tsx';

/** Warns on every view while faults are active. */
export function FaultBanner() {
  const { config } = useConsole();
  if (faults.value.length === 0) return null;
  const count = faults.value.length;
  return (
    <div class="fault-banner" role="status">
      <Icon name="warning" />
      <span>
        <strong>Faults are active.</strong> {count === 1 ? 'One rule makes' : `${count} rules make`} the local services
        fail.
      </span>
      <button
        type="button"
        onClick={() => {
          void clearFaults(config);
          announce('Faults cleared.');
        }}
      >
        Clear
      </button>
    </div>
  );
}
