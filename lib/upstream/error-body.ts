/** An upstream's own error, read in every published shape and cut to what the caller may see. Source: public-cloud 1.0 to 1.7. */
import { isJsonObject } from '../contracts/json-object.ts';
import { isJsonLikeMediaType } from '../http/headers.ts';
import { decodeUtf8, isDeeperThan, tryParseJson } from '../http/parse-json.ts';
import type { ProblemDetail } from '../http/problem.ts';
import type { UpstreamAnswer } from './transport.ts';

export interface UpstreamError {
  readonly code: string;
  readonly message: string;
  readonly target?: string;
  readonly details: readonly ProblemDetail[];
  readonly innerError?: unknown;
  readonly additionalInfo?: unknown;
}

/** Answers text with everything that must not go down taken out. */
export type Redactor = (text: string) => string;

const MAX_TEXT = 2_000;
const MAX_DETAILS = 50;
const MAX_DEPTH = 4;

/** Answers the error in an answer's body, or undefined when there is none that is readable. */
export function readUpstreamError(answer: UpstreamAnswer, mask: Redactor): UpstreamError | undefined {
  if (!isJsonLikeMediaType(answer.headers['content-type'])) return undefined;
  const text = decodeUtf8(answer.body);
  const body = text === undefined || isDeeperThan(32, text) ? undefined : tryParseJson(text);
  const error = isJsonObject(body) && isJsonObject(body['error']) ? body['error'] : body;
  if (!isJsonObject(error)) return undefined;
  const [detail] = readDetails([error], mask, 0);
  if (!detail) return undefined;
  const { details = [], ...own } = detail;
  const bare =
    typeof error['details'] === 'string' ? [{ code: own.code, message: toText(error['details'], mask) }] : [];
  return {
    ...own,
    details: [...bare, ...details],
    ...(isJsonObject(error['innererror']) ? { innerError: readInnerError(error['innererror'], mask, 0) } : {}),
    ...(Array.isArray(error['additionalInfo'])
      ? { additionalInfo: readAdditionalInfo(error['additionalInfo'], mask) }
      : {}),
  };
}

function readDetails(errors: readonly unknown[], mask: Redactor, depth: number): ProblemDetail[] {
  if (depth > MAX_DEPTH) return [];
  return errors
    .filter(isJsonObject)
    .filter((error) => typeof error['code'] === 'string' || typeof error['message'] === 'string')
    .slice(0, MAX_DETAILS)
    .map((error) => {
      const details = Array.isArray(error['details']) ? readDetails(error['details'], mask, depth + 1) : [];
      return {
        code: toText(error['code'], mask),
        ...(typeof error['target'] === 'string' ? { target: toText(error['target'], mask) } : {}),
        message: toText(error['message'], mask),
        ...(details.length > 0 ? { details } : {}),
      };
    });
}

function readInnerError(error: Record<string, unknown>, mask: Redactor, depth: number): unknown {
  const inner = error['innererror'];
  return {
    ...(typeof error['code'] === 'string' ? { code: toText(error['code'], mask) } : {}),
    ...(typeof error['message'] === 'string' ? { message: toText(error['message'], mask) } : {}),
    ...(isJsonObject(inner) && depth < MAX_DEPTH ? { innererror: readInnerError(inner, mask, depth + 1) } : {}),
  };
}

function readAdditionalInfo(entries: readonly unknown[], mask: Redactor): unknown {
  return entries
    .filter(isJsonObject)
    .slice(0, MAX_DETAILS)
    .map(({ type, info }) => ({
      type: toText(type, mask),
      ...(isJsonObject(info) ? { info: maskStrings(info, mask) } : {}),
    }));
}

function maskStrings(value: unknown, mask: Redactor): unknown {
  if (typeof value === 'string') return toText(value, mask);
  if (typeof value === 'number') return mask(String(value)) === String(value) ? value : mask(String(value));
  if (Array.isArray(value)) return value.map((element) => maskStrings(element, mask));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [toText(name, mask), maskStrings(member, mask)]),
  );
}

function toText(value: unknown, mask: Redactor): string {
  return typeof value === 'string' ? mask(value).slice(0, MAX_TEXT) : '';
}
