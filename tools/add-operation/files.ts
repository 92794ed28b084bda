/** Composes an operation's files: its definition, contract, example and test, and its entry in the list. */
import { existsSync, readFileSync } from 'node:fs';
import { NAMED_VALUES } from '../../lib/contracts/path-values.ts';
import { UPSTREAMS, type UpstreamEntry, type UpstreamName } from '../../lib/upstream/upstreams.ts';
import { CliError } from '../access/cli.ts';
import type { Choices } from '../add-operation.ts';
import { tidy } from '../generate/format.ts';
import { quote, toKebab, toParameterName, toPascal, toPath, toSentence, toWords } from '../generate/names.ts';
import { Contract, composeRule, composeScalar } from './contract.ts';
import { composeExample } from './example.ts';
import type { Part, Published } from './read-definition.ts';

/** Formatting removes the imports that a file does not use. */
const IMPORTS = `import * as z from 'zod';
import { filterExpression, nameList, wholeNumber } from '../lib/contracts/odata-query.ts';
import { guid, pathValue, resourceName } from '../lib/contracts/path-values.ts';
import { openList } from '../lib/contracts/schema/annotations.ts';
import { expression, singleLine } from '../lib/contracts/schema/scalars.ts';
import { defineOperation } from '../lib/operation.ts';`;
const CONTRACT_IMPORTS = `import * as z from 'zod';
import { anyText, openList, resourceId, writeOnly } from './schema/annotations.ts';
import { change, discriminator, inline, kinds, object, readOnly, requiredInRequest } from './schema/resource.ts';
import { dateTime, guid, int32 } from './schema/scalars.ts';`;

/** Contracts of more lines are written less deep. */
const MAX_LINES = 240;

/** Returns the texts by their paths, and what the contract does not check. */
export function composeFiles(published: Published, choices: Choices) {
  const { name, upstream } = choices;
  const definition = `functions/${toKebab(name)}.ts`;
  if (existsSync(definition))
    throw new CliError(`${definition} exists. Add --name, or delete it and its entry in functions/operations.ts.`, 2);
  const files = new Map<string, string>();
  const write = (file: string, text: string) => files.set(file, tidy(text, file));
  const contractFile = `lib/contracts/${toKebab(name)}.ts`;
  const isLong = () => (files.get(contractFile) ?? '').split('\n').length > MAX_LINES;
  const example = composeExample(published, upstream);
  let contract: Contract | undefined;
  for (let maxDepth = 12; published.body && (!contract || isLong()); maxDepth--) {
    contract = new Contract(published, nameContract(published, name), example.request.body, maxDepth);
    write(contractFile, `/** The body of ${name}, as published. */\n${CONTRACT_IMPORTS}\n\n${contract.text}\n`);
  }
  write(definition, composeDefinition(published, choices, contract));
  const refused = [...(contract?.refused.values() ?? [])].slice(0, 20);
  write(`dev/upstream/examples/${name}.json`, JSON.stringify({ ...example, refused }));
  const list = readFileSync('functions/operations.ts', 'utf8').replace(/\n\];/, `\n  ${name},\n];`);
  const line = `import { ${name} } from './${toKebab(name)}.ts';\n`;
  write('functions/operations.ts', list.replace(/(?=\nexport const operations)/, line));
  return { files, unchecked: contract?.unchecked ?? [] };
}

/** The schema's own name, unless another contract has it. */
function nameContract({ flatten, body }: Published, operation: string): string {
  const own = toPascal(flatten(body?.['schema']).name ?? '');
  const { schemas } = JSON.parse(readFileSync('docs/openapi.json', 'utf8')).components;
  return own !== '' && !Object.keys(schemas).some((name) => name.startsWith(own)) ? own : `${toPascal(operation)}Body`;
}

