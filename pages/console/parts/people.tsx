import { people } from '../control.ts';

interface PeopleProps {
  /** Who is signed in, and not offered. */
  readonly username?: string;
  readonly isDisabled?: boolean;
  readonly onSelect: (username: string) => void;
}

/** The sample users of the local stack, to sign in as. */
export function People({ username, isDisabled = false, onSelect }: PeopleProps) {
  return people.value
    .filter((person) => person.username !== username)
    .map((person) => (
      <button key={person.id} type="button" disabled={isDisabled} onClick={() => onSelect(person.username)}>
        <span class="avatar" aria-hidden="true">
          {person.name.charAt(0)}
        </span>
        <span>
          <strong>{person.name}</strong>
          <small class="muted">{person.purpose}</small>
        </span>
      </button>
    ));
}
