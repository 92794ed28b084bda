/** The code that a browser brings back from a sign-in. Source: R-07. */
import { writeOnly } from './schema/annotations.ts';
import { request } from './schema/resource.ts';
import { text } from './schema/scalars.ts';

export const ConsentCode = request.object(
  'ConsentCode',
  {
    consentCode: writeOnly(text(1, 4096)).describe('The code that was handed over after the consent; it counts once.'),
  },
  { description: 'Proof that the caller is the one who signed in.' },
);
