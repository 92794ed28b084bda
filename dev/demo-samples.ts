/** The sample requests of docs/openapi.json, one for each operation. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StackFile } from './start/stack-file.ts';

export interface Sample {
  readonly operation: string;
  readonly title: string;
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly example?: unknown;
}

interface Described {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example: unknown }>> };
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: { readonly parameters: Readonly<Record<string, Parameter>> };
}

/** Returns the samples by operation, in the document's order, for Frontdesk at this origin. */
export function readSamples({
  profile,
  frontdesk,
}: Pick<StackFile, 'profile' | 'frontdesk'>): ReadonlyMap<string, Sample> {
  const file = join(
    import.meta.dirname,
    '../docs',
    profile === 'microsoft' ? 'openapi.microsoft.json' : 'openapi.json',
  );
  const { paths, components }: Document = JSON.parse(
    readFileSync(file, 'utf8').replaceAll('http://127.0.0.1:7071', frontdesk),
  );
  const resolve = (each: Parameter) => components.parameters[each.$ref?.split('/').at(-1) ?? ''] ?? each;
  const samples = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => {
      const sample = { method: method.toUpperCase(), ...compose(path, described.parameters.map(resolve)) };
      const body = described.requestBody?.content['application/json']?.example;
      return { operation: described.operationId, title: described.summary, ...sample, body };
    }),
  );
  return new Map(samples.map((sample) => [sample.operation, sample]));
}

function compose(path: string, parameters: readonly Parameter[]): Pick<Sample, 'target' | 'headers'> {
  const list = (place: Parameter['in']): [string, string][] =>
    parameters.flatMap((each) =>
      each.in === place && each.example !== undefined ? [[each.name, String(each.example)]] : [],
    );
  const params = Object.fromEntries(list('path'));
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
  const isConditional = parameters.some(({ name, required }) => name === 'If-Match' && required);
  return {
    target: `${filled}?${new URLSearchParams(list('query'))}`,
    headers: isConditional ? { 'if-match': '*' } : {},
  };
}
