import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ApiDiagnostic } from '../../../lib/contracts/api-diagnostic.ts';
import { response as responses } from '../../../tools/openapi/contracts/response.ts';
import { buildDiagnostic } from './builders.ts';
import { expectClosedList, expectRule, expectType, failuresOf, type TypeName } from './support.ts';

const { request } = ApiDiagnostic;
const response = ApiDiagnostic.compose(responses);

describe('document 1, API diagnostic', () => {
  it('S1-15 loggerId is required', () => {
    expect(failuresOf(request, { properties: { loggerId: '/loggers/l' } })).toEqual([]);
    expect(failuresOf(request, { properties: {} })).toEqual(['properties.loggerId: is required']);
    expect(failuresOf(request, {})).toEqual(['properties: is required']);
  });

  it.each([
    ['alwaysLog', ['allErrors']],
    ['sampling.samplingType', ['fixed']],
    ['httpCorrelationProtocol', ['Legacy', 'None', 'W3C']],
    ['verbosity', ['error', 'information', 'verbose']],
  ])('S1-16, S1-18, S1-22, S1-23 %s has only its allowed values', (at, values) => {
    expectClosedList(request, buildDiagnostic(), `properties.${at}`, values);
  });

  it.each<[string, TypeName]>([
    ['loggerId', 'string'],
    ['sampling', 'object'],
    ['frontend', 'object'],
    ['frontend.request', 'object'],
    ['frontend.request.body', 'object'],
    ['frontend.request.headers', 'string[]'],
    ['frontend.response', 'object'],
    ['backend', 'object'],
    ['backend.request', 'object'],
    ['backend.response', 'object'],
    ['backend.response.body', 'object'],
    ['backend.response.headers', 'string[]'],
    ['enableHttpCorrelationHeaders', 'boolean'],
  ])('S1-15, S1-19, S1-21 %s is of type %s', (at, type) => {
    expectType(request, buildDiagnostic(), `properties.${at}`, type);
  });

  it('S1-17 sampling.percentage is an integer from 0 to 100', () => {
    expectRule(request, buildDiagnostic(), {
      at: 'properties.sampling.percentage',
      accepted: [0, 50, 100],
      refused: [-1, 101, 50.5, '50', null],
      message: 'must be an integer between 0 and 100',
    });
  });

  it.each(['frontend.request', 'frontend.response', 'backend.request', 'backend.response'])(
    'S1-19, S1-20 %s.body.bytes is an integer of at most 8192',
    (message) => {
      expectRule(request, buildDiagnostic(), {
        at: `properties.${message}.body.bytes`,
        accepted: [0, 8192],
        refused: [8193, 1.5, '1', null],
        message: 'must be an integer of at most 8192',
      });
    },
  );

  it('S1-21 enableHttpCorrelationHeaders is true by default: described in the schema, never filled in', () => {
    const { $defs } = z.toJSONSchema(request, { io: 'input' });
    expect($defs?.['ApiDiagnosticPropertiesRequest']?.properties?.['enableHttpCorrelationHeaders']).toMatchObject({
      default: true,
    });
    const sent = { properties: { loggerId: '/loggers/l' } };
    expect(request.parse(sent)).toEqual(sent);
  });

  it('S1-24 identity members are not shown: a request may have any value there, a response needs none', () => {
    expect(failuresOf(request, { ...buildDiagnostic(), id: 1, name: [], type: null })).toEqual([]);
    expect(failuresOf(response, buildDiagnostic())).toEqual([]);
    expect(failuresOf(response, {})).toEqual(['properties: is required']);
  });

  it('members of later versions and unknown ones pass unchanged', () => {
    const later = { logClientIp: true, operationNameFormat: 'Path', metrics: false, dataMasking: { headers: [] } };
    const sent = { properties: { ...buildDiagnostic().properties, ...later } };
    expect(request.parse(sent)).toEqual(sent);
  });
});
