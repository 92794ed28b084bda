import { expect, it } from 'vitest';
import { managed } from '../../dev/seed.ts';
import { ApiDiagnostic } from '../../tools/openapi/contracts/management.ts';
import { buildDiagnosticPath } from '../support/builders.ts';
import { startStack } from '../support/stack.ts';

const stack = await startStack();

it.each(['2024-05-01', '2019-01-01', 'latest'])(
  'R-02 returns an API diagnostic with its ETag, in version %s',
  async (version) => {
    const path = buildDiagnosticPath({ diagnosticId: managed.diagnostic }, `api-version=${version}`);
    const { status, headers, json } = await stack.send('GET', path);
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(headers['etag']).toMatch(/^[\w-]{36}$/);
    expect(ApiDiagnostic.parse(json)).toMatchObject({ properties: { verbosity: 'information' } });
  },
);
