import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ApiDiagnostic } from '../../../lib/contracts/api-diagnostic.ts';
import { Authorization } from '../../../lib/contracts/authorization.ts';
import { Customer } from '../../../lib/contracts/customer.ts';
import { HealthEventList } from '../../../lib/contracts/health-event.ts';
import { Item } from '../../../lib/contracts/item.ts';
import { ModelCopyAuthorization } from '../../../lib/contracts/model-copy-authorization.ts';
import { requiredMembers } from '../../../lib/contracts/required-members.ts';
import { RestorePointSearchResult } from '../../../lib/contracts/restore-point-search.ts';
import { streamingJob } from '../../../lib/contracts/streaming-job.ts';
import { VENDOR } from './some.ts';

const strings = (...names: string[]) => names.map((name) => ({ name, kind: 'string' }));
const properties = { name: 'properties', kind: 'object' };

describe('what makes an answer complete', () => {
  it.each([
    ['authorization', Authorization, [...strings('id', 'name'), properties]],
    ['API diagnostic', ApiDiagnostic, [properties]],
    ['list of health events', HealthEventList, [{ name: 'value', kind: 'array' }]],
    ['streaming job', streamingJob(VENDOR).answer, [...strings('id', 'name'), properties]],
    ['restore-point search', RestorePointSearchResult, [{ name: 'searchResults', kind: 'array' }]],
    [
      'model copy authorization',
      ModelCopyAuthorization,
      strings(
        'targetResourceId',
        'targetResourceRegion',
        'targetModelId',
        'targetModelLocation',
        'accessToken',
        'expirationDateTime',
      ),
    ],
    ['customer', Customer, strings('id')],
    ['item', Item, strings('id')],
  ])('%s', (_, schema, members) => {
    expect(requiredMembers(schema)).toEqual(members);
  });

  it('every kind of value is told', () => {
    const schema = z.object({
      text: z.enum(['a']),
      amount: z.number(),
      flag: z.boolean(),
      map: z.record(z.string(), z.string()),
      other: z.literal(1),
      absent: z.string().optional(),
      empty: z.string().nullish(),
    });
    expect(requiredMembers(schema)).toEqual([
      { name: 'text', kind: 'string' },
      { name: 'amount', kind: 'number' },
      { name: 'flag', kind: 'boolean' },
      { name: 'map', kind: 'object' },
      { name: 'other', kind: 'unknown' },
    ]);
    expect(requiredMembers(z.string())).toEqual([]);
  });
});
