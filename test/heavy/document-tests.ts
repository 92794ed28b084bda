/** What a document promises to whoever has nothing else. A process has one stack: each document has a test file. */
import { expect, it } from 'vitest';
import type { ProfileName } from '../../lib/profiles.ts';
import { DOCUMENT_FILES } from '../../tools/openapi/document-file.ts';
import { runs } from '../support/runs.ts';
import { startStack } from '../support/stack.ts';
import { buildGenerated, describeCSharp } from './dotnet.ts';
import { sendGenerated } from './generated-requests.ts';

const count = runs(400);
const seed = Number(process.env['SEED'] ?? 45);

/** Declares the tests of a profile's document. `RUNS=5` sends five times as many requests, `SEED=N` others. */
export async function testDocument(profile: ProfileName): Promise<void> {
  const stack = await startStack({ profile });

  it(`${count} requests made from ${DOCUMENT_FILES[profile]} have responses as it says`, async () => {
    const { statuses, mistakes } = await sendGenerated(profile, stack, { count, seed });
    expect(mistakes).toEqual([]);
    expect(Object.keys(statuses)).toEqual(expect.arrayContaining(['200', '201', '204', '400', '404', '409', '412']));
  }, 20_000_000);

  describeCSharp(DOCUMENT_FILES[profile], () => {
    it('gives clients by Kiota and NSwag that compile without a warning and call the stack', async () => {
      const runCalls = await buildGenerated(profile);
      await stack.upstream.control('modes', { moveMs: 0 });
      const printed = await runCalls({ FRONTDESK: stack.url, TOKEN: await stack.issueToken({}) });
      expect(printed.match(/^\w+: .*$/gm), printed).toEqual(['Kiota: 17 of 17', 'NSwag: 17 of 17']);
    }, 480_000);
  });
}
