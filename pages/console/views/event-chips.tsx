import type { HealthEvent } from '../../../client/src/index.ts';
import { toLevel, toPhase } from '../logic/events.ts';
import type { Tone } from '../logic/kind.ts';
import { Chip } from '../parts/chip.tsx';
import type { IconName } from '../parts/icon.tsx';

const LOOKS: Readonly<Record<string, [Tone, IconName]>> = {
  Critical: ['critical', 'critical'],
  Error: ['error', 'error'],
  Warning: ['warning', 'warning'],
};

interface EventChipProps {
  readonly event: HealthEvent;
  readonly now: number;
}

/** The severity; of what is over, without its colour. */
export function LevelChip({ event, now }: EventChipProps) {
  const level = toLevel(event);
  const [tone, icon] = LOOKS[level] ?? ['info', 'informational'];
  return (
    <Chip tone={toPhase(event, now) === 'resolved' ? 'plain' : tone} icon={icon}>
      {level}
    </Chip>
  );
}

export function PhaseChip({ event, now }: EventChipProps) {
  const phase = toPhase(event, now);
  const tones = { active: 'accent', planned: 'info', resolved: 'plain' } as const;
  return <Chip tone={tones[phase]}>{phase.charAt(0).toUpperCase() + phase.slice(1)}</Chip>;
}
