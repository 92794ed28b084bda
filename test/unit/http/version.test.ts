import { expect, it } from 'vitest';
import { INSTANCE, toLogLine, VERSION } from '../../../lib/http/version.ts';

// What a build writes there: test/operations-docs/package.test.ts.
it('says where the app was not built', () => {
  expect(VERSION).toBe('source');
});

it('is the last member of a line of the log, after the process that wrote it', () => {
  expect(INSTANCE).toMatch(/^[\da-f]{8}$/);
  expect(toLogLine({ alert: 'a', subject: 'b' })).toBe(
    `{"alert":"a","subject":"b","instance":"${INSTANCE}","version":"source"}`,
  );
});
