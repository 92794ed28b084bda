import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ApiDiagnostic } from '../../../../lib/contracts/api-diagnostic.ts';
import { Authorization } from '../../../../lib/contracts/authorization.ts';
import { Customer } from '../../../../lib/contracts/customer.ts';
import { HealthEventList } from '../../../../lib/contracts/health-event.ts';
import { Item } from '../../../../lib/contracts/item.ts';
import { ModelCopyAuthorization } from '../../../../lib/contracts/model-copy-authorization.ts';
import { RestorePointSearchResult } from '../../../../lib/contracts/restore-points.ts';
import {
  discriminator,
  inline,
  kinds,
  mapBoth,
  object,
  readOnly,
  request,
  requiredInRequest,
  requiredInResponse,
  requiredMembers,
  response,
} from '../../../../lib/contracts/schema/resource.ts';
import { memberRule } from '../../../../lib/contracts/schema/rules.ts';
import { streamingJob } from '../../../../lib/contracts/streaming-job/job.ts';
import { VENDOR } from '../streaming-job/builders.ts';
import { failuresOf } from '../support.ts';

const strings = (...names: string[]) => names.map((name) => ({ name, kind: 'string' }));
const properties = { name: 'properties', kind: 'object' };

describe('the members that a response must have', () => {
  it.each([
    ['authorization', Authorization.response, [...strings('id', 'name'), properties]],
    ['API diagnostic', ApiDiagnostic.response, [properties]],
    [
      'list of health events',
      HealthEventList,
      [{ name: 'value', kind: 'array', each: [...strings('id', 'name'), properties] }],
    ],
    ['streaming job', streamingJob(VENDOR).response, [...strings('id', 'name'), properties]],
    [
      'restore-point search',
      RestorePointSearchResult,
      [{ name: 'searchResults', kind: 'array', each: [{ name: 'restorePoint', kind: 'object' }] }],
    ],
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

describe('one definition', () => {
  const thing = object(
    'Thing',
    {
      id: requiredInResponse(readOnly(z.string().describe('Its id.'))),
      name: requiredInRequest(z.string()),
      size: z.number().describe('In bytes.').meta({ default: 1 }),
      part: inline({ label: requiredInRequest(z.string()) }),
      parts: mapBoth(inline({ label: requiredInRequest(z.string()) }), z.array),
    },
    { description: 'A thing.', rules: [memberRule(['size'], 'is too large', ({ size }) => size !== 9)] },
  );

  it('has members that only a request, or only a response, must have', () => {
    expect(failuresOf(thing.request, {})).toEqual(['name: is required']);
    expect(failuresOf(thing.response, {})).toEqual(['id: is required']);
    expect(failuresOf(thing.request, { name: 'a', part: {}, parts: [{}] })).toEqual([
      'part.label: is required',
      'parts.0.label: is required',
    ]);
    expect(failuresOf(thing.response, { id: 'a', part: {}, parts: [{}] })).toEqual([]);
  });

  it('allows null in optional members, and anything in read-only members of requests', () => {
    expect(failuresOf(thing.request, { name: 'a', size: null, part: null })).toEqual([]);
    expect(failuresOf(thing.request, { name: null })).toEqual(['name: must be a string']);
    expect(failuresOf(thing.response, { id: 'a', name: null, size: null, part: null })).toEqual([]);
    expect(failuresOf(thing.request, { name: 'a', id: [5] })).toEqual([]);
    expect(failuresOf(thing.response, { id: [5] })).toEqual(['id: must be a string']);
  });

  it('checks rules only in requests', () => {
    expect(failuresOf(thing.request, { name: 'a', size: 9 })).toEqual(['size: is too large']);
    expect(failuresOf(thing.response, { id: 'a', size: 9 })).toEqual([]);
  });

  it('passes unknown members unchanged', () => {
    const value = { id: 'a', name: 'b', part: { label: 'c', other: [1] }, other: null };
    expect(thing.request.parse(value)).toEqual(value);
    expect(thing.response.parse(value)).toEqual(value);
  });

  it('has two names in the document, and its notes on the members', () => {
    expect([thing.request.meta(), thing.response.meta()]).toEqual([
      { id: 'ThingRequest', description: 'A thing.' },
      { id: 'Thing', description: 'A thing.' },
    ]);
    expect(z.toJSONSchema(thing.request).$defs?.['ThingRequest']).toMatchObject({
      required: ['name'],
      properties: { id: { description: 'Its id.', readOnly: true }, size: { description: 'In bytes.', default: 1 } },
    });
    expect(z.toJSONSchema(thing.response).$defs?.['Thing']).toMatchObject({
      required: ['id'],
      properties: { id: { readOnly: true }, size: { description: 'In bytes.', default: 1 } },
    });
  });

  it('may be a union of kinds', () => {
    const shape = kinds('type', [
      object('Circle', { type: discriminator('circle'), radius: requiredInRequest(z.number()) }),
      object('Square', { type: discriminator('square'), side: z.number() }),
    ]);
    expect(failuresOf(shape.request, { type: 'circle' })).toEqual(['radius: is required']);
    expect(failuresOf(shape.response, { type: 'circle' })).toEqual([]);
    for (const schema of [shape.request, shape.response]) {
      expect(failuresOf(schema, { type: 'other', radius: 'x' })).toEqual([]);
      expect(failuresOf(schema, {})).toEqual(['type: is required']);
    }
  });

  it('may have one direction only', () => {
    const members = { name: requiredInRequest(z.string()) };
    expect(failuresOf(request.object('Sent', members), {})).toEqual(['name: is required']);
    expect(failuresOf(response.object('Received', members), {})).toEqual([]);
    expect(failuresOf(request.inline(members), {})).toEqual(['name: is required']);
    expect(failuresOf(response.inline(members), {})).toEqual([]);
  });
});
