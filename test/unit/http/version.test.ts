import { expect, it } from 'vitest';
import { toLogLine, VERSION } from '../../../lib/http/version.ts';

// What a build writes there: test/operations-docs/package.test.ts.
it('says where the app was not built', () => {
  expect(VERSION).toBe('source');
});

it('is the last member of a line of the log', () => {
  expect(toLogLine({ alert: 'a', subject: 'b' })).toBe('{"alert":"a","subject":"b","version":"source"}');
});
