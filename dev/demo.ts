/** `npm run demo`: sends the sample of every operation to the running stack, or to a temporary one, and shows what Frontdesk adds. */
import { styleText } from 'node:util';
import { runCommand } from './command-line.ts';
import { readSamples, type Sample } from './demo-samples.ts';
import { repository } from './start/bundle.ts';
import { waitUntilReady } from './start/frontdesk.ts';
import { parseStartOptions } from './start/options.ts';
import { createReport } from './start/report.ts';
import { startStack } from './start/stack.ts';
import { readStackFile, type StackFile, trustAuthority } from './start/stack-file.ts';

type RunningStack = Pick<StackFile, 'profile' | 'frontdesk' | 'issuer'> & { close?(): Promise<void> };

interface DemoResponse {
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: each step reads the members that it expects.
  readonly json: any;
}

/** The statuses of samples that an earlier demo has used. */
const AGAIN: Readonly<Record<string, number>> = {
  confirmAuthorizationConsentCode: 400,
  updateStreamingJob: 409,
  startStreamingJob: 409,
  deleteRestoreSession: 404,
};

const { root } = repository;
const paint = (style: Parameters<typeof styleText>[0], text: string) =>
  process.stdout.isTTY && !process.env['NO_COLOR'] ? styleText(style, text) : text;

const nowhere = { isTTY: false, write: () => true };

type Request = Pick<Sample, 'method' | 'target'> & Partial<Sample>;

/** `again`: what an earlier demo may leave. */
interface Expected {
  readonly status?: number;
  readonly again?: number | undefined;
}

/** Sends requests and prints their responses. */
class Demo {
  readonly #url: string;
  readonly #token: string;
  steps = 0;
  failed = 0;

  constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  /** A response is expected to be a success unless a status is. */
  async show(
    title: string,
    { method, target, headers, body }: Request,
    describe: (response: DemoResponse) => string = () => '',
    { status, again }: Expected = {},
  ): Promise<DemoResponse> {
    const startedAt = performance.now();
    const response = await fetch(new URL(target, this.#url), {
      method,
      headers: {
        authorization: `Bearer ${this.#token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const ms = `${Math.round(performance.now() - startedAt)} ms`.padStart(7);
    const shown = { headers: response.headers, json: text === '' ? undefined : JSON.parse(text) };
    const isPassed = status === undefined ? response.ok : response.status === status;
    const isAgain = response.status === again;
    const note = isAgain ? 'done by an earlier demo' : isPassed ? describe(shown) : text;
    const mark = isPassed || isAgain ? paint('green', '✓') : paint('red', '✗');
    process.stdout.write(`  ${mark} ${response.status} ${ms}  ${title.padEnd(58)}  ${paint('dim', note)}\n`);
    this.steps += 1;
    this.failed += isPassed || isAgain ? 0 : 1;
    return shown;
  }
}

await runCommand(async () => {
  process.exitCode = (await runDemo()) ? 0 : 1;
});

/** Returns true if every step passed. */
async function runDemo(): Promise<boolean> {
  const running = await readStackFile(root);
  trustAuthority(running);
  const stack: RunningStack = running ?? (await startTemporaryStack());
  try {
    print('bold', `Frontdesk at ${stack.frontdesk}, profile ${stack.profile}`);
    await waitUntilReady(stack.frontdesk);
    const demo = new Demo(stack.frontdesk, await fetchToken(stack.issuer, 'ada'));
    const samples = readSamples(stack);
    await sendSamples(demo, samples);
    await showMore(demo, samples, await fetchToken(stack.issuer, 'fay'));
    print(demo.failed === 0 ? 'green' : 'red', `${demo.steps - demo.failed} of ${demo.steps} steps passed.`);
    return demo.failed === 0;
  } finally {
    await stack.close?.();
  }
}

/** Sends the sample of every operation; of a read, prints how many elements it has or its name. */
async function sendSamples(demo: Demo, samples: ReadonlyMap<string, Sample>): Promise<void> {
  for (const [operation, sample] of samples) {
    // Its address comes from a write: showMore has it.
    if (operation === 'getOperation') continue;
    await demo.show(sample.title, sample, describeBody, { again: AGAIN[operation] });
  }
}

function describeBody({ json, headers }: DemoResponse): string {
  const list = json?.value ?? json?.searchResults ?? json?.responses;
  const what = list ? `${list.length} in the list` : (json?.displayName ?? json?.name ?? json?.properties?.title ?? '');
  return [what, headers.get('cache-status')].filter(Boolean).join('; ');
}

/** Shows what Frontdesk adds to the operations. */
async function showMore(demo: Demo, samples: ReadonlyMap<string, Sample>, otherToken: string): Promise<void> {
  const find = (operation: string) => samples.get(operation) as Sample;
  const [events, search, customer] = ['listHealthEvents', 'searchRestorePoints', 'getCustomer'].map(find) as [
    Sample,
    Sample,
    Sample,
  ];
  const describeCache = ({ headers }: DemoResponse) => `${headers.get('cache-status')}, age ${headers.get('age')} s`;
  const describeError = ({ json: { error }, headers }: DemoResponse) =>
    [
      error.code,
      ...(error.details ?? []).map(({ target }: { target: string }) => target),
      headers.get('x-frontdesk-outcome'),
    ]
      .filter(Boolean)
      .join(', ');
  const { json } = await demo.show('List the same health events again', events, describeCache);
  await demo.show('Follow nextLink to the second page', { method: 'GET', target: json.nextLink }, describeBody);
  const ids = (search.body as { readonly protectionUnitIds: readonly string[] }).protectionUnitIds;
  const reordered = { ...search, body: { ...(search.body as object), protectionUnitIds: ids.toReversed() } };
  await demo.show('Search with the ids in another order', reordered, describeCache);
  const job = find('createOrReplaceStreamingJob');
  const jobs = [
    { ...job, headers: { 'if-match': 'old' } },
    { ...job, body: { properties: { jobType: 'Fog', inputs: [{}] } } },
  ];
  await demo.show('Replace a streaming job with an old ETag', jobs[0] as Sample, describeError, { status: 412 });
  await demo.show('Create an invalid streaming job', jobs[1] as Sample, describeError, { status: 400 });
  const stop = find('stopStreamingJob');
  const started = { ...stop, target: find('startStreamingJob').target.replace('/start?', '/stop?') };
  const { headers } = await demo.show('Stop the job that was started', started, undefined, { again: 409 });
  const progress = headers.get('location');
  if (progress) await demo.show('Ask how far it is', { method: 'GET', target: progress });
  const stranger = { ...customer, headers: { authorization: `Bearer ${otherToken}` } };
  await demo.show('Read the customer from another tenant', stranger, describeError, { status: 403 });
  const anonymous = { ...customer, headers: { authorization: '' } };
  await demo.show('Read the customer without a token', anonymous, describeError, { status: 401 });
}

async function fetchToken(issuer: string, persona: string): Promise<string> {
  const response = await fetch(`${issuer}/_control/token?persona=${persona}`);
  return ((await response.json()) as { readonly access_token: string }).access_token;
}

/** Starts a stack on free ports that prints nothing. */
async function startTemporaryStack(): Promise<RunningStack> {
  print('dim', 'No local stack is running; starting a temporary one.');
  const options = parseStartOptions(['--no-watch', '--free-ports'], process.env, root);
  if (options === undefined) throw new Error('The start has no options.');
  const stack = await startStack(options, process.env, createReport(nowhere), repository);
  return { ...stack, issuer: stack.issuer.url };
}

function print(style: Parameters<typeof styleText>[0], text: string): void {
  process.stdout.write(`\n${paint(style, text)}\n\n`);
}
