import { describe } from 'vitest';
import { ApiDiagnostic } from '../../../lib/contracts/api-diagnostic.ts';
import { ApiDiagnostic as Response } from '../../../tools/openapi/contracts/management.ts';
import { membersOf, testBodies } from './support.ts';

const { request } = ApiDiagnostic;
const valid = { properties: { loggerId: '/loggers/l' } };

describe('document 1, API diagnostic', () => {
  const members = membersOf(request, valid, 'properties');
  members.required('S1-15', 'loggerId');
  members.lists('S1-16, S1-18, S1-22, S1-23', {
    alwaysLog: ['allErrors'],
    'sampling.samplingType': ['fixed'],
    httpCorrelationProtocol: ['Legacy', 'None', 'W3C'],
    verbosity: ['error', 'information', 'verbose'],
  });
  members.types('S1-15, S1-19, S1-21', {
    string: 'loggerId',
    object: `sampling frontend frontend.request frontend.request.body frontend.response
      backend backend.request backend.response backend.response.body`,
    'string[]': 'frontend.request.headers backend.response.headers',
    boolean: 'enableHttpCorrelationHeaders',
  });
  members.rule(
    'S1-17',
    'sampling.percentage',
    [0, 50, 100],
    [-1, 101, 50.5, '50', null],
    'must be an integer between 0 and 100',
  );
  for (const message of ['frontend.request', 'frontend.response', 'backend.request', 'backend.response']) {
    const refused = [8193, 1.5, '1', null];
    members.rule('S1-19, S1-20', `${message}.body.bytes`, [0, 8192], refused, 'must be an integer of at most 8192');
  }

  const later = { logClientIp: true, operationNameFormat: 'Path', metrics: false, dataMasking: { headers: [] } };
  testBodies([
    ['S1-15 properties are required', request, {}, 'properties: is required'],
    ['S1-21 no default is filled in', request, valid],
    ['members of later versions and unknown ones', request, { properties: { ...valid.properties, ...later } }],
    ['S1-24 identity members in a request may be anything', request, { ...valid, id: 1, name: [], type: null }],
    ['S1-24 a response needs no identity members', Response, { properties: {} }],
    ['a response needs properties', Response, {}, 'properties: is required'],
  ]);
});
