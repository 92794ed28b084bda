import { type Change, formatValue } from '../logic/changes.ts';

export interface ChangeListProps {
  readonly changes: readonly Change[];
  /** Before the value that was, and the one that is: `you saw`, `now it is`. */
  readonly from: string;
  readonly to: string;
}

export function ChangeList({ changes, from, to }: ChangeListProps) {
  return (
    <ul class="bullets">
      {changes.map(({ path, before, after }) => (
        <li key={path}>
          <code>{path}</code> {from} <code>{formatValue(before)}</code>, {to} <code>{formatValue(after)}</code>
        </li>
      ))}
    </ul>
  );
}
