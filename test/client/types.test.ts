/** What the types promise: `tsc` checks these, at run time they do nothing. */
import { expectTypeOf, it } from 'vitest';
import type {
  Microsoft as Azure,
  FrontdeskClient,
  FrontdeskError,
  HealthEvent,
  Input,
  ModelCopyAuthorization,
  OperationResponse,
  StreamingJob,
} from '../../client/src/index.ts';

type Client = FrontdeskClient;
type Microsoft = FrontdeskClient<'microsoft'>;

it('the body follows the status', () => {
  type Copy = OperationResponse<'authorizeModelCopy'>;
  expectTypeOf<Extract<Copy, { status: 200 }>['body']>().toEqualTypeOf<ModelCopyAuthorization>();
  expectTypeOf<Extract<Copy, { status: 202 }>['body']>().toEqualTypeOf<undefined>();
  expectTypeOf<OperationResponse<'deleteRestoreSession'>['body']>().toEqualTypeOf<undefined>();
});

it('304 is a response only where ifNoneMatch was given', () => {
  const list = {} as Client['listHealthEvents'];
  const machine = {} as Omit<Input<'listHealthEvents'>, 'ifNoneMatch'>;
  expectTypeOf(() => list(machine))
    .returns.resolves.toHaveProperty('status')
    .toEqualTypeOf<200>();
  expectTypeOf(() => list({ ...machine, ifNoneMatch: '"1"' }))
    .returns.resolves.toHaveProperty('status')
    .toEqualTypeOf<200 | 304>();
});

it('unions narrow by type', () => {
  type Output = NonNullable<NonNullable<NonNullable<StreamingJob['properties']>['outputs']>[number]['properties']>;
  type Datasource = NonNullable<Output['datasource']>;
  const toTable = (datasource: Datasource) =>
    datasource.type === 'Vendor.Sql/Server/Database' ? datasource.properties?.table : undefined;
  expectTypeOf(toTable).returns.toEqualTypeOf<string | null | undefined>();
});

it('pages and elements are typed', () => {
  const list = {} as Client['listHealthEvents'];
  expectTypeOf(list.items).returns.toEqualTypeOf<AsyncGenerator<HealthEvent, void, undefined>>();
});

it('the names of the profile are those of its types', () => {
  type Kind<C extends Client | Microsoft> = C;
  expectTypeOf<Kind<Microsoft>['getItem']>().toBeFunction();
  expectTypeOf<Input<'createOrReplaceStreamingJob', 'microsoft'>>().not.toEqualTypeOf<
    Input<'createOrReplaceStreamingJob'>
  >();
});

it('the schemas of the microsoft profile are there by name', () => {
  type Kinds = NonNullable<Azure.SqlDatabaseOutput['type']>;
  expectTypeOf<Kinds>().toEqualTypeOf<'Microsoft.Sql/Server/Database'>();
});

it('known codes are suggested, and any other is possible', () => {
  expectTypeOf<'throttled'>().toExtend<NonNullable<FrontdeskError['problem']>>();
  expectTypeOf<'PreconditionFailed'>().toExtend<FrontdeskError['code']>();
  expectTypeOf<'nonsense'>().not.toExtend<NonNullable<FrontdeskError['problem']>>();
});
