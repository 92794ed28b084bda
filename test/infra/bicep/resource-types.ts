/** Reads published resource types: the `types.json` files of bicep-types-az and msgraph-bicep-types, from a local copy. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Reference {
  /** `#/` and the type's place in its file. */
  readonly $ref: string;
}
interface Property {
  readonly type: Reference;
  readonly flags: number;
}
type Properties = Readonly<Record<string, Property>>;

export type PublishedType =
  | { readonly $type: 'ObjectType'; readonly properties: Properties; readonly additionalProperties?: Reference }
  | {
      readonly $type: 'DiscriminatedObjectType';
      readonly discriminator: string;
      readonly baseProperties: Properties;
      readonly elements: Readonly<Record<string, Reference>>;
    }
  | { readonly $type: 'ArrayType'; readonly itemType: Reference }
  | { readonly $type: 'UnionType'; readonly elements: readonly Reference[] }
  | { readonly $type: 'StringLiteralType'; readonly value: string }
  | { readonly $type: 'StringType' | 'IntegerType' | 'BooleanType' | 'AnyType' }
  | { readonly $type: 'ResourceType'; readonly name: string; readonly body: Reference };

export type Resolve = (reference: Reference) => PublishedType;

interface ResourceBody {
  readonly body: PublishedType;
  readonly resolve: Resolve;
}
/** Returns the body's type of a resource type with its version (`Microsoft.Web/sites@2024-11-01`), without regard to case. */
export type FindResource = (name: string) => ResourceBody | undefined;

export const isRequired = ({ flags }: Property): boolean => (flags & 1) !== 0;
export const isReadOnly = ({ flags }: Property): boolean => (flags & 2) !== 0;

/** Returns the types below a folder; files are read when a resource of theirs is looked for. */
export function openTypes(folder: string): FindResource {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\btypes\.json$/.test(path),
  );
  return (name) => {
    const [type = '', version = ''] = name.toLowerCase().split('@');
    const place = `/${type.split('/')[0]}/${version}/`;
    for (const file of files.filter((path) => `/${path.replaceAll('\\', '/')}`.includes(place))) {
      const types: PublishedType[] = JSON.parse(readFileSync(join(folder, file), 'utf8'));
      const resource = types.find(
        (found) => found.$type === 'ResourceType' && found.name.toLowerCase() === name.toLowerCase(),
      );
      const resolve: Resolve = ({ $ref }) => types[Number($ref.slice('#/'.length))] ?? { $type: 'AnyType' };
      if (resource?.$type === 'ResourceType') return { body: resolve(resource.body), resolve };
    }
    return undefined;
  };
}
