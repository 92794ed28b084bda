/** What a request's body must have: its members, and their allowed values. */
import type { ErrorDetail } from './error.ts';

export interface Contract {
  /** The name of the contract. */
  readonly ref?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Contract>>;
  readonly items?: Contract;
  readonly values?: readonly unknown[];
  readonly anyOf?: readonly Contract[];
}

export type Contracts = Readonly<Record<string, Contract>>;

/** Lists what is invalid in a value, each with its path. */
export function listInvalid(contracts: Contracts, contract: Contract, value: unknown, target = ''): ErrorDetail[] {
  const { ref, required = [], properties, items, values, anyOf } = contract;
  const refuse = (message: string, member = target) => [{ code: 'invalid_value', target: member, message }];
  if (ref !== undefined) return listInvalid(contracts, contracts[ref] ?? {}, value, target);
  if (anyOf) {
    const all = anyOf.map((kind) => (kind.ref === undefined ? kind : (contracts[kind.ref] ?? {})));
    // Of a known type only its own contract counts.
    const known = all.filter((kind) => kind.properties?.['type']?.values?.includes(Object(value).type));
    const results = (known.length > 0 ? known : all).map((kind) => listInvalid(contracts, kind, value, target));
    return results.find((invalid) => invalid.length === 0) ?? results[0] ?? [];
  }
  if (values && !values.includes(value)) return refuse(`must be one of ${values.join(', ')}`);
  if (items && !Array.isArray(value)) return refuse('must be an array');
  if (items) return (value as unknown[]).flatMap((each, at) => listInvalid(contracts, items, each, `${target}[${at}]`));
  if (!properties) return [];
  if (typeof value !== 'object' || value === null) return refuse('must be an object');
  const toPath = (name: string) => (target === '' ? name : `${target}.${name}`);
  const members = value as Readonly<Record<string, unknown>>;
  return Object.entries(properties).flatMap(([name, member]) => {
    if (members[name] !== undefined) return listInvalid(contracts, member, members[name], toPath(name));
    return required.includes(name) ? refuse('is required', toPath(name)) : [];
  });
}
