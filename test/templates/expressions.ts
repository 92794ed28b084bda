/** Evaluates the expressions that a snapshot leaves open: what is known only in the cloud is `<property> of <resource>`. */

type Value = unknown;
type Scope = Readonly<Record<string, Value>>;
/** Returns its value; lambdas are called with what their variables are. */
type Expression = (scope: Scope) => Value;

const PUBLIC_CLOUD = {
  resourceManager: 'https://management.azure.com/',
  portal: 'https://portal.azure.com',
  authentication: { loginEndpoint: 'https://login.microsoftonline.com/' },
  suffixes: { storage: 'core.windows.net', keyvaultDns: '.vault.azure.net' },
};

/** Any of its members is known in the cloud only. */
const reference = (id: string) =>
  new Proxy({}, { get: (_, property) => `${String(property)} of ${id.split('/').at(-1)}` });

const entries = (list: Value) => Object.entries(Object(list)).map(([key, value]) => ({ key, value }));
type Lambda = (value: Value) => Value;

const FUNCTIONS: Readonly<Record<string, (...args: ReturnType<typeof JSON.parse>[]) => Value>> = {
  format: (text: string, ...values: Value[]) =>
    text.replace(/\{\{|\}\}|\{(\d+)\}/g, (found, at) => (at === undefined ? (found[0] as string) : String(values[at]))),
  environment: () => PUBLIC_CLOUD,
  reference,
  createArray: (...values: Value[]) => values,
  createObject: (...parts: Value[]) =>
    Object.fromEntries(parts.flatMap((name, at) => (at % 2 ? [] : [[name, parts[at + 1]]]))),
  union: (...objects: object[]) => Object.assign({}, ...objects),
  items: entries,
  map: (list: Value[], lambda: Lambda) => list.map(lambda),
  filter: (list: Value[], lambda: Lambda) => list.filter(lambda),
  toObject: (list: Value[], toKey: Lambda, toValue: Lambda) =>
    Object.fromEntries(list.map((each) => [toKey(each), toValue(each)])),
  not: (value: Value) => !value,
  empty: (value: Value) => (typeof value === 'string' ? value === '' : entries(value).length === 0),
  equals: (one: Value, other: Value) => one === other,
  if: (condition: Value, one: Value, other: Value) => (condition ? one : other),
  guid: (...parts: string[]) => `guid of ${parts.join(', ')}`,
  base64: (text: string) => Buffer.from(text).toString('base64'),
  newGuid: () => '00000000-0000-4000-8000-000000000000',
  replace: (text: string, from: string, to: string) => text.replaceAll(from, to),
  split: (text: string, by: string) => text.split(by),
  concat: (...lists: Value[]) => lists.flat(),
  resourceId: (...parts: string[]) => `/providers/${parts.slice(parts.findIndex((part) => /\./.test(part))).join('/')}`,
  extensionResourceId: (scope: string, type: string, name: string) => `${scope}/providers/${type}/${name}`,
};

const TOKEN = /\s*('(?:[^']|'')*'|[\w$]+|[(),.[\]])/y;

/** Returns the value of an expression without its brackets. @throws Error for a function that is not known here. */
export function evaluate(text: string): Value {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match; match = TOKEN.exec(text)) tokens.push(match[1] as string);
  return parse(tokens)({});
}

function parse(tokens: string[]): Expression {
  const token = tokens.shift() as string;
  let expression: Expression;
  if (token.startsWith("'")) expression = () => token.slice(1, -1).replaceAll("''", "'");
  else if (/^\d+$/.test(token)) expression = () => Number(token);
  else expression = parseCall(token, tokens);
  while (tokens[0] === '.' || tokens[0] === '[') {
    const isIndex = tokens.shift() === '[';
    const name = tokens.shift() as string;
    if (isIndex) tokens.shift();
    const owner = expression;
    expression = (scope) => Object(owner(scope))[name];
  }
  return expression;
}

function parseCall(name: string, tokens: string[]): Expression {
  const args: Expression[] = [];
  tokens.shift();
  while (tokens[0] !== ')') {
    args.push(parse(tokens));
    if (tokens[0] === ',') tokens.shift();
  }
  tokens.shift();
  if (['true', 'false', 'null'].includes(name)) return () => JSON.parse(name);
  if (name === 'lambdaVariables') return (scope) => scope[String(args[0]?.(scope))];
  if (name === 'lambda') {
    const [variable, body] = args as [Expression, Expression];
    return (scope) => (value: Value) => body({ ...scope, [String(variable(scope))]: value });
  }
  const call = FUNCTIONS[name];
  if (!call) throw new Error(`The function ${name} is not known to test/templates/expressions.ts.`);
  return (scope) => call(...args.map((arg) => arg(scope)));
}

/** Returns the value with every expression in it evaluated. */
export function evaluateAll(value: Value): Value {
  if (typeof value === 'string') return /^\[(?!\[)/.test(value) ? evaluateAll(evaluate(value.slice(1, -1))) : value;
  if (Array.isArray(value)) return value.map(evaluateAll);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, evaluateAll(member)]));
}
