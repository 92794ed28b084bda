/** Composes an operation's files: its definition, contract, example and test, and its entry in the list. */
import { readFileSync } from 'node:fs';
import { operations } from '../../functions/operations.ts';
import { NAMED_VALUES } from '../../lib/contracts/path-values.ts';
import { UPSTREAMS, type UpstreamEntry, type UpstreamName } from '../../lib/upstream/upstreams.ts';
import { quote, toKebab, toParameterName, toPascal, toPath, toSentence, toWords } from '../generate/names.ts';
import { listOwnRoutes } from '../generate/places.ts';
import type { Choices } from './choices.ts';
import { Contract } from './contract.ts';
import { composeExample } from './example.ts';
import type { Part, Published } from './read-definition.ts';
import { isSent, listRefusals, RefusedError } from './refusals.ts';
import { bound, composeList, composeRule, composeScalar, listUnchecked } from './scalar.ts';

/** Formatting removes the imports that a file does not use. */
const IMPORTS = `import * as z from 'zod';
import { filterExpression, nameList, wholeNumber } from '../lib/contracts/odata-query.ts';
import { guid, pathValue, resourceName } from '../lib/contracts/path-values.ts';
import { openList } from '../lib/contracts/schema/annotations.ts';
import { dateTime, expression, singleLine } from '../lib/contracts/schema/scalars.ts';
import { defineOperation } from '../lib/operation.ts';`;
const CONTRACT_IMPORTS = `import * as z from 'zod';
import { anyText, openList, resourceId, writeOnly } from './schema/annotations.ts';
import { change, discriminator, inline, kinds, object, readOnly, requiredInRequest } from './schema/resource.ts';
import { dateTime, guid, int32 } from './schema/scalars.ts';`;

const MAX_LINES = 220;

/** Returns the texts by their paths, unformatted, and what is not checked or left out. */
export function composeFiles(published: Published, choices: Choices) {
  const { name, upstream, secrets } = choices;
  const refusals = listRefusals(published, upstream, secrets, listOwnRoutes(operations));
  if (refusals.length > 0) throw new RefusedError(published.id, refusals);
  const { example, notes } = composeExample(published, upstream);
  const contract = published.body && composeContract(published, name, example.request.body);
  const refused = [...(contract?.refused.values() ?? [])].slice(0, 20);
  const list = readFileSync('functions/operations.ts', 'utf8').replace(/\n\];/, `\n  ${name},\n];`);
  const line = `import { ${name} } from './${toKebab(name)}.ts';\n`;
  const files = new Map([
    [`functions/${toKebab(name)}.ts`, composeDefinition(published, choices, contract)],
    ...(contract
      ? [
          [
            contractFile(name),
            `/** The body of ${name}, as published. */\n${CONTRACT_IMPORTS}\n\n${contract.text}\n`,
          ] as const,
        ]
      : []),
    [`dev/upstream/examples/${name}.json`, JSON.stringify({ ...example, refused })],
    ['functions/operations.ts', list.replace(/(?=\nexport const operations)/, line)],
  ]);
  return { files, notes: [...listLeftOut(published), ...(contract?.unchecked ?? []), ...notes], contract };
}

const contractFile = (operation: string) => `lib/contracts/${toKebab(operation)}.ts`;

/** What is too long for a file is written less deep. */
function composeContract(published: Published, operation: string, body: unknown): Contract {
  const name = nameContract(published, operation);
  let contract = new Contract(published, name, body, 0);
  for (let maxDepth = 1; maxDepth <= 12; maxDepth++) {
    const deeper = new Contract(published, name, body, maxDepth);
    if (deeper.lines > MAX_LINES) break;
    contract = deeper;
  }
  return contract;
}

/** What a caller cannot send, or does not get. */
function listLeftOut(published: Published): string[] {
  const { parameters, responses, method } = published;
  const others = Object.keys(responses).filter((status) => method === 'GET' && status !== listStatuses(published)[0]);
  return [
    ...parameters
      .filter((each) => !each['required'] && !isSent(each))
      .map(({ in: place, name }) => `${place} ${name}: not sent`),
    ...parameters
      .filter(({ in: place, schema }) => place !== 'header' && !schema.enum)
      .flatMap((each) => listUncheckedRules(each).map((what) => `${each['name']}: not checked here: ${what}`)),
    ...others.map((status) => `status ${status}: it is no success here`),
  ];
}

