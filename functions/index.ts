/** The entry file of the function app. */
import { systemClock } from '../lib/time/clock.ts';
import { startApp } from './start-app.ts';

startApp(systemClock);
