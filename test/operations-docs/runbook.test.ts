import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { schema } from '../../lib/settings/schema.ts';

const runbook = readFileSync('docs/runbook.md', 'utf8');
const observability = readFileSync('docs/observability.md', 'utf8');

const sections = new Map(
  runbook
    .split(/^## /m)
    .slice(1)
    .map((section) => [section.split('\n')[0] as string, section]),
);

/** Alert rules link to these anchors: do not rename them. */
const SYMPTOMS = (
  'upstream-throttles upstream-down upstream-drift identity-fails table-fails keys-fail latency ' +
  'denied-callers policy-fails server-errors log-fails refused-tokens does-not-start stale-responses ' +
  'internal-error after-a-failed-write change-access digest service-refuses wrong-settings'
).split(' ');

it('has one section per symptom, and no other', () => {
  expect([...sections.keys()].sort()).toEqual([...SYMPTOMS].sort());
});

it.each(SYMPTOMS)('%s says what the caller sees, what to look at, what to do and what not to do', (symptom) => {
  const section = sections.get(symptom) ?? '';
  const parts = ['**The caller sees**', '**Look at**', '**Do', '**Do not**'];
  expect(parts.filter((part) => !section.includes(part))).toEqual([]);
});

describe('the names in it exist', () => {
  const metrics = Array.from(observability.matchAll(/^\| `(frontdesk\.[\w.]+)` \|/gm), ([, name]) => name);

  it('metrics', () => {
    const named = new Set(Array.from(runbook.matchAll(/frontdesk\.[a-z_.]+[a-z]/g), ([name]) => name));
    expect(named.size).toBeGreaterThan(6);
    expect([...named].filter((name) => !metrics.includes(name))).toEqual([]);
  });

  it('settings', () => {
    const named = new Set(Array.from(runbook.matchAll(/`([A-Z]+(?:_[A-Z]+)+)`/g), ([, name]) => name as string));
    expect([...named].filter((name) => !(name in schema.shape) && !/^ERR_J/.test(name))).toEqual([]);
  });

  it('links', () => {
    const links = Array.from(
      `${runbook}${observability}`.matchAll(/\]\((?:runbook\.md)?#([\w-]+)\)/g),
      ([, anchor]) => anchor,
    );
    expect(links.length).toBeGreaterThan(15);
    expect(links.filter((anchor) => !SYMPTOMS.includes(anchor as string))).toEqual([]);
  });
});

it('each alert rule links to a section', () => {
  const anchors = Array.from(
    readFileSync('infra/monitoring/alert-rules.json', 'utf8').matchAll(/"runbook": "([\w-]+)"/g),
    ([, anchor]) => anchor as string,
  );
  expect(anchors.length).toBeGreaterThan(5);
  expect(anchors.filter((anchor) => !sections.has(anchor))).toEqual([]);
});

describe('what an operator can see is a heading or a row', () => {
  const read = (file: string) => readFileSync(file, 'utf8');
  const sources = readdirSync('lib', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((file) => read(`lib/${file}`))
    .join('\n');
  const find = (text: string, pattern: RegExp) => Array.from(text.matchAll(pattern), ([, name = '']) => name);
  const rows = runbook.split('\n').filter((line) => /^(?: *\||## )/.test(line));
  const steps = runbook.split('\n').filter((line) => /^\d\. /.test(line));
  const isNamed = (word: string) =>
    sections.has(word) || [...rows, ...steps].some((line) => new RegExp(`\`${word}[\` ]`).test(line));

  const operatorProblems = /OPERATOR_PROBLEMS[^[]*\[([^\]]*)\]/.exec(sources)?.[1] ?? '';
  const problems = find(read('lib/http/problem.ts'), /^ {2}(\w+): \{(?: status|$)/gm);
  const union = /^export type Reason = (.*);$/m.exec(sources)?.[1] ?? '';
  const faults = find(read('lib/upstream/upstreams.ts'), /\/i?, '(\w+)'(?:, true)?\]/g);
  const names: Readonly<Record<string, readonly string[]>> = {
    alerts: [...find(sources, /\balert\('(\w+)'/g), ...find(operatorProblems, /'(\w+)'/g)],
    rules: find(read('infra/monitoring/alert-rules.json'), /"name": "([\w-]+)"/g).concat('unavailable', 'rule-fails'),
    problems,
    'reasons of tokens': [
      ...find(
        read('lib/auth/authenticate.ts') + read('lib/auth/caller.ts'),
        /(?:invalidToken|nameIssuer)\([^')]*'(\w+)'/g,
      ),
      ...['version_1', 'ill_typed_claims', 'ERR_JWT_EXPIRED', 'ERR_JWT_CLAIM_VALIDATION_FAILED'],
      ...['ERR_JWKS_NO_MATCHING_KEY', 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED'],
    ],
    'reasons of access': ['scope', 'role', ...find(sources, /cause: '(\w+)'/g)].concat(
      ['role', 'tenant', 'client', 'resource'].map((name) => `no_grant_for_${name}`),
    ),
    'other reasons': [...find(union, /'(\w+)'/g), ...faults, 'other_key'],
  };
  const least: Readonly<Record<string, number>> = { alerts: 15, rules: 20, problems: 30 };

  it.each(Object.entries(names))('%s', (kind, words) => {
    expect(new Set(words).size).toBeGreaterThan(least[kind] ?? 7);
    expect(words.filter((word) => !isNamed(word))).toEqual([]);
  });
});
