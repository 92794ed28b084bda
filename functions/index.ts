/** What the host loads. */
import { systemClock } from '../lib/time/clock.ts';
import { startApp } from './start-app.ts';

startApp(systemClock);
