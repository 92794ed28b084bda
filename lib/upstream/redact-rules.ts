/** What is removed from the body of a success: secrets by their names, and withheld texts. */
import { isJsonObject } from '../contracts/json-object.ts';
import { isSecretName } from '../contracts/secret-names.ts';
import { editJson, type JsonRules, toDropRules } from '../http/edit-json.ts';

/** Secrets are found by name, in known and unknown kinds; a resource's tags are the caller's own words. */
const REDACT_RULES: JsonRules = { dropMembersNamed: isSecretName, members: new Map([['tags', { keep: true }]]) };

/** In a page, the tags are those of its elements. */
const REDACT_PAGE_RULES: JsonRules = { ...REDACT_RULES, members: new Map([['value', { each: REDACT_RULES }]]) };

/** Paths lead from an element of the list; `'*'` stands for each element of an array. */
export interface Withheld {
  readonly list: string;
  /** An element is sensitive unless this is absent, null or false. */
  readonly flag: readonly string[];
  readonly texts: readonly (readonly string[])[];
}

/** What may be in the responses of an operation. */
interface Redacted {
  readonly effect: 'none' | 'changes';
  readonly returnsSecret?: true;
  readonly redactsSecrets?: boolean;
  readonly withheld?: Withheld;
  readonly paged?: unknown;
}

/** Returns the rules that remove secrets and withheld texts from a response; undefined where there are none. */
export function toRedactRules(operation: Redacted): JsonRules | undefined {
  if (operation.withheld) return toWithholdRules(operation.withheld);
  const mayHoldSecrets = operation.effect !== 'none' || operation.redactsSecrets;
  if (operation.returnsSecret || !mayHoldSecrets) return undefined;
  return operation.paged ? REDACT_PAGE_RULES : REDACT_RULES;
}

function toWithholdRules({ list, flag, texts }: Withheld): JsonRules {
  const dropTexts = toDropRules(texts);
  const given = new RegExp(String.raw`"${flag.at(-1)}"\s*:(?!\s*(?:false|null))`);
  // Most elements are not flagged, and need not be parsed to know it; a name can also be written with escapes.
  const mayBeFlagged = (text: string) => text.includes('\\u') || given.test(text);
  const isFlagged = (element: string) => {
    if (given.test(element)) return true;
    if (!element.includes('\\u')) return false;
    const value = flag.reduce<unknown>((object, name) => isJsonObject(object) && object[name], JSON.parse(element));
    return value !== undefined && value !== null && value !== false;
  };
  const replace = (element: string) => (isFlagged(element) ? editJson(element, dropTexts) : undefined);
  return { mayApply: mayBeFlagged, members: new Map([[list, { each: { replace } }]]) };
}
