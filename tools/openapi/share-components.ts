/** Moves what operations have in common to `components`: their failures, the parameters of more than one, and lists of values. */
import { isDeepStrictEqual } from 'node:util';
import type { Parameter } from './parameters.ts';
import type { DescribedResponse } from './responses.ts';
import type { JsonSchema } from './schemas.ts';

interface DescribedOperation {
  readonly parameters: readonly Parameter[];
  readonly responses: Readonly<Record<string, DescribedResponse>>;
}

type Paths = Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;

/** Returns the paths with references, and the components by name. */
export function shareComponents(paths: Paths) {
  const all = Object.values(paths).flatMap((methods) => Object.values(methods).flatMap((each) => each.parameters));
  const isShared = (one: Parameter) => all.filter((other) => isDeepStrictEqual(one, other)).length > 1;
  const parameters = new Components<Parameter>('parameters', isDeepStrictEqual);
  const responses = new Components<DescribedResponse>('responses', isSameFailure);
  const lists = new Components<JsonSchema>('schemas', isDeepStrictEqual);
  const shareList = (parameter: Parameter): Parameter => {
    const { title, ...schema } = parameter.schema;
    return title ? { ...parameter, schema: lists.refer(title, schema) } : parameter;
  };
  const share = (operation: DescribedOperation) => ({
    ...operation,
    parameters: operation.parameters.map((parameter) =>
      isShared(parameter)
        ? parameters.refer(parameter.name.replace('$', ''), shareList(parameter))
        : shareList(parameter),
    ),
    responses: mapValues(operation.responses, (response, status) =>
      /^[45d]/.test(status)
        ? responses.refer(`${toErrorName(response)}${status === 'default' ? 'Other' : status}`, response)
        : response,
    ),
  });
  return {
    paths: mapValues(paths, (methods) => mapValues(methods, share)),
    parameters: parameters.byName,
    responses: responses.byName,
    lists: lists.byName,
  };
}

class Components<C extends Parameter | DescribedResponse | JsonSchema> {
  readonly byName: Record<string, C> = {};
  readonly #kind: string;
  readonly #isSame: (a: C, b: C) => boolean;

  constructor(kind: string, isSame: (a: C, b: C) => boolean) {
    this.#kind = kind;
    this.#isSame = isSame;
  }

  /** Returns a reference to the component, whose name has a number if others have the name. The first example is kept. */
  refer(name: string, component: C) {
    for (let number = 1; ; number++) {
      const numbered = number === 1 ? name : `${name}-${number}`;
      const known = this.byName[numbered] ?? component;
      if (!this.#isSame(known, component)) continue;
      this.byName[numbered] = hasExample(known) ? known : component;
      return { $ref: `#/components/${this.#kind}/${numbered}` };
    }
  }
}

function hasExample(component: object): boolean {
  return JSON.stringify(component).includes('"example":');
}

/** Their examples differ. */
function isSameFailure(one: DescribedResponse, other: DescribedResponse): boolean {
  return one.description === other.description && isDeepStrictEqual(one.headers, other.headers);
}

function toErrorName({ content }: DescribedResponse): string {
  return content?.['application/json'].schema.$ref?.split('/').at(-1) ?? 'Error';
}

export function mapValues<V, W>(
  record: Readonly<Record<string, V>>,
  map: (value: V, key: string) => W,
): Record<string, W> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]));
}
