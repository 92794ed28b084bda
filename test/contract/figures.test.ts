/** A figure of a rule is exported once; where it is written by hand, it is compared here. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PAGE_SIZE } from '../../lib/contracts/odata-query.ts';
import { MAX_PARTS } from '../../lib/http/batch.ts';
import { DEFAULT_LIMITS } from '../../lib/limits.ts';
import { MAX_LINK } from '../../lib/upstream/sealed-link.ts';

it.each<[file: string, figure: number, text: RegExp]>([
  ['README.md', MAX_PARTS, /`POST \/\$batch` takes up to (\d+) of these requests/],
  ['docs/specification.md', MAX_PARTS, /^\*\*C-68\*\* `POST \/\$batch` takes 1 to (\d+) requests/m],
  ['client/src/batch.ts', MAX_PARTS, /^const MAX_PARTS = (\d+);$/m],
  ['client/src/batch.ts', MAX_PARTS, /one `\$batch` of up to (\d+);/],
  ['lib/batch.ts', MAX_PARTS, /`POST \/\$batch`: up to (\d+) requests/],
  ['docs/specification.md', MAX_LINK, /^\*\*C-39\*\* .* is over ([\d,]+) characters long/m],
  ['docs/reliability.md', DEFAULT_LIMITS.caller.perSecond, /^\*\*P-25\*\* A person .* has (\d+) requests per second/m],
  ['docs/reliability.md', DEFAULT_LIMITS.caller.burst, /^\*\*P-25\*\* A person .*\(burst (\d+),/m],
  ['docs/specification.md', PAGE_SIZE.default, /^\*\*R-23\*\* .*?(\d+)/m],
])('%s says %i, as the code does: %s', (file, figure, text) => {
  const [, written = ''] = text.exec(readFileSync(file, 'utf8')) ?? [];
  expect(Number(written.replaceAll(',', ''))).toBe(figure);
});