function composeDefinition(published: Published, choices: Choices, contract: Contract | undefined): string {
  const { method, document, operation, isList } = published;
  const { name, upstream, role, resource, cache } = choices;
  const request = composeRequest(published, upstream, contract);
  const source = `${document['info'].title} ${document['info'].version}, ${operation['operationId']}`;
  const lines = [
    ...[`name: '${name}'`, `summary: ${quote(toWords(name))}`, `source: ${quote(source)}`],
    method !== 'GET' && `method: '${method}'`,
    method === 'POST' && !choices.changes && `effect: 'none'`,
    `path: ${quote(toPath(published.path))}`,
    `access: { role: ${quote(role)}${resource ? `, resource: ${quote(resource)}` : ''} }`,
    request !== '' && `request: { ${request} }`,
    `upstream: '${upstream}'`,
    isList ? 'paged: true' : composeResponses(published, upstream),
    choices.isNamed && 'isLifecycle: true',
    cache > 0 && `cache: { maxAge: ${cache}, staleWhileRevalidate: 0, staleIfError: ${5 * cache} }`,
  ];
  const about = toSentence(operation['description'] ?? operation['summary'] ?? toWords(name)).replace(/\.?$/, '.');
  const own = contract ? `import { ${contract.name} } from '../lib/contracts/${toKebab(name)}.ts';` : '';
  return `${IMPORTS}\n${own}\n\n/** ${about} */\nexport const ${name} = defineOperation({ ${lines.filter(Boolean).join(', ')} });\n`;
}

function composeRequest(published: Published, upstream: UpstreamName, contract?: Contract): string {
  const { parameters, document, body, method } = published;
  const pick = (place: string) =>
    parameters.filter((each) => each['in'] === place && !/^(?:api-version|\$skiptoken)$/i.test(each['name']));
  const find = (header: RegExp) => parameters.find(({ name }) => header.test(name));
  const values = pick('path').map((each) => [toParameterName(each['name']), composeValue(each, upstream)]);
  const ruled = values.filter(([, rule]) => rule).map((value) => value.join(': '));
  const options = pick('query').map(
    (each) => `${quote(each['name'])}: ${composeOption(each, upstream)}${each['required'] ? '' : '.optional()'}`,
  );
  const ifMatch = find(/^if-match$/i);
  const condition = `ifMatch: ${ifMatch?.['required'] ? "'required'" : 'true'}${find(/^if-none-match$/i) ? ", ifNoneMatch: 'create-only'" : ''}`;
  const members = [
    ruled.length > 0 && `params: { ${ruled.join(', ')} }`,
    find(/^api-version$/) && `apiVersions: ['${document['info'].version}']`,
    options.length > 0 && `query: () => z.object({ ${options.join(', ')} })`,
    ifMatch && method !== 'GET' && `preconditions: { ${condition} }`,
    contract && `body: ${contract.name}`,
    body && !body['required'] && 'isBodyOptional: true',
  ];
  return members.filter(Boolean).join(', ');
}

/** Returns the rule of a path parameter; undefined where it is that of its name or of the upstream. */
function composeValue({ name, schema }: Part, upstream: UpstreamName): string | undefined {
  if (toParameterName(name) in NAMED_VALUES) return undefined;
  if (schema.format === 'uuid') return upstream === 'businessData' ? undefined : 'guid';
  const rule = composeRule(schema);
  return rule ? (upstream === 'arm' ? 'resourceName' : 'pathValue') + rule : undefined;
}

function composeOption({ name, schema }: Part, upstream: UpstreamName): string {
  if (name === '$filter') return upstream === 'businessData' ? 'expression(1, 2048)' : 'filterExpression';
  if (schema.items?.enum) return `nameList([${schema.items.enum.map(quote).join(', ')}])`;
  if (schema.type === 'integer') return `wholeNumber(${name === '$top' ? 1 : (schema.minimum ?? 0)})`;
  if (schema.type === 'boolean') return `z.enum(['true', 'false'])`;
  return schema.enum ? composeScalar(schema).text : 'singleLine(1, 2048)';
}

/** Returns the statuses and members that are not the upstream's usual ones. */
function composeResponses({ method, responses, flatten }: Published, upstream: UpstreamName): string | false {
  const [status, schema] = Object.entries(responses).find(([code, body]) => body && code !== '202') ?? [];
  if (!schema) return false;
  const { properties = {}, required = [] } = flatten(schema).value;
  const { members: usual = [] }: UpstreamEntry = UPSTREAMS[upstream];
  const isUsual = method !== 'POST' && usual.length > 0 && usual.every((name) => name in properties);
  return !isUsual && `responses: { ${status}: [${required.map(quote).join(', ')}] }`;
}
