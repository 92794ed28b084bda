/** Decides whether a request is valid, by the specification's rules and without the pipeline's code. */
import { isUtf8 } from 'node:buffer';
import * as z from 'zod';
import { companies, subscriptions } from '../../../dev/seed.ts';
import { FULL_ID } from './from-schema.ts';
import { decode, depthOf, type JsonTree, listValues, mapTree, readTree, writeTree } from './json-tree.ts';
import type { FuzzRequest } from './requests.ts';
import { isGoodToken } from './tokens.ts';
import { REDIRECT_ORIGIN } from './upstream.ts';

/** `unsure`: the specification allows both. */
export type Verdict = 'valid' | 'invalid' | 'unsure';

const MAX_DEPTH = 32;
const MAX_BODY_BYTES = 65_536;
const GRANTED: Readonly<Record<string, string>> = {
  subscriptionId: subscriptions.contoso,
  companyId: companies.contoso,
};

export function classifyRequest(request: FuzzRequest): Verdict {
  const verdicts = [
    toVerdict(isGoodToken(request.token) && isGranted(request)),
    classifyParams(request),
    classifyQuery(request),
    classifyHeaders(request),
    classifyBody(request),
  ];
  if (verdicts.includes('invalid')) return 'invalid';
  return verdicts.includes('unsure') ? 'unsure' : 'valid';
}

function toVerdict(isValid: boolean): Verdict {
  return isValid ? 'valid' : 'invalid';
}

function isGranted({ params }: FuzzRequest): boolean {
  return Object.entries(GRANTED).every(([name, id]) => (params[name] ?? id).toLowerCase() === id);
}

/** Values must be one segment for every URL parser. Printable ASCII certainly is. */
function classifyParams({ operation, params }: FuzzRequest): Verdict {
  const values = Object.values(params);
  const isSegment = values.every(
    (value) => value.length <= 260 && !/^\.{0,2}(?:;|$)|[/\\%?#\p{Cc}\p{Cs}]/u.test(value),
  );
  if (!isSegment || !operation.request.params.safeParse(params).success) return 'invalid';
  return values.every((value) => /^[ -~]+$/.test(value)) ? 'valid' : 'unsure';
}

function classifyQuery({ operation, query }: FuzzRequest): Verdict {
  const { apiVersions, query: schema } = operation.request;
  const declared = [...(apiVersions ? ['api-version'] : []), ...Object.keys(schema?.shape ?? {})];
  const names = query.map(([sent]) => declared.find((name) => name.toLowerCase() === sent.toLowerCase()));
  const given = Object.fromEntries(query.map(([, value], index) => [names[index] ?? '', value]));
  const { 'api-version': version = '', ...others } = given;
  return toVerdict(
    names.every((name) => name !== undefined) &&
      new Set(names).size === names.length &&
      (!apiVersions || apiVersions.includes(version)) &&
      // No page token was issued.
      !names.includes('$skipToken') &&
      query.every(([, value]) => value.isWellFormed()) &&
      (!schema || schema.safeParse(others).success),
  );
}

function classifyHeaders(request: FuzzRequest): Verdict {
  const { operation, headers } = request;
  if (operation.method !== 'GET' && !arePreconditionsRelayed(request)) return 'invalid';
  if (operation.request.preconditions?.ifMatch === 'required' && headers['if-match'] === undefined) return 'invalid';
  if (!operation.request.body) return 'valid';
  if (isBodyAbsent(request)) return 'valid';
  const isJson = /^application\/json(?:; charset=utf-8)?$/i.test(headers['content-type'] ?? '');
  return toVerdict(isJson && (headers['content-encoding'] ?? 'identity') === 'identity');
}

/** None may be ignored: each is one that the operation documents, or the request is refused. */
function arePreconditionsRelayed({ operation, headers }: FuzzRequest): boolean {
  const { preconditions } = operation.request;
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = headers;
  if (headers['if-modified-since'] !== undefined || headers['if-unmodified-since'] !== undefined) return false;
  if (ifMatch !== undefined && !(preconditions && isOneTag(ifMatch))) return false;
  if (ifNoneMatch === undefined) return true;
  return preconditions?.ifNoneMatch !== undefined && ifNoneMatch === '*' && ifMatch === undefined;
}

/** `*`, a quoted tag, or a token without a quote, a comma or an asterisk. */
function isOneTag(value: string): boolean {
  if (!/^[!-~]{1,1024}$/.test(value)) return false;
  if (value === '*') return true;
  const inner = /^"(.*)"$/.exec(value)?.[1];
  return inner === undefined ? !/[",*]/.test(value) : !inner.includes('"');
}

/** An optional body has no bytes; the headers about it then mean nothing. */
function isBodyAbsent({ operation, body }: FuzzRequest): boolean {
  return operation.request.isBodyOptional === true && body.length === 0;
}

function classifyBody(request: FuzzRequest): Verdict {
  const { operation, body } = request;
  const { body: schema, maxBodyBytes = MAX_BODY_BYTES } = operation.request;
  if (!schema || isBodyAbsent(request)) return 'valid';
  if (body.length > maxBodyBytes || !isUtf8(body)) return 'invalid';
  const text = body.toString();
  const value = parse(text);
  if (value === undefined || depthOf(text) > MAX_DEPTH) return 'invalid';
  const values = listValues(readTree(text));
  if (!values.every(isUnambiguous)) return 'invalid';
  if (!isRedirectAllowed(value)) return 'invalid';
  const exact = mapTree(readTree(text), (one) => (/^-?\d/.test(one) && !isExact(one) ? '1e999' : one));
  // No rule takes an infinite number, so a number that is not exact is rejected where a rule reads it, and only there.
  if (!z.safeParse(schema, JSON.parse(writeTree(exact))).success) return 'invalid';
  return values.some(isDamagedId) ? 'unsure' : 'valid';
}

/** An id with a byte too many may still be one, of something that is not granted. */
function isDamagedId(tree: JsonTree): boolean {
  if (tree.kind !== 'scalar' || !tree.text.startsWith('"')) return false;
  const text = decode(tree.text);
  return text !== FULL_ID && FULL_ID.split('/').some((part) => part.length > 8 && text.includes(part));
}

function isRedirectAllowed(value: unknown): boolean {
  const { postLoginRedirectUrl: url } = (value ?? {}) as Record<string, unknown>;
  if (typeof url !== 'string') return true;
  return url.startsWith(REDIRECT_ORIGIN) && /^(?:[/?#][!-~]*)?$/.test(url.slice(REDIRECT_ORIGIN.length));
}

/** True if a double represents the number exactly. */
function isExact(text: string): boolean {
  if (!Number.isFinite(Number(text))) return false;
  return toPlain(text) === toPlain(String(Number(text)));
}

/** Returns the significant digits and the power of ten. */
function toPlain(text: string): string {
  const [, sign, whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const kept = digits.replace(/0+$/, '');
  return kept === '' ? '0' : `${sign}${kept}e${Number(exponent) - fraction.length + digits.length - kept.length}`;
}

function isUnambiguous(tree: JsonTree): boolean {
  if (tree.kind === 'array') return true;
  if (tree.kind === 'scalar') {
    return !tree.text.startsWith('"') || decode(tree.text).isWellFormed();
  }
  const names = tree.members.map(({ name }) => decode(name));
  return (
    new Set(names).size === names.length && !names.includes('__proto__') && names.every((name) => name.isWellFormed())
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
