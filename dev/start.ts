/** `npm start`: starts Frontdesk and everything it calls; Ctrl+C, or the end of npm, stops all of it. */
import { join } from 'node:path';
import { createRepositorySource } from './start/bundle.ts';
import { runStart } from './start/run.ts';

process.exit(
  await runStart(process.argv.slice(2), {
    root: join(import.meta.dirname, '..'),
    commands: { start: 'npm start --', token: 'npm run -s token' },
    createSource: createRepositorySource,
  }),
);
