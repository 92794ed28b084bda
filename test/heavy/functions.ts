/** The functions that infra/monitoring/functions.bicep saves in the workspace. */
import { readFileSync } from 'node:fs';

export interface SavedFunction {
  readonly name: string;
  /** `name:type`, comma-separated. */
  readonly parameters: string;
  readonly text: string;
}

const FOLDER = 'infra/monitoring';
const template = readFileSync(`${FOLDER}/functions.bicep`, 'utf8');

export const savedFunctions: readonly SavedFunction[] = Array.from(
  template.matchAll(/\{ name: '(\w+)', parameters: '([\w:]*)', text: loadTextContent\('([\w./]+)'\) \}/g),
  ([, name = '', parameters = '', file = '']) => ({
    name,
    parameters,
    text: readFileSync(`${FOLDER}/${file}`, 'utf8'),
  }),
);