/** The schema's own name, unless another contract has it. */
function nameContract({ flatten, body }: Published, operation: string): string {
  const own = toPascal(flatten(body?.['schema']).name ?? '');
  const { schemas } = JSON.parse(readFileSync('docs/openapi.json', 'utf8')).components;
  return own !== '' && !Object.keys(schemas).some((name) => name.startsWith(own)) ? own : `${toPascal(operation)}Body`;
}

function composeDefinition(published: Published, choices: Choices, contract: Contract | undefined): string {
  const { method, document, operation, isList, body, flatten } = published;
  const { name, upstream, role, resource, cache } = choices;
  const request = composeRequest(published, upstream, contract);
  const { properties = {}, required = [] } = flatten(body?.['schema'] ?? {}).value;
  const audited = required.find((member: string) => flatten(properties[member] ?? {}).value['type'] === 'string');
  const fixed = published.parameters.filter(
    (each) => each['in'] === 'header' && each['required'] && each['schema'].enum?.length === 1,
  );
  const headers = Object.fromEntries(fixed.map(({ name: header, schema }) => [header.toLowerCase(), schema.enum[0]]));
  const source = `${document['info'].title} ${document['info'].version}, ${operation['operationId']}`;
  const lines = [
    ...[`name: '${name}'`, `summary: ${quote(toSummary(published, name))}`, `source: ${quote(source)}`],
    method !== 'GET' && `method: '${method}'`,
    method === 'POST' && !choices.changes && `effect: 'none'`,
    `path: ${quote(toPath(published.path))}`,
    `access: { role: ${quote(role)}${resource ? `, resource: ${quote(resource)}` : ''} }`,
    request !== '' && `request: { ${request} }`,
    `upstream: '${upstream}'`,
    isList ? 'paged: true' : composeResponses(published, upstream),
    Object.keys(headers).length > 0 && `upstreamHeaders: ${JSON.stringify(headers)}`,
    choices.secrets === 'returned' && 'returnsSecret: true',
    choices.secrets === 'returned' && audited && `auditedMember: ${quote(audited)}`,
    choices.secrets === 'redacted' && !choices.changes && 'redactsSecrets: true',
    choices.isNamed && 'isLifecycle: true',
    cache > 0 && `cache: { maxAge: ${cache}, staleWhileRevalidate: 0, staleIfError: ${5 * cache} }`,
  ];
  const about = toSentence(operation['description'] ?? toSummary(published, name)).replace(/[.…]?$/, '.');
  const own = contract ? `import { ${contract.name} } from '../lib/contracts/${toKebab(name)}.ts';` : '';
  return `${IMPORTS}\n${own}\n\n/** ${about} */\nexport const ${name} = defineOperation({ ${lines.filter(Boolean).join(', ')} });\n`;
}

/** The definition's own, without a full stop. */
function toSummary({ operation: { summary, description } }: Published, name: string): string {
  return toSentence(summary ?? description ?? '').replace(/\.$/, '') || toWords(name);
}

function composeRequest(published: Published, upstream: UpstreamName, contract?: Contract): string {
  const { parameters, document, body, method } = published;
  const pick = (place: string) =>
    parameters.filter((each) => each['in'] === place && !/^(?:api-version|\$skiptoken)$/i.test(each['name']));
  const find = (header: RegExp) => parameters.find(({ name }) => header.test(name));
  const values = pick('path').map((each) => [toParameterName(each['name']), composeValue(each, upstream)]);
  const ruled = values.filter(([, rule]) => rule).map((value) => value.join(': '));
  const options = pick('query')
    .filter((each) => isSent(each))
    .map((each) => `${quote(each['name'])}: ${composeOption(each, upstream)}${each['required'] ? '' : '.optional()'}`);
  const [ifMatch, ifNoneMatch] = [find(/^if-match$/i), find(/^if-none-match$/i)];
  const condition = `ifMatch: ${ifMatch?.['required'] ? "'required'" : 'true'}${ifNoneMatch ? ", ifNoneMatch: 'create-only'" : ''}`;
  const members = [
    ruled.length > 0 && `params: { ${ruled.join(', ')} }`,
    find(/^api-version$/) && `apiVersions: ['${document['info'].version}']`,
    options.length > 0 && `query: () => z.object({ ${options.join(', ')} })`,
    (ifMatch || ifNoneMatch) && method !== 'GET' && `preconditions: { ${condition} }`,
    contract && `body: ${contract.name}`,
    body && !body['required'] && 'isBodyOptional: true',
  ];
  return members.filter(Boolean).join(', ');
}

