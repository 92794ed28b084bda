/** Reads an upstream's error in its format, limited to what the caller may see. Source: S1-52, S3-28. */
import { isJsonObject, type JsonObject } from '../contracts/json-object.ts';
import type { ErrorFormat, FoundError } from '../http/error-formats.ts';
import type { HttpResponse } from '../http/http-client.ts';
import { decodeUtf8, findExcess, skipByteOrderMark, tryParseJson } from '../http/json-text.ts';
import { isJsonLikeMediaType } from '../http/message.ts';
import type { ProblemDetail } from '../http/problem.ts';
import type { Redactor } from './redact.ts';

const MAX_TEXT = 2_000;
const MAX_DETAILS = 50;
const MAX_DEPTH = 4;
const BODY_LIMITS = { levels: 32, values: 20_000 };

/** Returns undefined if the body has no error in this format; `redact` is applied to every text. */
export function readUpstreamError(
  { headers, body }: HttpResponse,
  format: ErrorFormat,
  redact: Redactor,
): ProblemDetail | undefined {
  if (!isJsonLikeMediaType(headers['content-type'])) return undefined;
  const text = decodeUtf8(skipByteOrderMark(body));
  const value = text === undefined || findExcess(text, BODY_LIMITS) ? undefined : tryParseJson(text);
  return isJsonObject(value) ? redactErrors([format.read(value)], redact, 0)[0] : undefined;
}

function redactErrors(errors: readonly FoundError[], redact: Redactor, depth: number): ProblemDetail[] {
  if (depth > MAX_DEPTH) return [];
  return errors
    .filter(({ code, message }) => typeof code === 'string' || typeof message === 'string')
    .slice(0, MAX_DETAILS)
    .map(({ code, target, message, details: listed = [], innerError, additionalInfo }) => {
      const details = redactErrors(listed, redact, depth + 1);
      return {
        code: readText(code, redact),
        ...(typeof target === 'string' ? { target: readText(target, redact) } : {}),
        message: readText(message, redact),
        ...(details.length > 0 ? { details } : {}),
        ...(isJsonObject(innerError) ? { innerError: readInnerError(innerError, redact, 0) } : {}),
        ...(Array.isArray(additionalInfo) ? { additionalInfo: readAdditionalInfo(additionalInfo, redact) } : {}),
      };
    });
}

function readInnerError({ code, message, innererror }: JsonObject, redact: Redactor, depth: number): unknown {
  return {
    ...(typeof code === 'string' ? { code: readText(code, redact) } : {}),
    ...(typeof message === 'string' ? { message: readText(message, redact) } : {}),
    ...(isJsonObject(innererror) && depth < MAX_DEPTH
      ? { innererror: readInnerError(innererror, redact, depth + 1) }
      : {}),
  };
}

function readAdditionalInfo(entries: readonly unknown[], redact: Redactor): unknown {
  return entries
    .filter(isJsonObject)
    .slice(0, MAX_DETAILS)
    .map(({ type, info }) => ({
      type: readText(type, redact),
      ...(isJsonObject(info) ? { info: redactStrings(info, redact) } : {}),
    }));
}

function redactStrings(value: unknown, redact: Redactor): unknown {
  if (typeof value === 'string') return readText(value, redact);
  if (typeof value === 'number') return redact(String(value)) === String(value) ? value : redact(String(value));
  if (Array.isArray(value)) return value.map((element) => redactStrings(element, redact));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [readText(name, redact), redactStrings(member, redact)]),
  );
}

function readText(value: unknown, redact: Redactor): string {
  return typeof value === 'string' ? redact(value).slice(0, MAX_TEXT) : '';
}
