import { firstKnown } from '../known.ts';
import type { Scope } from '../logic/resource-id.ts';
import { toKnownSource } from './known-source.ts';
import { Picker } from './picker.tsx';

interface ResourceFieldsProps {
  readonly scope: Scope;
  readonly onChange: (scope: Scope) => void;
}

/** Subscription and resource group. Another subscription has other groups. */
export function ResourceFields({ scope, onChange }: ResourceFieldsProps) {
  return (
    <>
      <SubscriptionPicker
        value={scope.subscriptionId}
        onChange={(subscriptionId) =>
          onChange(subscriptionId === scope.subscriptionId ? scope : toScope(subscriptionId))
        }
      />
      <Picker
        label="Resource group"
        value={scope.resourceGroupName}
        source={toKnownSource({ subscriptions: scope.subscriptionId }, 'resourceGroups')}
        onChange={(resourceGroupName) => onChange({ subscriptionId: scope.subscriptionId, resourceGroupName })}
      />
    </>
  );
}

interface SubscriptionPickerProps {
  readonly value: string;
  readonly onChange: (subscriptionId: string) => void;
}

export function SubscriptionPicker({ value, onChange }: SubscriptionPickerProps) {
  return (
    <Picker
      label="Subscription"
      value={value}
      source={toKnownSource({}, 'subscriptions')}
      isId={isSubscriptionId}
      onChange={onChange}
    />
  );
}

/** Any id of the right length: the service says which are. */
function isSubscriptionId(text: string): boolean {
  return /^[\da-f-]{36}$/i.test(text);
}

/** Returns a subscription with the first resource group that is known in it. */
function toScope(subscriptionId: string): Scope {
  return { subscriptionId, resourceGroupName: firstKnown({ subscriptions: subscriptionId }, 'resourceGroups') };
}

/** Returns the first known subscription, and resource group in it. */
export function defaultScope(): Scope {
  return toScope(firstKnown({}, 'subscriptions'));
}
