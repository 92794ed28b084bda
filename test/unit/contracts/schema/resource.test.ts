import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ApiDiagnostic } from '../../../../lib/contracts/api-diagnostic.ts';
import { Authorization } from '../../../../lib/contracts/authorization.ts';
import { Customer } from '../../../../lib/contracts/customer.ts';
import { HealthEventList } from '../../../../lib/contracts/health-event.ts';
import { Item } from '../../../../lib/contracts/item.ts';
import { ModelCopyAuthorization } from '../../../../lib/contracts/model-copy-authorization.ts';
import { RestorePointSearchResult } from '../../../../lib/contracts/restore-points.ts';
import { requiredMembers } from '../../../../lib/contracts/schema/resource.ts';
import { streamingJob } from '../../../../lib/contracts/streaming-job/job.ts';
import { VENDOR } from '../some.ts';

const strings = (...names: string[]) => names.map((name) => ({ name, kind: 'string' }));
const properties = { name: 'properties', kind: 'object' };

describe('the members that a response must have', () => {
  it.each([
    ['authorization', Authorization.response, [...strings('id', 'name'), properties]],
    ['API diagnostic', ApiDiagnostic.response, [properties]],
    ['list of health events', HealthEventList, [{ name: 'value', kind: 'array' }]],
    ['streaming job', streamingJob(VENDOR).response, [...strings('id', 'name'), properties]],
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

  it('are listed with the kind of their value', () => {
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
