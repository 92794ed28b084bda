/** Checks all templates together. Resources are checked in check-resources.ts. */
import { dirname, join } from 'node:path';
import type { Node } from 'web-tree-sitter';
import { checkNames } from './names.ts';
import { listSyntaxErrors, nameOf, ofType, propertiesOf, textOf } from './parse.ts';
import { readTemplate, type Template } from './template.ts';

/** Text by path: the templates and the files that they load. */
export type Files = ReadonlyMap<string, string>;

/** Returns one line per fault, with its file. */
export function checkTemplates(files: Files): string[] {
  const paths = [...files.keys()].filter((path) => path.endsWith('.bicep'));
  const templates = new Map(paths.map((path) => [path, readTemplate(files.get(path) ?? '')]));
  return [...templates].flatMap(([path, template]) => {
    const syntax = listSyntaxErrors(template.root);
    const faults =
      syntax.length > 0
        ? syntax
        : [
            ...checkNames(template.root),
            ...checkDescriptions(template),
            ...checkImports(path, template, templates),
            ...checkModules(path, template, templates),
            ...checkMembers(path, template, templates),
            ...checkLoads(path, template, files),
          ];
    return faults.map((fault) => `${path}: ${fault}`);
  });
}

function checkDescriptions({ params, outputs }: Template): string[] {
  return [...params, ...outputs]
    .filter(([, { isDescribed }]) => !isDescribed)
    .map(([name]) => `${name} is not described`);
}

function checkImports(path: string, { imports }: Template, templates: ReadonlyMap<string, Template>): string[] {
  return [...imports.values()]
    .filter((from) => !templates.get(resolve(path, from.path))?.types.has(from.name))
    .map(({ name, path: from }) => `${from} exports no ${name}`);
}

function checkModules(path: string, template: Template, templates: ReadonlyMap<string, Template>): string[] {
  return template.modules.flatMap(({ name, path: target, args }) => {
    const targetPath = resolve(path, target);
    const module = templates.get(targetPath);
    if (module === undefined) return [`module ${name}: there is no ${target}`];
    const objects = [...args].flatMap(([arg, value]) => {
      const type = findType(targetPath, module.params.get(arg)?.type ?? '', templates);
      return type && value.type === 'object'
        ? compare(`module ${name}: ${arg}`, type, [...propertiesOf(value).keys()])
        : [];
    });
    const outputs = ofType(template.root, 'member_expression')
      .map(({ text }) => text.match(/^(\w+)[!.?]*\.outputs\.(\w+)$/))
      .filter((found) => found?.[1] === name && !module.outputs.has(found[2] ?? ''))
      .map((found) => `module ${name} has no output ${found?.[2]}`);
    return [...compare(`module ${name}`, module.params, [...args.keys()]), ...objects, ...outputs];
  });
}

/** Checks members of parameters that have a declared type. */
function checkMembers(path: string, { root, params }: Template, templates: ReadonlyMap<string, Template>): string[] {
  return ofType(root, 'member_expression').flatMap(({ namedChildren: [object, member] }) => {
    const type =
      object?.type === 'identifier' ? findType(path, params.get(object.text)?.type ?? '', templates) : undefined;
    return type && member && !type.has(member.text) ? [`${object?.text} has no ${member.text}`] : [];
  });
}

function checkLoads(path: string, { root }: Template, files: Files): string[] {
  return ofType(root, 'call_expression')
    .filter((call) => nameOf(call).startsWith('load'))
    .map(({ namedChildren }) => textOf(namedChildren[1]?.namedChildren[0]) ?? '')
    .filter((file) => !files.has(resolve(path, file)))
    .map((file) => `there is no ${file}`);
}

/** Returns the members of an object type that is declared here or imported. */
export function findType(
  path: string,
  name: string,
  templates: ReadonlyMap<string, Template>,
): ReadonlyMap<string, { readonly isOptional: boolean }> | undefined {
  const template = templates.get(path);
  const imported = template?.imports.get(name);
  return imported ? templates.get(resolve(path, imported.path))?.types.get(imported.name) : template?.types.get(name);
}

/** Returns unknown and missing names. */
export function compare(
  where: string,
  known: ReadonlyMap<string, { readonly isOptional: boolean }>,
  given: readonly string[],
): string[] {
  return [
    ...given.filter((name) => !known.has(name)).map((name) => `${where} knows no ${name}`),
    ...[...known]
      .filter(([name, { isOptional }]) => !isOptional && !given.includes(name))
      .map(([name]) => `${where} lacks ${name}`),
  ];
}

const resolve = (from: string, path: string): string => join(dirname(from), path);

/** Returns every string literal below a node. */
export const listLiterals = (root: Node): string[] =>
  ofType(root, 'string')
    .map(textOf)
    .filter((text) => text !== undefined);