/** Returns the rule of a path parameter; undefined where it is that of its name or of the upstream. */
function composeValue({ name, schema }: Part, upstream: UpstreamName): string | undefined {
  if (toParameterName(name) in NAMED_VALUES) return undefined;
  if (schema.enum || schema.type === 'boolean')
    return `z.enum(${composeList(schema.enum?.map(String) ?? ['true', 'false'])})`;
  if (schema.format === 'uuid') return upstream === 'businessData' ? undefined : 'guid';
  if (schema.type === 'integer') return String.raw`pathValue.regex(/^-?\d+$/)`;
  const rule = composeRule(schema) ?? bound(schema, 'Length');
  return rule ? (upstream === 'arm' ? 'resourceName' : 'pathValue') + rule : undefined;
}

function composeOption({ name, schema }: Part, upstream: UpstreamName): string {
  if (name === '$filter') return upstream === 'businessData' ? 'expression(1, 2048)' : 'filterExpression';
  if (schema.items?.enum) return `nameList(${composeList(schema.items.enum)})`;
  if (schema.type === 'boolean') return `z.enum(['true', 'false'])`;
  if (schema.enum?.length > 0)
    return isText(schema) ? composeScalar(schema).text : `z.enum(${composeList(schema.enum.map(String))})`;
  if (schema.type === 'integer') return `wholeNumber(${name === '$top' ? 1 : Math.max(0, schema.minimum ?? 0)})`;
  if (isText(schema) && /^(?:date-time|uuid)$/.test(schema.format)) return composeScalar(schema).text;
  const { minLength = 1, maxLength = 2048, pattern } = schema;
  return `singleLine(${minLength}, ${maxLength})${composeRule({ pattern }) ?? ''}`;
}

const isText = ({ type = 'string' }: Part) => type === 'string';

/** A parameter is a text: what its rule does not say. */
function listUncheckedRules({ in: place, name, schema }: Part): string[] {
  if (name === '$filter') return [];
  const { type = 'string', minimum, uniqueItems, format, items, ...others } = schema;
  const isWhole = type === 'integer';
  const isSaid = isWhole ? /^int/ : /^(?:date-time|uuid)$/;
  const left = {
    ...others,
    ...(!(isWhole && place === 'query') && { minimum }),
    ...(!isSaid.test(format) && { format }),
    ...(!items?.enum && { uniqueItems }),
    ...(/^(?:string|array|integer|boolean)$/.test(type) ? {} : { 'type of a': type }),
  };
  return listUnchecked({ ...left, type: 'string' }).filter((what) => !PARAMETER.test(what));
}

/** Keywords of a parameter of OpenAPI 2, which is its own schema. */
const PARAMETER = /^(?:in|name|style|explode|collectionFormat|schema|items)\b/;

/** Successes with a body first; a write that is accepted is in progress. */
function listStatuses({ responses }: Published): string[] {
  const rank = (status: string) => (responses[status] && status !== '202' ? 0 : 1);
  return Object.keys(responses).toSorted((one, other) => rank(one) - rank(other));
}

/** Returns the statuses and members that are not the upstream's usual ones. */
function composeResponses(published: Published, upstream: UpstreamName): string | false {
  const { method, responses, flatten } = published;
  const [status = ''] = listStatuses(published);
  const schema = responses[status];
  if (!schema || status === '202') return false;
  const { properties = {}, required = [] } = flatten(schema).value;
  const { members: usual = [] }: UpstreamEntry = UPSTREAMS[upstream];
  const isUsual = method !== 'POST' && usual.length > 0 && usual.every((name) => name in properties);
  return (
    !isUsual &&
    `responses: { ${status}: [${[...new Set<string>(required)]
      .filter((name) => !name.startsWith('@'))
      .map(quote)
      .join(', ')}] }`
  );
}
