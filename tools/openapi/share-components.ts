/** Moves what operations have in common to `components`: their failures, the parameters of more than one, and lists of values. */
import { isDeepStrictEqual } from 'node:util';
import type { Parameter } from './parameters.ts';
import type { DescribedResponse, JsonContent } from './responses.ts';
import type { JsonSchema } from './schemas.ts';

interface DescribedOperation {
  readonly operationId: string;
  readonly parameters: readonly Parameter[];
  readonly responses: Readonly<Record<string, DescribedResponse>>;
}

type Paths = Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;

/** Returns the paths with references, and the components by name. */
export function shareComponents(paths: Paths) {
  const all = Object.values(paths).flatMap((methods) => Object.values(methods).flatMap((each) => each.parameters));
  const isShared = (one: Parameter) => all.filter((other) => isDeepStrictEqual(one, other)).length > 1;
  const parameters = new Components<Parameter>('parameters', isDeepStrictEqual);
  const responses = new Components<DescribedResponse>('responses', isSameFailure, mergeExamples);
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
        ? responses.refer(
            `${toErrorName(response)}${status === 'default' ? 'Other' : status}`,
            nameExample(response, operation.operationId),
          )
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
  readonly #merge: (known: C, other: C) => C;

  constructor(kind: string, isSame: (a: C, b: C) => boolean, merge = (known: C, _other: C) => known) {
    this.#kind = kind;
    this.#isSame = isSame;
    this.#merge = merge;
  }

  /** Returns a reference to the component, whose name has a number if others have the name. It has the examples of all. */
  refer(name: string, component: C) {
    for (let number = 1; ; number++) {
      const numbered = number === 1 ? name : `${name}-${number}`;
      const known = this.byName[numbered];
      if (known !== undefined && !this.#isSame(known, component)) continue;
      this.byName[numbered] = known === undefined ? component : this.#merge(known, component);
      return { $ref: `#/components/${this.#kind}/${numbered}` };
    }
  }
}

/** Their examples differ. */
function isSameFailure(one: DescribedResponse, other: DescribedResponse): boolean {
  return one.description === other.description && isDeepStrictEqual(one.headers, other.headers);
}

/** Puts the example of a failure under the operation's name: operations share the rest. */
function nameExample(failure: DescribedResponse, name: string): DescribedResponse {
  const { example, ...json } = toJson(failure);
  return withJson(failure, { ...json, ...(example !== undefined && { examples: { [name]: { value: example } } }) });
}

function mergeExamples(known: DescribedResponse, other: DescribedResponse): DescribedResponse {
  const [json, { examples }] = [toJson(known), toJson(other)];
  return examples ? withJson(known, { ...json, examples: { ...json.examples, ...examples } }) : known;
}

function toJson({ content }: DescribedResponse): JsonContent {
  if (content === undefined) throw new Error('A failure has a body.');
  return content['application/json'];
}

const withJson = (failure: DescribedResponse, json: JsonContent) => ({
  ...failure,
  content: { 'application/json': json },
});

function toErrorName(failure: DescribedResponse): string {
  return toJson(failure).schema.$ref?.split('/').at(-1) ?? 'Error';
}

export function mapValues<V, W>(
  record: Readonly<Record<string, V>>,
  map: (value: V, key: string) => W,
): Record<string, W> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]));
}
