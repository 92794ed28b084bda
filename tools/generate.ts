/** `npm run generate`: writes every file that follows from the operations. Run it after a change of functions/. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { operations } from '../functions/operations.ts';
import { writeClientSize } from './generate/client-size.ts';
import { writeMissingExamples } from './generate/examples.ts';
import { composePlaces } from './generate/places.ts';

writeMissingExamples(operations);
for (const [file, text] of composePlaces(operations)) writeFileSync(file, text);
// A process for each: an app has one profile.
for (const args of [['openapi.ts', 'vendor'], ['openapi.ts', 'microsoft'], ['client-types.ts']]) {
  execFileSync(process.execPath, ['--import', 'tsx', `tools/${args[0]}`, ...args.slice(1)], { stdio: 'inherit' });
}
await writeClientSize();
