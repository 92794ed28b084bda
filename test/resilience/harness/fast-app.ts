/** The function app with a clock that runs ten times as fast; the entry file of a bundle. */
import { startApp } from '../../../functions/start-app.ts';
import { createFastClock } from '../../support/clocks.ts';

startApp(createFastClock(10));
