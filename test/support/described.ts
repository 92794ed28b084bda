/** Holds every answer of an operation against the document: what is not described, no operation may answer. */
import { readFileSync } from 'node:fs';
import { DOCUMENT_FILES } from '../../tools/openapi/document-file.ts';
import { type DescribedOperation, type Document, listOperations } from './openapi.ts';

interface Asked {
  readonly method: string;
  /** Path and query as sent. */
  readonly path: string;
}

interface Answered {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

interface Described {
  readonly route: RegExp;
  readonly operation: DescribedOperation;
}

/** Names what no operation may answer: the file's documents are read at the first answer. */
export type RequireDescribed = (asked: Asked, answered: Answered) => void;

/** Answers a function that throws for an answer which the profile's document does not describe: status, own code, fields. */
export function describeAnswers(profile: keyof typeof DOCUMENT_FILES): RequireDescribed {
  let read: { readonly operations: readonly Described[]; readonly ownCodes: ReadonlySet<string> } | undefined;
  return (asked, answered) => {
    // Without an id it is the host's answer, or a page's: no operation was asked.
    if (!('x-ms-request-id' in answered.headers)) return;
    read ??= readDescribed(profile);
    const found = read.operations.find(({ route }) => route.test(`${asked.method} ${toPathname(asked.path)}`));
    if (!found) throw new Error(`${asked.method} ${asked.path} is answered by an operation that is not described.`);
    const complaint = findComplaint(found.operation, answered, read.ownCodes);
    if (complaint) throw new Error(`${found.operation.operationId} answers ${answered.status}: ${complaint}.`);
  };
}

function readDescribed(profile: keyof typeof DOCUMENT_FILES) {
  const document: Document = JSON.parse(readFileSync(DOCUMENT_FILES[profile], 'utf8'));
  const operations = listOperations(document).map(({ path, method, operation }) => ({
    route: new RegExp(`^${method} ${toPattern(path)}/?$`, 'i'),
    operation,
  }));
  const descriptions = operations.flatMap(({ operation }) =>
    Object.values(operation.responses).map(({ description }) => description),
  );
  return { operations, ownCodes: new Set(descriptions.flatMap(listCodes)) };
}

function toPattern(path: string): string {
  return path.replace(/[.()]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+');
}

/** As the host sees it, so far as literals go: a target may be a whole address, dot segments are removed, `%2F` stays. */
function toPathname(target: string): string {
  const address = target.startsWith('/') ? `http://host${target}` : target;
  // What a URL would take for something else is text here.
  const { pathname } = new URL(address.replace(/[\\#\t\r\n]/g, encodeURIComponent));
  return pathname.replace(/%(?!2f)([\da-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Our own failures stand in a description as `code`: text. */
function listCodes(description: string): string[] {
  return Array.from(description.matchAll(/^`(\w+)`: /gm), ([, code]) => code as string);
}

function findComplaint(
  { responses }: DescribedOperation,
  { status, headers, text }: Answered,
  ownCodes: ReadonlySet<string>,
): string | undefined {
  const code = readCode(text);
  const isOwn = code !== undefined && ownCodes.has(code);
  const response = responses[status] ?? (status >= 400 && status < 500 && !isOwn ? responses['4XX'] : undefined);
  if (!response) return 'the status is not described';
  if (isOwn && !listCodes(response.description).includes(code)) return `the code ${code} is not described`;
  const described = Object.keys(response.headers).map((name) => name.toLowerCase());
  const untold = FIELDS.filter((name) => name in headers && !described.includes(name));
  return untold.length > 0 ? `the field ${untold.join(', ')} is not described` : undefined;
}

/** What an operation says beside its content; the rest is the host's. */
const FIELDS = [
  ...['cache-control', 'etag', 'cache-status', 'age', 'retry-after', 'www-authenticate', 'x-frontdesk-outcome'],
];

/** Every error shape has its code at the top or in `error`. */
function readCode(text: string): string | undefined {
  try {
    const { error, code } = JSON.parse(text);
    return error?.code ?? code;
  } catch {
    return undefined;
  }
}
