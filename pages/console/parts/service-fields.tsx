import { firstKnown } from '../known.ts';
import type { Scope } from '../logic/resource-id.ts';
import { toKnownSource } from './known-source.ts';
import { Picker } from './picker.tsx';
import { defaultScope, ResourceFields } from './resource-fields.tsx';

export interface Service extends Scope {
  readonly serviceName: string;
}

interface ServiceFieldsProps {
  readonly value: Service;
  readonly onChange: (service: Service) => void;
}

/** Subscription, resource group, and a service of the API gateway. */
export function ServiceFields({ value, onChange }: ServiceFieldsProps) {
  const { subscriptionId, resourceGroupName, serviceName } = value;
  return (
    <>
      <ResourceFields scope={value} onChange={(scope) => onChange(toService(scope))} />
      <Picker
        label="Service"
        value={serviceName}
        onChange={(name) => onChange({ subscriptionId, resourceGroupName, serviceName: name })}
        source={toKnownSource({ subscriptions: subscriptionId, resourcegroups: resourceGroupName }, 'service')}
      />
    </>
  );
}

function toService({ subscriptionId, resourceGroupName }: Scope): Service {
  const within = { subscriptions: subscriptionId, resourcegroups: resourceGroupName };
  return { subscriptionId, resourceGroupName, serviceName: firstKnown(within, 'service') };
}

/** Returns the first known service. */
export function defaultService(): Service {
  return toService(defaultScope());
}

/** What is within a service, as `toKnownSource` takes it. */
export function toServiceNames({ subscriptionId, resourceGroupName, serviceName }: Service) {
  return { subscriptions: subscriptionId, resourcegroups: resourceGroupName, service: serviceName };
}
