import { expect, it } from 'vitest';
import { LoginLinks } from '../../../lib/contracts/login-links.ts';
import { annotatedPaths } from '../../../lib/contracts/schema/annotations.ts';
import { failuresOf } from './support.ts';

it('R-06 says to which page a browser is sent, if to any', () => {
  for (const postLoginRedirectUrl of [undefined, null, 'https://portal.example'])
    expect(failuresOf(LoginLinks.request, { postLoginRedirectUrl })).toEqual([]);
  expect(failuresOf(LoginLinks.request, { postLoginRedirectUrl: 5 })).toHaveLength(1);
  expect(annotatedPaths(LoginLinks.request, 'x-redirect-url')).toEqual([['postLoginRedirectUrl']]);
});

it('R-06 a response without a link passes', () => {
  expect(failuresOf(LoginLinks.response, {})).toEqual([]);
});
