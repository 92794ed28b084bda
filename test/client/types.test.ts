/** What the types promise: `tsc` checks these, at run time they do nothing. */
import type { QueryClient, QueryObserverOptions } from '@tanstack/query-core';
import { describe, expectTypeOf, it } from 'vitest';
import type { BatchingClient } from '../../client/src/batch.ts';
import type {
  Microsoft as Azure,
  FrontdeskClient,
  FrontdeskError,
  HealthEvent,
  HealthEventList,
  Input,
  Item,
  ModelCopyAuthorization,
  OperationResponse,
  StreamingJob,
} from '../../client/src/index.ts';
import { infiniteQueryOptions, mutationOptions, queryOptions } from '../../client/src/queries.ts';
import { readBack } from '../../client/src/read-back.ts';

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

describe('what $expand names is present', () => {
  type Properties = StreamingJob['properties'];
  type Present<Member extends keyof Properties> = Exclude<Properties[Member], undefined>;
  const client = {} as Client;
  const job = { subscriptionId: 's', resourceGroupName: 'g', jobName: 'j' };

  it('in a record: as a list, and as a text', () => {
    const read = () => client.getStreamingJob({ ...job, $expand: ['inputs', 'outputs'] });
    type Read = Awaited<ReturnType<typeof read>>['body']['properties'];
    expectTypeOf<Read['inputs']>().toEqualTypeOf<Present<'inputs'>>();
    expectTypeOf<Read['outputs']>().toEqualTypeOf<Present<'outputs'>>();
    expectTypeOf<Read['functions']>().toEqualTypeOf<Properties['functions']>();
    const readText = () => client.getStreamingJob({ ...job, $expand: 'inputs, transformation' });
    type ReadText = Awaited<ReturnType<typeof readText>>['body']['properties'];
    expectTypeOf<ReadText['transformation']>().toEqualTypeOf<Present<'transformation'>>();
    expectTypeOf<ReadText['outputs']>().toEqualTypeOf<Properties['outputs']>();
  });

  it('in each element of a list, of its pages and of its items', () => {
    const list = () => client.listStreamingJobs({ ...job, $expand: 'inputs' });
    type Listed = Awaited<ReturnType<typeof list>>['body']['value'][number]['properties'];
    expectTypeOf<Listed['inputs']>().toEqualTypeOf<Present<'inputs'>>();
    const page = async () => (await client.listStreamingJobs.pages({ ...job, $expand: ['inputs'] }).next()).value;
    type OfPage = Exclude<Awaited<ReturnType<typeof page>>, void>['value'][number]['properties'];
    expectTypeOf<OfPage['inputs']>().toEqualTypeOf<Present<'inputs'>>();
    const element = async () => (await client.listStreamingJobs.items({ ...job, $expand: ['inputs'] }).next()).value;
    type OfItem = Exclude<Awaited<ReturnType<typeof element>>, void>['properties'];
    expectTypeOf<OfItem['inputs']>().toEqualTypeOf<Present<'inputs'>>();
  });

  it('also where the specification describes no member of it', () => {
    const list = () => client.listItems({ companyId: 'c', $expand: ['itemCategory'] });
    type Listed = Awaited<ReturnType<typeof list>>['body']['value'][number];
    expectTypeOf<NonNullable<Listed['itemCategory']>['code']>().toEqualTypeOf<string | null | undefined>();
    expectTypeOf<undefined>().not.toExtend<Listed['itemCategory']>();
    expectTypeOf<undefined>().toExtend<Listed['picture']>();
  });

  it('but only known names are accepted in a list, and a text of a variable names none', () => {
    type Given = NonNullable<Input<'getCustomer'>['$expand']>;
    expectTypeOf<readonly ['currency', 'picture']>().toExtend<Given>();
    expectTypeOf<readonly ['agedAccountsReceivable']>().not.toExtend<Given>();
    expectTypeOf<readonly ['agedAccountsReceivable']>().toExtend<Input<'getCustomer', 'microsoft'>['$expand']>();
    const read = ($expand: string) => client.getStreamingJob({ ...job, $expand });
    expectTypeOf<Awaited<ReturnType<typeof read>>['body']>().toEqualTypeOf<StreamingJob>();
    const plain = () => client.getStreamingJob(job);
    expectTypeOf<Awaited<ReturnType<typeof plain>>['body']>().toEqualTypeOf<StreamingJob>();
  });
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

it('a batch is typed by place', () => {
  const client = {} as BatchingClient;
  const machine = {} as Omit<Input<'listHealthEvents'>, 'ifNoneMatch'>;
  const item = {} as Input<'getItem'>;
  const send = () => client.batch([client.listHealthEvents(machine), client.getItem(item)]);
  type Ended = Awaited<ReturnType<typeof send>>;
  expectTypeOf<Ended['length']>().toEqualTypeOf<2>();
  expectTypeOf<Extract<Ended[0], { status: 'fulfilled' }>['value']['body']>().toEqualTypeOf<HealthEventList>();
  expectTypeOf<Extract<Ended[1], { status: 'fulfilled' }>['value']['body']>().toEqualTypeOf<Item>();
  expectTypeOf<Extract<Ended[1], { status: 'rejected' }>['reason']>().toBeAny();
  expectTypeOf<BatchingClient<'microsoft'>>().toExtend<Microsoft>();
});

describe('what was read can be changed and written back', () => {
  const client = {} as Client;
  type Read<Name extends 'getStreamingJob' | 'getAuthorization' | 'getApiDiagnostic'> = {
    readonly ifMatch: Awaited<ReturnType<Client[Name]>>['etag'];
    readonly body: Awaited<ReturnType<Client[Name]>>['body'];
  };

  it('for each resource with a PUT, with the entity tag of the read', () => {
    expectTypeOf<Read<'getStreamingJob'>>().toExtend<Pick<Input<'createOrReplaceStreamingJob'>, 'body' | 'ifMatch'>>();
    expectTypeOf<Read<'getAuthorization'>>().toExtend<Pick<Input<'createOrUpdateAuthorization'>, 'body' | 'ifMatch'>>();
    expectTypeOf<Read<'getApiDiagnostic'>>().toExtend<Pick<Input<'createOrUpdateApiDiagnostic'>, 'body' | 'ifMatch'>>();
  });

  it('but a new resource must have what the service requires', () => {
    type Body = Input<'createOrUpdateApiDiagnostic'>['body'];
    expectTypeOf<{ properties: { verbosity: 'error' } }>().not.toExtend<Body>();
    expectTypeOf<{ properties: { loggerId: string } }>().toExtend<Body>();
  });

  it('and is read back by the read of the same resource', () => {
    const afterPut = () => readBack(client, 'createOrReplaceStreamingJob', {} as Input<'createOrReplaceStreamingJob'>);
    type Put = Awaited<ReturnType<typeof afterPut>>;
    expectTypeOf<NonNullable<Put['found']>['body']>().toEqualTypeOf<StreamingJob>();
    const afterStart = () => readBack(client, 'startStreamingJob', {} as Input<'startStreamingJob'>);
    expectTypeOf<Awaited<ReturnType<typeof afterStart>>['found']>().toEqualTypeOf<Put['found']>();
  });
});

describe('under TanStack Query', () => {
  const client = {} as Client;
  const machine = {} as Omit<Input<'listHealthEvents'>, 'ifNoneMatch'>;
  const customer = { companyId: 'c', customerId: 'd' };
  /** As `useQuery` and its siblings infer them. */
  const use = <Data>(_: QueryObserverOptions<Data, Error, Data, Data, QueryOptionsKey>): Data => ({}) as Data;
  type QueryOptionsKey = readonly ['frontdesk', ...unknown[]];

  it('a list compiles, and its key carries its type', () => {
    const options = () => queryOptions(client, 'listHealthEvents', machine);
    type Data = Awaited<ReturnType<ReturnType<typeof options>['queryFn']>>;
    expectTypeOf<Data['body']>().toEqualTypeOf<HealthEventList>();
    expectTypeOf<Data['status']>().toEqualTypeOf<200>();
    expectTypeOf(() => use(options())).returns.toEqualTypeOf<Data>();
    const read = (queries: QueryClient) => queries.getQueryData(options().queryKey);
    expectTypeOf(read).returns.toEqualTypeOf<Data | undefined>();
  });

  it('$expand types the expanded part', () => {
    const options = () => queryOptions(client, 'getCustomer', { ...customer, $expand: ['currency'] });
    type Customer = Awaited<ReturnType<ReturnType<typeof options>['queryFn']>>['body'];
    expectTypeOf<NonNullable<Customer['currency']>['symbol']>().toEqualTypeOf<string | null | undefined>();
    expectTypeOf<Customer['@odata.etag']>().toEqualTypeOf<string | null | undefined>();
  });

  it('pages of an infinite query and the input of a mutation are typed', () => {
    const pages = () => infiniteQueryOptions(client, 'listItems', { companyId: 'c' });
    type Page = Awaited<ReturnType<ReturnType<typeof pages>['queryFn']>>;
    expectTypeOf<Page['body']['value'][number]['unitPrice']>().toEqualTypeOf<number | null | undefined>();
    const read = (queries: QueryClient) => queries.getQueryData(pages().queryKey);
    expectTypeOf<NonNullable<ReturnType<typeof read>>['pages']>().toEqualTypeOf<Page[]>();
    const mutation = () => mutationOptions(client, 'stopStreamingJob');
    expectTypeOf<Parameters<ReturnType<typeof mutation>['mutationFn']>[0]>().toEqualTypeOf<Input<'stopStreamingJob'>>();
  });
});
