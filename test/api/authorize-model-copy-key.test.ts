import { describe, expect, it } from 'vitest';
import { buildModelCopy, buildModelCopyPath } from '../support/builders.ts';
import { startStack } from '../support/stack.ts';

const stack = await startStack({ settings: { DOCUMENT_MODELS_KEY: 'canary-key' }, expectedAlerts: ['upstream_auth'] });

const authorization = {
  targetResourceId: '/subscriptions/s/accounts/documents',
  targetResourceRegion: 'westeurope',
  targetModelId: 'invoices',
  targetModelLocation: 'https://documents.vendor.example/documentModels/invoices',
  accessToken: 'copy-token',
  expirationDateTime: '2027-01-01T00:00:00Z',
};

describe('document 3, Authentication, model copy authorization', () => {
  it('S3-53 sends the configured API key in Vendor-Subscription-Key, and no token', async () => {
    await stack.upstream.fault({ api: 'docs', fault: { kind: 'malformed', text: JSON.stringify(authorization) } });
    const { status, headers, text } = await stack.send('POST', buildModelCopyPath(), {
      body: buildModelCopy(),
      headers: { 'vendor-subscription-key': 'the-callers-own' },
    });
    expect([status, text]).toEqual([200, JSON.stringify(authorization)]);
    const [call] = await stack.upstream.calls();
    expect(call?.headers['vendor-subscription-key']).toBe('canary-key');
    expect(call?.headers).not.toHaveProperty('authorization');
    expect(JSON.stringify([headers, text, stack.log])).not.toContain('canary-key');
  });

  it('returns 502 without a retry if the upstream refuses the key', async () => {
    await stack.upstream.reset();
    const { status, json } = await stack.send('POST', buildModelCopyPath(), { body: buildModelCopy() });
    expect([status, json.error.code]).toEqual([502, 'upstream_auth']);
    expect(await stack.upstream.calls()).toHaveLength(1);
  });
});
