/** Writes names and sentences, and replaces those of the cloud. */
import { resourceGroup, subscriptions } from '../../dev/seed.ts';

/** Returns a TypeScript string. */
export const quote = (text: string): string => JSON.stringify(text);

/** Returns the first sentence, in one line of ASCII; of a long one, the first words. */
export function toSentence(text: string): string {
  const line = text.replace(/<[^>]*>|[^\x21-\x7e]+/g, ' ').trim();
  const [sentence = ''] = line.split(/(?<=[.!?]) /);
  return sentence.length <= 100 ? sentence : `${sentence.slice(0, 97).replace(/\W*\s\S*$/, '')}...`;
}

export function toPascal(text: string): string {
  return text.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, first: string) => first.toUpperCase());
}

export const toKebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** `driveProtectionUnit-id` and `company_id` as we write them. */
export const toParameterName = (name: string) => name.replace(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase());

/** Returns the path in the specification's names. */
export function toPath(path: string): string {
  const named = path.replace(/\{([^}]+)\}/g, (_, name: string) => `{${toParameterName(name)}}`);
  return named.replace(/\/Microsoft\./g, '/Vendor.').replace(/^\/documentintelligence\//, '/vendor-docs/');
}

/** `createDisk` is "Create disk". */
export function toWords(name: string): string {
  return toPascal(name).replace(/(?<!^)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** Ours have the same middle, unlike those that are made at run time. */
const UUID = /\b([\da-f]{8})-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-([\da-f]{12})\b/gi;

/** Returns the value with the names of the specification, and its resources as those of the local stack. */
export function localize<T>(value: T): T {
  const text = JSON.stringify(value)
    .replace(/\bMicrosoft\.(?=[A-Z])/g, 'Vendor.')
    .replaceAll('#microsoft.graph', '#vendor.graph')
    .replace(UUID, '$1-0000-4000-8000-$2')
    .replace(/(\/subscriptions\/)[^/"]+/gi, `$1${subscriptions.contoso}`)
    .replace(/(\/resourceGroups\/)[^/"]+/gi, `$1${resourceGroup}`);
  return JSON.parse(text);
}
