/** Whose health events: a subscription, and in it everything, or one resource. */
import { findKnownName, knownPaths } from '../known.ts';
import { toTitle } from '../logic/format.ts';
import { listNames, listResources, parseResourceId } from '../logic/known-paths.ts';
import { ChoiceField } from '../parts/scope-fields.tsx';

/** `sql-shop / orders` of a nested resource. */
export function toResourceName(id: string): string | undefined {
  const { parentName, resourceName } = parseResourceId(id) ?? {};
  return parentName ? `${parentName} / ${resourceName}` : resourceName;
}

/** `Contoso / vm-web`. */
export function toTargetName(id: string): string {
  const [, , subscription = ''] = id.split('/');
  return `${findKnownName(subscription) ?? subscription} / ${toResourceName(id) ?? 'All resources'}`;
}

export function toResourceType(id: string): string {
  return toTitle(parseResourceId(id)?.resourceType ?? '').replace(/s$/, '');
}

export function listKnownResources(subscription?: string): readonly string[] {
  const within = subscription === undefined ? {} : { subscriptions: subscription };
  return listResources(knownPaths.value, within).filter(parseResourceId);
}

/** Returns the first resource that is known, or the first subscription; empty if there is none. */
export function findDefaultTarget(): string {
  const [subscription] = listNames(knownPaths.value, {}, 'subscriptions');
  return listKnownResources()[0] ?? (subscription ? `/subscriptions/${subscription}` : '');
}

interface TargetFieldsProps {
  readonly target: string;
  readonly onChange: (target: string) => void;
}

export function TargetFields({ target, onChange }: TargetFieldsProps) {
  const subscription = /^\/subscriptions\/([^/]+)/i.exec(target)?.[1] ?? '';
  const whole = `/subscriptions/${subscription}`;
  const toName = (id: string) => (id === whole ? 'All resources' : toResourceName(id));
  return (
    <div class="scope">
      <ChoiceField
        label="Subscription"
        value={subscription}
        choices={listNames(knownPaths.value, {}, 'subscriptions')}
        onChange={(id) => onChange(listKnownResources(id)[0] ?? `/subscriptions/${id}`)}
      />
      <ChoiceField
        label="Resource"
        value={target}
        choices={[whole, ...listKnownResources(subscription)]}
        onChange={onChange}
        toName={toName}
      />
    </div>
  );
}
