/** Leads from another view to a timeline of health events. */
import type { EventQuestion } from '../logic/event-question.ts';

const ASKED = 'events.asked';

/** Opens the events of a resource or a subscription. */
export function openTimeline(scope: EventQuestion['scope'], target: string): void {
  const form = { scope, [scope]: target, filter: '' };
  for (const [name, value] of Object.entries(form)) sessionStorage.setItem(`events.${name}`, JSON.stringify(value));
  sessionStorage.setItem(ASKED, 'true');
  location.hash = '#/health-events';
}

/** Returns whether another view has just asked for events. */
export function takeAsked(): boolean {
  const isAsked = sessionStorage.getItem(ASKED) !== null;
  sessionStorage.removeItem(ASKED);
  return isAsked;
}
