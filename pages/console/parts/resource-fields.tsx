import { samples } from '../control.ts';
import { TextField } from './field.tsx';

export interface Scope {
  readonly subscriptionId: string;
  readonly resourceGroupName: string;
}

interface ResourceFieldsProps {
  readonly scope: Scope;
  readonly onChange: (scope: Scope) => void;
}

/** Where a management resource is kept. */
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

/** What the local stack has, to begin with. */
export function toFirstScope(): Scope {
  const { subscriptions, resourceGroup } = samples.value;
  return { subscriptionId: subscriptions[0]?.id ?? '', resourceGroupName: resourceGroup };
}
