/** The curl samples of the API reference, run as they are shown. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { operations as definitions } from '../../functions/operations.ts';
import { listOperations } from '../../pages/docs/logic/document.ts';
import { composeSample } from '../../pages/docs/logic/samples.ts';
import { CAPTURE_SETTINGS } from '../../tools/openapi/capture.ts';
import { DOCUMENT_FILES } from '../../tools/openapi/document-file.ts';
import { startStack } from '../support/stack.ts';

const { LOGIN_REDIRECT_ORIGINS } = CAPTURE_SETTINGS;
const stack = await startStack({ settings: { LOGIN_REDIRECT_ORIGINS } });
const operations = listOperations(JSON.parse(readFileSync(DOCUMENT_FILES.vendor, 'utf8')));
/** Whether these succeed depends on what was called before. */
const lifecycle = new Set(definitions.filter(({ isLifecycle }) => isLifecycle).map(({ name }) => name));

it.each(operations.map((operation) => [operation.operationId, operation] as const))(
  '%s responds to its curl sample as documented',
  async (name, operation) => {
    const sample = composeSample('curl', operation, { server: stack.url, profile: 'vendor' });
    const env = { ...process.env, TOKEN: await stack.issueToken({}) };
    const { stdout } = await promisify(execFile)('bash', ['-c', sample], { env });
    const status = /^HTTP\/1\.1 (\d+)/.exec(stdout)?.[1] ?? '';
    expect(Object.keys(operation.responses), stdout).toContain(status);
    // The example of a poll leads nowhere.
    if (name === 'getOperation') expect(status).toBe('400');
    else if (!lifecycle.has(name)) expect(status).toMatch(/^20[0124]$/);
  },
);
