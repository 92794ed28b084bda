import { formatAge } from '../logic/format.ts';
import { Icon } from '../parts/icon.tsx';
import { useNow } from '../parts/use-now.ts';
import type { EventWatch } from './use-event-watch.ts';

interface WatchLineProps {
  readonly watch: Pick<EventWatch, 'checkedAt' | 'problem' | 'hasEnded'>;
  readonly isOn: boolean;
  readonly onSwitch: (isOn: boolean) => void;
}

/** Says how old the list is, and pauses its updates. */
export function WatchLine({ watch: { checkedAt, problem, hasEnded }, isOn, onSwitch }: WatchLineProps) {
  const now = useNow(1000);
  const age = formatAge(now - checkedAt);
  return (
    <div class="watch-line">
      {problem === undefined ? (
        <span>Updated {age}</span>
      ) : (
        <span class="watch-problem">
          <Icon name="warning" />
          {hasEnded ? 'No longer updated' : 'Not updated'} since {age.replace(/ ago$/, '')}: {problem}
        </span>
      )}
      <button type="button" role="switch" class="switch" aria-checked={isOn} onClick={() => onSwitch(!isOn)}>
        <span aria-hidden="true" /> Live updates
      </button>
    </div>
  );
}
