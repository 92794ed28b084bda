/**
 * The path fuzz: for all route values and queries the upstream URL keeps its host, its prefix and its number of segments, or the
 * request is rejected.
 */
import { deepStrictEqual as expectEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { operations as definitions } from '../../../functions/operations.ts';
import { type CompiledOperation, compileOperation } from '../../../lib/compile-operation.ts';
import { parseRequest } from '../../../lib/http/parse-request.ts';
import { Problem } from '../../../lib/http/problem.ts';
import { PROFILES } from '../../../lib/profiles.ts';
import { composeRequest } from '../../../lib/upstream/compose-request.ts';
import { createUpstream } from '../../../lib/upstream/upstreams.ts';
import { checkInBatches } from './batches.ts';
import { checkPath } from './check-path.ts';
import type { Finding, FuzzOptions } from './finding.ts';
import { oddText } from './odd-values.ts';
import { paramsOf, queryOf } from './requests.ts';

const ADDRESSES = [
  'https://management.vendor.example',
  'https://graph.vendor.example/v1.0/',
  'https://a.vendor.example:8443/a/b.c/~d',
  'http://127.0.0.1:7083/arm',
];

/** Parts of attacks, combined in every order and number. */
const BRICKS = [
  ...['..', '.', '/', '\\', '//', '%', '%2e', '%2f', '%252e', '%5c', '%00', '?', '#', '@', ':', ';', '&', '=', '$'],
  ...[
    '\uff0e',
    '\uff0f',
    '\u2024',
    '\u2025',
    '\u29f8',
    '\u2215',
    '\u2044',
    '\uff05',
    '\u0000',
    '\r\n',
    '\t',
    ' ',
    '\u202e',
    '\ufeff',
  ],
  ...[
    'http:',
    'evil.example',
    'subscriptions',
    'providers',
    'a',
    'A',
    '0',
    "'",
    '(',
    ')',
    '*',
    '!',
    '~',
    '_',
    '-',
    '\ud800',
  ],
];
/** Parts that a name may contain. */
const SAFE_BRICKS = [..."ab1.-_~!$'(),;=@ ", '..', 'é', 'e\u0301', '用', 'ß', '٣'];

const oddValue = fc.oneof(
  { arbitrary: build(BRICKS), weight: 4 },
  { arbitrary: build(SAFE_BRICKS), weight: 4 },
  { arbitrary: oddText, weight: 1 },
);

function build(bricks: readonly string[]): fc.Arbitrary<string> {
  return fc.array(fc.constantFrom(...bricks), { minLength: 1, maxLength: 5 }).map((chosen) => chosen.join(''));
}

interface PathCase {
  readonly operation: CompiledOperation;
  readonly address: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [string, string])[];
}

const compiled = Object.values(PROFILES).flatMap((profile) =>
  definitions.map((definition) => compileOperation(definition, profile)),
);

const pathCase = fc.oneof(...compiled.map(toPathCase));

function toPathCase(operation: CompiledOperation): fc.Arbitrary<PathCase> {
  const names = Object.keys(operation.request.params.shape);
  const changes =
    names.length === 0 ? fc.constant({}) : fc.dictionary(fc.constantFrom(...names), oddValue, { maxKeys: 2 });
  const queryChange = fc.tuple(fc.constantFrom('$filter', '$expand', 'api-version', '$top'), oddValue);
  const queryChanges = fc.oneof(
    { arbitrary: fc.constant([]), weight: 3 },
    { arbitrary: queryChange.map((one) => [one]), weight: 1 },
  );
  return fc.record({
    operation: fc.constant(operation),
    address: fc.constantFrom(...ADDRESSES),
    params: fc.tuple(paramsOf(operation, false), changes).map(([usual, odd]) => ({ ...usual, ...odd })),
    query: fc.tuple(queryOf(operation), queryChanges).map(([usual, odd]) => [...usual, ...odd]),
  });
}

export async function fuzzPaths(options: FuzzOptions): Promise<Finding> {
  const seen = { rejected: 0, 'composed, usual values': 0, 'composed, odd values': 0 };
  const property = fc.asyncProperty(pathCase, async (one) => {
    const isUsual = Object.values(one.params).every((value) => /^[\w.-]+$/.test(value));
    if (!(await isComposed(one))) seen.rejected++;
    else if (isUsual) seen['composed, usual values']++;
    else seen['composed, odd values']++;
  });
  const lanes = [(batch: fc.Parameters<[PathCase]>) => fc.check(property, batch)];
  const failure = await checkInBatches('paths', options, lanes, ([{ operation, ...rest }]) => ({
    operation: operation.name,
    ...rest,
  }));
  return { seen, failure };
}

/** Returns whether the request is valid; throws an AssertionError if its upstream URL is wrong. */
async function isComposed({ operation, address, params, query }: PathCase): Promise<boolean> {
  const { body: _, ...rules } = operation.request;
  const sent = new URLSearchParams(query.map(([name, value]): [string, string] => [name, value]));
  const message = {
    method: 'GET',
    params,
    rawQuery: sent.toString(),
    header: () => undefined,
    readBody: async () => new Uint8Array(),
  };
  const parsed = await parseRequest(rules, operation.parseUrl(message), message).catch((error: unknown) => {
    if (error instanceof Problem && error.status === 400) return undefined;
    throw error;
  });
  if (parsed === undefined) return false;
  const { origin, basePath } = createUpstream(operation.upstream, address, '');
  const { target } = composeRequest(operation, parsed, 'id');
  const [path = '', search] = target.split('?');
  expectEqual(origin + basePath, address.replace(/\/$/, ''), 'Host and prefix are the setting’s.');
  expectEqual(new URL(origin + basePath + target).host, new URL(address).host, 'The host stays.');
  checkPath(basePath + path, basePath + operation.path, params);
  expectEqual(
    [...new URLSearchParams(search)].sort(),
    Object.entries(parsed.query).sort(),
    'The query is the parsed one.',
  );
  return true;
}
