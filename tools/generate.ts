/** `npm run generate`: writes every file that follows from the operations and the upstreams. Run it after a change of either. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { listMissing } from './generate/upstreams.ts';

const missing = listMissing();
if (missing.length > 0) {
  process.stderr.write(`${missing.join('\n')}\n`);
  process.exit(1);
}
// They read what may be missing.
const { operations } = await import('../functions/operations.ts');
const { writeMissingExamples } = await import('./generate/examples.ts');
const { composePlaces } = await import('./generate/places.ts');
const { writeClientSize } = await import('./generate/client-size.ts');

writeMissingExamples(operations);
for (const [file, text] of composePlaces(operations)) writeFileSync(file, text);
// A process for each: an app has one profile.
for (const args of [['openapi.ts', 'vendor'], ['openapi.ts', 'microsoft'], ['client-types.ts']]) {
  execFileSync(process.execPath, ['--import', 'tsx', `tools/${args[0]}`, ...args.slice(1)], { stdio: 'inherit' });
}
await writeClientSize();
