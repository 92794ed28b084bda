/** What is asked for on the page of health events. */
import { cutMiddle } from './format.ts';
import { parseResourceId } from './resource-id.ts';

export interface EventQuestion {
  readonly scope: 'resource' | 'subscription';
  /** Id of the resource, or of the subscription. */
  readonly target: string;
  /** `$filter`; empty if there is none. */
  readonly filter: string;
  /** Of a subscription: events updated in the last days. */
  readonly days: number;
}

export function isSameQuestion(one: EventQuestion, other: EventQuestion): boolean {
  const hasPeriod = one.scope === 'subscription';
  return (
    one.scope === other.scope &&
    one.target.trim() === other.target.trim() &&
    one.filter.trim() === other.filter.trim() &&
    (!hasPeriod || one.days === other.days)
  );
}

/** `the events of vm-web with status eq 'Active'`. */
export function describeQuestion({ scope, target, filter, days }: EventQuestion): string {
  const where =
    scope === 'resource'
      ? (parseResourceId(target)?.resourceName ?? target)
      : `subscription ${cutMiddle(target.trim())}`;
  const since = scope === 'subscription' ? `, updated in the last ${days} days` : '';
  return `the events of ${where}${since}${filter.trim() === '' ? '' : ` with ${filter.trim()}`}`;
}
