import { readFileSync } from 'node:fs';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, it } from 'vitest';
import { DOCUMENT_FILES } from '../../tools/openapi/document-file.ts';

const config = await createConfig({
  // Warnings are errors.
  extends: ['recommended-strict'],
  rules: {
    // Objects are open: responses have members that the contract does not describe.
    'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: true },
  },
});

async function lint(source: string): Promise<string[]> {
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  return problems.map(
    ({ ruleId, severity, message, location }) => `${severity} ${ruleId} ${location[0]?.pointer}: ${message}`,
  );
}

it.each(Object.values(DOCUMENT_FILES))('%s follows every recommended rule', async (file) => {
  expect(await lint(readFileSync(file, 'utf8'))).toEqual([]);
});
