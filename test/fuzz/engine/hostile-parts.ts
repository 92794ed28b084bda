/** Parts that are refused, whatever the caller may do (A75, A76), and what makes a batch malformed (A77). */
import fc from 'fast-check';
import type { CompiledOperation } from '../../../lib/compile-operation.ts';
import { toBatchText, toUrl } from './messages.ts';
import { oddText } from './odd-values.ts';
import { toPlainRequest } from './requests.ts';

export interface HostilePart {
  readonly kind: string;
  /** Of its response. */
  readonly status: number;
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly dependsOn?: readonly string[];
}

const PAGES = ['/', '', '/healthz', '/readyz', '/openapi.json', '/docs', '/console', '/console/api', '/admin/host'];
const BATCHES = ['$batch', '/$batch', '/%24batch', '/v1.0/$BATCH?x=1', '//$batch', '/%24%62atch/'];
const OWN_HEADERS = ['Authorization', 'HOST', 'connection', 'Transfer-Encoding', 'proxy-authorization', 'te'];

export function hostileParts(operations: readonly CompiledOperation[]): fc.Arbitrary<HostilePart> {
  const plain = operations.map((operation) => ({ operation, url: toUrl(toPlainRequest(operation)) }));
  const isWrite = ({ operation }: (typeof plain)[number]) => operation.attempts.idempotency !== 'safe';
  const gets = plain.filter(({ operation }) => operation.method === 'GET').map(({ url }) => url);
  const url = fc.constantFrom(...gets);
  const get =
    (kind: string, status: number) =>
    (text: string): HostilePart => ({ kind, status, method: 'GET', url: text });
  return fc.oneof(
    url.map((path) => get('absolute url', 400)(`https://127.0.0.1${path}`)),
    url.map((path) => get('host', 400)(`//127.0.0.1${path}`)),
    url.map((path) => get('backslash', 400)(`/\\127.0.0.1${path}`)),
    url.map((path) => get('fragment', 400)(`${path}#x`)),
    url.map((path) => get('half a character', 400)(path.replace(/^\/[^?]*/, '$&%e2%82'))),
    url.map((path) => get('long url', 400)(`${path}&x=${'1'.repeat(8_000)}`)),
    url.map((path) => get('dot segment', 404)(`/companies/..${path}`)),
    fc.constantFrom(...PAGES).map(get('page', 404)),
    fc.constantFrom(...BATCHES).map(get('nested batch', 400)),
    fc.constantFrom(...plain.filter(isWrite)).map((write) => ({
      ...get('write', 400)(write.url),
      method: write.operation.method,
      body: {},
    })),
    fc.tuple(url, fc.constantFrom('PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE')).map(([, method]) => ({
      ...get('method', 404)('/companies'),
      method,
    })),
    fc.tuple(url, fc.constantFrom(...OWN_HEADERS)).map(([path, name]) => ({
      ...get('own header', 400)(path),
      headers: { [name]: 'Bearer x' },
    })),
    fc.tuple(url, oddText).map(([path, name]) => ({
      ...get('odd header name', 400)(path),
      headers: { [`${name.toWellFormed()}\n`]: '1' },
    })),
    url.map((path) => ({ ...get('header twice', 400)(path), headers: { 'If-None-Match': '*', 'if-none-match': '*' } })),
    url.map((path) => ({ ...get('line break in a header', 400)(path), headers: { prefer: 'a\r\nAuthorization: x' } })),
    url.map((path) => ({ ...get('dependency', 400)(path), dependsOn: ['0'] })),
    url.map((path) => ({ ...get('body of a GET', 400)(path), body: {} })),
  );
}

/** Breaks the form of a batch: returns its body from the texts of its parts. */
export type Flaw = (texts: readonly string[]) => string;

const change =
  (from: RegExp, to: string): Flaw =>
  ([first = '', ...others]) =>
    toBatchText([first.replace(from, to), ...others]);
/** The first id of a part's text. */
const ID = /^\{"id":"(?:[^"\\]|\\.)*"/;

export const FLAWS: Readonly<Record<string, Flaw>> = {
  'id twice': (texts) => toBatchText([...texts, texts[0] as string]),
  'no id': change(ID, '{"x":1'),
  'empty id': change(ID, '{"id":""'),
  'long id': change(ID, `{"id":"${'1'.repeat(65)}"`),
  'id of another type': change(ID, '{"id":1'),
  'id with a line break': change(ID, '{"id":"1\\n{}"'),
  'id of another script': change(ID, '{"id":"é"'),
  'member twice': change(ID, '{"id":"1","id":"2"'),
  prototype: change(ID, '{"id":"1","__proto__":{}'),
  'too many': (texts) =>
    toBatchText(Array.from({ length: 21 }, (_, id) => (texts[0] as string).replace(ID, `{"id":"${id}"`))),
  none: () => toBatchText([]),
  'no list': ([first = '']) => `{"requests":${first}}`,
  'a list': (texts) => `[${texts.join()}]`,
  cut: (texts) => toBatchText(texts).slice(0, -2),
  'a body that is no JSON': ([first = '', ...others]) => toBatchText([`${first.slice(0, -1)},"body":{,}}`, ...others]),
  deep: ([first = '', ...others]) =>
    toBatchText([`${first.slice(0, -1)},"x":${'['.repeat(70)}${']'.repeat(70)}}`, ...others]),
  large: (texts) => toBatchText(texts) + ' '.repeat(256 * 1024),
  empty: () => '',
};
