/** The function app with a clock that runs `CLOCK_SPEED` times as fast; the entry file of a bundle. */
import { startApp } from '../../../functions/start-app.ts';
import { createFastClock } from '../../support/clocks.ts';

startApp(createFastClock(Number(process.env['CLOCK_SPEED'])));
