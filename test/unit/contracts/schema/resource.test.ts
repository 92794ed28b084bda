import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  change,
  discriminator,
  inline,
  kinds,
  object,
  readOnly,
  requiredInRequest,
  requiredInResponse,
} from '../../../../lib/contracts/schema/resource.ts';
import { memberRule } from '../../../../lib/contracts/schema/rules.ts';
import { response } from '../../../../tools/openapi/contracts/response.ts';
import { failuresOf } from '../support.ts';

describe('one definition', () => {
  const thing = object(
    'Thing',
    {
      id: requiredInResponse(readOnly(z.string().describe('Its id.'))),
      name: requiredInRequest(z.string()),
      size: z.number().describe('In bytes.').meta({ default: 1 }),
      part: inline({ label: requiredInRequest(z.string()) }),
      parts: change(inline({ label: requiredInRequest(z.string()) }), z.array),
    },
    { description: 'A thing.', rules: [memberRule(['size'], 'is too large', ({ size }) => size !== 9)] },
  );

  const received = thing.compose(response);

  it('has members that only a request, or only a response, must have', () => {
    expect(failuresOf(thing.request, {})).toEqual(['name: is required']);
    expect(failuresOf(received, {})).toEqual(['id: is required']);
    expect(failuresOf(thing.request, { name: 'a', part: {}, parts: [{}] })).toEqual([
      'part.label: is required',
      'parts.0.label: is required',
    ]);
    expect(failuresOf(received, { id: 'a', part: {}, parts: [{}] })).toEqual([]);
  });

  it('allows null in optional members, and anything in read-only members of requests', () => {
    expect(failuresOf(thing.request, { name: 'a', size: null, part: null })).toEqual([]);
    expect(failuresOf(thing.request, { name: null })).toEqual(['name: must be a string']);
    expect(failuresOf(received, { id: 'a', name: null, size: null, part: null })).toEqual([]);
    expect(failuresOf(thing.request, { name: 'a', id: [5] })).toEqual([]);
    expect(failuresOf(received, { id: [5] })).toEqual(['id: must be a string']);
  });

  it('checks rules only in requests', () => {
    expect(failuresOf(thing.request, { name: 'a', size: 9 })).toEqual(['size: is too large']);
    expect(failuresOf(received, { id: 'a', size: 9 })).toEqual([]);
  });

  it('passes unknown members unchanged', () => {
    const value = { id: 'a', name: 'b', part: { label: 'c', other: [1] }, other: null };
    expect(thing.request.parse(value)).toEqual(value);
    expect(received.parse(value)).toEqual(value);
  });

  it('has two names in the document, and its notes on the members', () => {
    expect([thing.request.meta(), received.meta()]).toEqual([
      { id: 'ThingRequest', description: 'A thing.' },
      { id: 'Thing', description: 'A thing.' },
    ]);
    expect(z.toJSONSchema(thing.request).$defs?.['ThingRequest']).toMatchObject({
      required: ['name'],
      properties: { id: { description: 'Its id.', readOnly: true }, size: { description: 'In bytes.', default: 1 } },
    });
    expect(z.toJSONSchema(received).$defs?.['Thing']).toMatchObject({
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
    expect(failuresOf(shape.compose(response), { type: 'circle' })).toEqual([]);
    for (const schema of [shape.request, shape.compose(response)]) {
      expect(failuresOf(schema, { type: 'other', radius: 'x' })).toEqual([]);
      expect(failuresOf(schema, {})).toEqual(['type: is required']);
    }
  });
});
