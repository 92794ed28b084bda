import { samples } from '../control.ts';
import type { Scope } from '../logic/resource-id.ts';
import { TextField } from './field.tsx';

interface ResourceFieldsProps {
  readonly scope: Scope;
  readonly onChange: (scope: Scope) => void;
}

/** Subscription and resource group. */
export function ResourceFields({ scope, onChange }: ResourceFieldsProps) {
  return (
    <>
      <TextField
        label="Subscription"
        mono
        value={scope.subscriptionId}
        choices={samples.value.subscriptions}
        onInput={(subscriptionId) => onChange({ ...scope, subscriptionId })}
      />
      <TextField
        label="Resource group"
        mono
        value={scope.resourceGroupName}
        onInput={(resourceGroupName) => onChange({ ...scope, resourceGroupName })}
      />
    </>
  );
}

/** Returns the first subscription and resource group of the local stack. */
export function defaultScope(): Scope {
  const { subscriptions, resourceGroup } = samples.value;
  return { subscriptionId: subscriptions[0]?.id ?? '', resourceGroupName: resourceGroup };
}
