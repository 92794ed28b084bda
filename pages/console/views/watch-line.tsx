import { formatAge, formatTime } from '../logic/format.ts';
import { Icon } from '../parts/icon.tsx';
import { useNow } from '../parts/use-now.ts';
import type { EventWatch } from './use-event-watch.ts';

interface WatchLineProps {
  readonly watch: Partial<Pick<EventWatch, 'checkedAt' | 'problem' | 'hasEnded'>>;
  readonly isOn: boolean;
  readonly onSwitch: (isOn: boolean) => void;
}

/** Says how old the list is, and pauses its updates. */
export function WatchLine({ watch: { checkedAt, problem, hasEnded }, isOn, onSwitch }: WatchLineProps) {
  const now = useNow(1000);
  return (
    <div class="watch-line">
      <span>
        {checkedAt === undefined ? (
          'Not read yet'
        ) : (
          <span title={formatTime(new Date(checkedAt).toISOString())}>Updated {formatAge(now - checkedAt)}</span>
        )}
        {problem !== undefined && (
          <span class="watch-problem">
            {' · '}
            <Icon name="warning" />
            {hasEnded ? 'No more updates' : 'The last check failed'}: {problem}
          </span>
        )}
      </span>
      <button type="button" role="switch" class="switch" aria-checked={isOn} onClick={() => onSwitch(!isOn)}>
        <span aria-hidden="true" /> Live updates
      </button>
    </div>
  );
}
