/** Where a list is: subscription, resource group and what is below, each chosen by its name; the address has the choice. */

import { useState } from 'preact/hooks';
import { findKnownName, knownPaths } from '../known.ts';
import { cutMiddle } from '../logic/format.ts';
import type { Level } from '../logic/kind.ts';
import { listNames, type Names } from '../logic/known-paths.ts';
import { SelectField, TextField } from './field.tsx';

/** Returns the names with each level that is not given filled with the first that is known. */
export function fillNames(levels: readonly Level[], given: Names): Names {
  const names: Record<string, string> = {};
  for (const { type } of levels) {
    const key = type.toLowerCase();
    names[key] = given[key] ?? listNames(knownPaths.value, names, type)[0] ?? '';
  }
  return names;
}

export function isComplete(levels: readonly Level[], names: Names): boolean {
  return levels.every(({ type }) => (names[type.toLowerCase()] ?? '') !== '');
}

/** `/subscriptions/s/resourceGroups/g`. */
export function toScopePath(levels: readonly Level[], names: Names): string {
  return levels.map(({ type }) => `/${type}/${names[type.toLowerCase()] ?? ''}`).join('');
}

interface ScopeFieldsProps {
  readonly levels: readonly Level[];
  readonly names: Names;
  readonly onChange: (names: Names) => void;
}

export function ScopeFields({ levels, names, onChange }: ScopeFieldsProps) {
  return (
    <div class="scope">
      {levels.map(({ type, label }, index) => {
        const key = type.toLowerCase();
        const above = levels.slice(0, index).map((level) => level.type.toLowerCase());
        const within = Object.fromEntries(above.map((each) => [each, names[each] ?? '']));
        const choices = listNames(knownPaths.value, within, type);
        // What is below belongs to another one.
        const change = (id: string) => onChange(fillNames(levels, { ...within, [key]: id }));
        return <ChoiceField key={type} label={label} value={names[key] ?? ''} choices={choices} onChange={change} />;
      })}
    </div>
  );
}

interface ChoiceFieldProps {
  readonly label: string;
  readonly value: string;
  /** Ids; each is shown by its name. */
  readonly choices: readonly string[];
  readonly onChange: (id: string) => void;
  readonly toName?: (id: string) => string | undefined;
}

const OTHER = '…';

/** What is known by its name; anything else by its id. */
export function ChoiceField({ label, value, choices, onChange, toName = findKnownName }: ChoiceFieldProps) {
  const [isTyped, setTyped] = useState(choices.length === 0);
  const isKnown = choices.some((id) => id.toLowerCase() === value.toLowerCase());
  const ids = isKnown || value === '' ? choices : [value, ...choices];
  if (isTyped)
    return (
      <TextField
        label={label}
        value={value}
        placeholder="Name or id"
        onChange={(id) => {
          onChange(id.trim());
          setTyped(choices.length === 0);
        }}
      />
    );
  const options = ids.map((id) => [id, toName(id) ?? cutMiddle(id)] as const);
  return (
    <SelectField
      label={label}
      value={ids.find((id) => id.toLowerCase() === value.toLowerCase()) ?? ''}
      options={[...(value === '' ? [['', 'Choose…'] as const] : []), ...options, [OTHER, 'Enter another…']]}
      onChange={(id) => (id === OTHER ? setTyped(true) : onChange(id))}
    />
  );
}
