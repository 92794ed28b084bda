/** The login link of an authorization. Source: R-06. */
import type * as z from 'zod';
import { redirectUrl } from './schema/annotations.ts';
import { request, response } from './schema/resource.ts';
import { uri } from './schema/scalars.ts';

export const LoginLinks = {
  request: request.object(
    'LoginLinks',
    { postLoginRedirectUrl: redirectUrl().describe('Where the browser goes after the sign-in.') },
    { description: 'How to sign in.' },
  ),
  response: response.object(
    'LoginLinks',
    { loginLink: uri.describe('Opens the sign-in. Whoever has it can give the consent.') },
    { description: 'Where to sign in.' },
  ),
} satisfies Readonly<Record<string, z.ZodType>>;
