/** A resource by name: subscription, resource group, resource; or its whole id. */
import { useState } from 'preact/hooks';
import { knownPaths } from '../known.ts';
import { listResources } from '../logic/known-paths.ts';
import { parseResourceId, type Scope } from '../logic/resource-id.ts';
import { toResourceName, toResourceSource } from './known-source.ts';
import { Picker } from './picker.tsx';
import { defaultScope, ResourceFields } from './resource-fields.tsx';

interface ResourcePickerProps {
  /** Id of the resource; empty if none is picked. */
  readonly value: string;
  readonly onChange: (id: string) => void;
}

export function ResourcePicker({ value, onChange }: ResourcePickerProps) {
  const [chosen, setChosen] = useState<Scope>(defaultScope);
  const scope = parseResourceId(value) ?? chosen;
  const change = (next: Scope) => {
    setChosen(next);
    onChange(findFirst(next));
  };
  return (
    <>
      <ResourceFields scope={scope} onChange={change} />
      <Picker
        label="Resource"
        value={value}
        source={toResourceSource(scope)}
        isId={isResourceId}
        toName={toResourceName}
        onChange={(id) => {
          setChosen(scope);
          onChange(id);
        }}
      />
    </>
  );
}

function isResourceId(text: string): boolean {
  return parseResourceId(text) !== undefined;
}

function findFirst({ subscriptionId, resourceGroupName }: Scope): string {
  const within = { subscriptions: subscriptionId, resourcegroups: resourceGroupName };
  return listResources(knownPaths.value, within).find(({ id }) => isResourceId(id))?.id ?? '';
}

/** Returns the first known resource; empty if none is known. */
export function defaultResource(): string {
  return findFirst(defaultScope());
}
