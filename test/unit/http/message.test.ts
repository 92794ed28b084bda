import { expect, it } from 'vitest';
import { limitBody } from '../../../lib/http/message.ts';

it('a body is returned up to the limit; a longer one, and one that was not read, is too large', () => {
  const body = Buffer.from('abc');
  expect(limitBody(body, 3)).toBe(body);
  for (const tooLong of [() => limitBody(body, 2), () => limitBody(undefined, 3)])
    expect(tooLong).toThrow(expect.objectContaining({ type: 'content_too_large' }));
});
