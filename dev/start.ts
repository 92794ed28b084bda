/** `npm start`: starts Frontdesk and everything it calls; Ctrl+C, or the end of npm, stops all of it. */
import { repository } from './start/bundle.ts';
import { runStart } from './start/run.ts';

const commands = { start: 'npm start --', token: 'npm run -s token' };
process.exit(await runStart(process.argv.slice(2), { ...repository, commands }));
