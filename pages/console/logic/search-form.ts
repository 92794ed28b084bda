/** The form of a restore point search, and its request body. */
import type { RestorePointSearchRequest } from '../../../client/src/index.ts';

export interface SearchForm {
  /** One per line. */
  readonly units: string;
  /** Value of the date control: minutes, no offset; in UTC. */
  readonly start: string;
  readonly end: string;
  readonly preference: string;
  readonly tags: string;
  readonly expression: string;
}

const DAY_MS = 86_400_000;

export function createForm(): SearchForm {
  const start = new Date(Date.now() - 30 * DAY_MS).toISOString().slice(0, 16);
  return { units: '', start, end: '', preference: 'latest', tags: '', expression: '' };
}

export function parseUnitIds(units: string): string[] {
  return units.split(/[\s,]+/).filter((id) => id !== '');
}

export function toBody(form: SearchForm): RestorePointSearchRequest {
  return {
    protectionUnitIds: parseUnitIds(form.units),
    protectionTimePeriod: {
      startDateTime: `${form.start}:00Z`,
      ...(form.end === '' ? {} : { endDateTime: `${form.end}:00Z` }),
    },
    ...(form.preference === '' ? {} : { restorePointPreference: form.preference as 'latest' }),
    ...(form.tags === '' ? {} : { tags: form.tags as 'none' }),
    ...(form.expression === '' ? {} : { artifactQuery: { queryExpression: form.expression, artifactType: 'message' } }),
  };
}
