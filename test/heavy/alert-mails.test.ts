/**
 * Classes of traffic and faults: which mails come, and when. The rules are those of the templates, the rows generated: lines as the
 * app writes them, an hour of them, of which the fault begins after 30 minutes. 2 % of calls fail at any time.
 */
import { expect, it } from 'vitest';
import { allRules, rules, Workspace } from './workspace.ts';

/** Calls per hour. */
const CLASSES = { night: 20, day: 1_000 };

interface Fault {
  /** Of a call that fails; without one calls succeed. */
  readonly call?: object;
  /** Of a minute in which something failed. */
  readonly alerts: readonly { readonly alert: string }[];
}

const alertOf = (alert: string, subject: string) => ({ alert, subject, level: 'warn' });
const unready = (subject: string) => alertOf('check_failed', subject);
const FAULTS = {
  identity: {
    call: { status: 503, problem: 'identity_unavailable' },
    alerts: [alertOf('identity_unavailable', 'businessData'), unready('identity')],
  },
  keys: {
    call: { status: 503, problem: 'auth_unavailable', upstreamTries: undefined },
    alerts: [alertOf('auth_unavailable', 'keys'), unready('keys')],
  },
  policy: {
    call: { status: 503, problem: 'policy_unavailable', upstreamTries: undefined },
    alerts: [alertOf('policy_unavailable', 'table'), unready('policy')],
  },
  upstream: { call: { status: 502, problem: 'upstream_error', upstreamTries: 3, upstreamStatus: 500 }, alerts: [] },
  table: { alerts: [alertOf('cache_paused', 'table'), unready('table')] },
  // A policy is in force.
  policyInvalid: { alerts: [alertOf('policy_invalid', 'table')] },
  policyTable: { alerts: [alertOf('policy_unavailable', 'table')] },
  late: { call: { durationMs: 9_000 }, alerts: [] },
  internal: {
    call: { status: 500, problem: 'internal_error' },
    alerts: [alertOf('internal_error', 'businessData')],
  },
} satisfies Readonly<Record<string, Fault>>;

const GOOD = { schemaVersion: 1, operation: 'getItem', status: 200, durationMs: 40, tenant: 't', upstreamTries: 1 };
const ROOT = Date.UTC(2026, 10, 23);
const MINUTE_MS = 60_000;
const BEGIN = 30;

interface Course {
  readonly perHour: number;
  readonly fault: Fault;
  /** Of the fault: how long, and which part of the calls fail. */
  readonly minutes: number;
  readonly share: number;
}

function fill({ perHour, fault, minutes, share }: Course): Workspace {
  const workspace = new Workspace();
  let due = 0;
  const failedIn = new Set<number>();
  for (let call = 0; call < perHour; call++) {
    const minute = (call * 60) / perHour;
    const failed = minute >= BEGIN && minute < BEGIN + minutes ? fault.call : undefined;
    due += failed ? share : 0.02;
    const fails = due >= 1;
    if (fails) due -= 1;
    if (fails && failed) failedIn.add(Math.floor(minute));
    const own = failed ?? FAULTS.upstream.call;
    workspace.addLines([fails ? { ...GOOD, ...own } : GOOD], ROOT + minute * MINUTE_MS);
  }
  for (let minute = BEGIN; minute < BEGIN + minutes; minute++) {
    // A check fails where the web test asks, every other minute; other alerts are those of calls.
    const isDue = ({ alert }: { alert: string }) =>
      alert === 'check_failed' ? minute % 2 === 0 : fault.call === undefined || failedIn.has(minute);
    workspace.addLines(fault.alerts.filter(isDue), ROOT + minute * MINUTE_MS);
  }
  return workspace;
}

const [digest] = rules.filter(({ name }) => name === 'digest');
const others = rules.filter((rule) => rule !== digest);

/** Returns the mails from the beginning of the fault, and whether the day's digest has something. */
function listMails(course: Course): { readonly mails: readonly string[]; readonly hasDigest: boolean } {
  const workspace = fill(course);
  const mails = workspace.listMails(ROOT + BEGIN * MINUTE_MS, 45, others);
  const [found] = workspace.listFiring(ROOT + 75 * MINUTE_MS, 5, digest ? [digest] : []);
  return { mails: mails.map(({ rule, minute }) => `${rule} ${minute}`), hasDigest: found !== undefined };
}

/** The mail of a fault that lasts, and after how many minutes it comes: of one that fails every call, then of one that fails 60 %. */
const MAILS: Readonly<Record<keyof typeof FAULTS, readonly [rule: string, night: string, day: string]>> = {
  identity: ['identity-fails', '10 10', '10 10'],
  keys: ['keys-fail', '10 10', '10 10'],
  policy: ['policy-fails', '10 10', '10 10'],
  upstream: ['upstream-down', '10 15', '10 10'],
  table: ['table-fails', '15 15', '15 15'],
  policyInvalid: ['policy-ignored', '15 15', '15 15'],
  policyTable: ['policy-ignored', '15 15', '15 15'],
  late: ['late-responses', '15 15', '15 15'],
  internal: ['internal-error', '10 15', '10 10'],
};
/** Whether a fault of one minute, which sends no mail, is in the day's digest: what has an alert is, else what fails 20 calls. */
const LEAST: Partial<Record<string, number>> = { upstream: CLASSES.day, late: 3_600 };
const inDigest = (name: string, perHour: number) => perHour >= (LEAST[name] ?? 0);

const table = Object.entries(MAILS).flatMap(([name, [rule, ...minutes]]) =>
  Object.entries(CLASSES).map(
    ([traffic, perHour], index) => [name as keyof typeof FAULTS, traffic, perHour, rule, minutes[index] ?? ''] as const,
  ),
);

it.each(table)('%s fails, %s, %i calls an hour: one mail %s after %s minutes', (name, _, perHour, rule, minutes) => {
  const fault: Fault = FAULTS[name];
  const [all, most] = minutes.split(' ');
  const watch = (course: Partial<Course>) => listMails({ perHour, fault, minutes: 30, share: 1, ...course });
  expect(watch({}).mails).toEqual([`${rule} ${all}`]);
  expect(watch({ share: 0.6 }).mails).toEqual([`${rule} ${most}`]);
  expect(watch({ minutes: 1 })).toEqual({ mails: [], hasDigest: inDigest(name, perHour) });
});

it.each(Object.entries(CLASSES))('nothing but 2 %% of calls fails, %s: no mail', (_, perHour) => {
  const quiet = { call: FAULTS.upstream.call, alerts: [] };
  expect(listMails({ perHour, fault: quiet, minutes: 30, share: 0.02 }).mails).toEqual([]);
});

it.each([
  [1, 4, 'nobody'],
  [1, 2, 'identity-fails'],
  [3, 4, 'identity-fails'],
  [1, 1, 'identity-fails'],
])(
  'the identity has no right on %i of %i resource groups, of which the first is called most: %s (C-34)',
  (refused, all, rule) => {
    const workspace = new Workspace();
    const call = { schemaVersion: 1, operation: 'getStreamingJob', durationMs: 40, tenant: 't', upstreamTries: 1 };
    for (let minute = 0; minute < 60; minute++)
      for (let group = 0; group < all; group++) {
        const resource = `/subscriptions/s/${minute % 2 ? 'resourceGroups' : 'resourcegroups'}/rg-${group}/providers/x`;
        const result = group < refused ? { status: 502, problem: 'upstream_auth' } : { status: 200 };
        const lines = new Array(group === 0 ? 20 : 1).fill({ ...call, ...result, resource });
        workspace.addLines(lines, ROOT + minute * MINUTE_MS);
      }
    const mails = workspace.listMails(ROOT + 30 * MINUTE_MS, 30, others).map((mail) => mail.rule);
    expect(mails).toEqual(rule === 'nobody' ? [] : [rule]);
  },
);

it('one failed look at another table does not silence a policy that cannot be read', () => {
  const workspace = fill({ perHour: 20, fault: FAULTS.policyTable, minutes: 30, share: 1 });
  workspace.addLines([unready('table')], ROOT + (BEGIN + 7) * MINUTE_MS);
  const mails = workspace.listMails(ROOT + BEGIN * MINUTE_MS, 30, others);
  expect(mails).toEqual([{ rule: 'policy-ignored', minute: 15 }]);
});

it.each([
  ['three people', 3, 0, true],
  ['two people', 2, 0, false],
  ['a bot with an old token, at night', 1, 0, false],
  ['three people, while another is served', 3, 1, false],
])('every token of %s is refused for ten minutes', (_, refused, served, pages) => {
  const workspace = new Workspace();
  for (let minute = 0; minute < 10; minute++) {
    const call = (subject: string) => ({ ...GOOD, tenant: 't', subject });
    const lines = [
      ...Array.from({ length: refused }, (_, at) => ({ ...call(`old-${at}`), status: 401, problem: 'invalid_token' })),
      ...Array.from({ length: served }, () => call('ann')),
      // Scanners have no name.
      ...['a', 'b', 'c'].map(() => ({ ...GOOD, tenant: undefined, status: 401, problem: 'invalid_token' })),
    ];
    workspace.addLines(lines, ROOT + (minute + 0.5) * MINUTE_MS);
  }
  const paging = rules.filter(({ severity }) => severity <= 1);
  expect(workspace.listFiring(ROOT + 10 * MINUTE_MS, 5, paging)).toEqual(pages ? ['everybody-refused'] : []);
});

it.each([
  ['half of the calls', 'refused', 'service-refuses', 0.6, 3, true],
  ['less than half', 'refused', 'service-refuses', 0.4, 3, false],
  ['one that reads what is gone', 'refused', 'service-refuses', 1, 1, false],
  ['a tenth', 'throttled', 'upstream-throttles', 0.2, 3, true],
  ['a twentieth', 'throttled', 'upstream-throttles', 0.05, 3, false],
])('%s %s for 30 minutes: %s', (_, how, rule, share, subjects, fires) => {
  const workspace = new Workspace();
  const results = {
    refused: { status: 404, problem: 'upstream_refused', upstreamStatus: 404 },
    throttled: { status: 429, problem: 'throttled', upstreamStatus: 429 },
  };
  for (let call = 0; call < 600; call++) {
    const isHit = Math.floor((call + 1) * share) > Math.floor(call * share);
    const line = { ...GOOD, subject: `s${call % subjects}`, ...(isHit && results[how as keyof typeof results]) };
    workspace.addLines([line], ROOT + (call / 20) * MINUTE_MS);
  }
  const own = rules.filter(({ name }) => name === rule);
  expect(workspace.listFiring(ROOT + 30 * MINUTE_MS, 5, own)).toHaveLength(Number(fires));
});

it('what fails or is throttled in one scope is told with it, also in one of twenty (P-08, P-10)', () => {
  const workspace = new Workspace();
  const breaker = { status: 503, problem: 'circuit_open', reason: 'breaker', upstreamTries: undefined, scope: 'c-3' };
  const gate = { status: 429, problem: 'throttled', reason: 'retry_after', upstreamTries: undefined };
  const calls = Array.from({ length: 60 }, (_, at) => ({ ...GOOD, subject: `p-${at % 3}` }));
  for (let minute = 0; minute < 30; minute++) {
    const items = calls.map((call, at) => ({ ...call, scope: `c-${at % 20}`, ...(at >= 16 && breaker) }));
    const jobs = calls.map((call, at) => ({ ...call, scope: `s-${at % 20}`, ...(at % 20 === 7 && gate) }));
    const ofJobs = jobs.map((job) => ({ ...job, operation: 'getStreamingJob' }));
    workspace.addLines([...items, ...ofJobs], ROOT + minute * MINUTE_MS);
  }
  const now = ROOT + 30 * MINUTE_MS;
  const own = ['upstream-down', 'upstream-throttles'];
  const found = rules
    .filter(({ name }) => own.includes(name))
    .map(({ name, query }) => [name, workspace.query(query.join('\n'), now)]);
  expect(found).toMatchObject([
    ['upstream-down', [{ place: 'businessData', scope: 'c-3' }]],
    ['upstream-throttles', [{ place: 'arm', scope: 's-7' }]],
  ]);
  const places = workspace.query('FrontdeskDigest', now).map(({ what, place }) => `${what} ${place}`);
  expect(places).toEqual(['circuit_open businessData c-3', 'throttled arm s-7']);
});

it('a private app, which no web test reaches, pages once it logs nothing', () => {
  const silent = allRules.filter(({ isForPrivate }) => isForPrivate);
  const workspace = new Workspace();
  workspace.addLines([{ started: 'frontdesk' }], ROOT);
  expect(workspace.listMails(ROOT, 60, silent)).toEqual([{ rule: 'silent', minute: 45 }]);
});

it.each([
  ['20 bodies that are too large, among 600 calls', 20, 600, 0],
  ['29 of 600 calls', 29, 600, 0],
  ['30 of 600 calls', 30, 600, 1],
  ['19 of 19 calls', 19, 19, 0],
  ['20 of 20 calls', 20, 20, 1],
])('what the platform fails without a record: %s', (_, errors, executions, mails) => {
  const workspace = new Workspace();
  const at = ROOT + 5 * MINUTE_MS;
  workspace.add('AzureMetrics', { TimeGenerated: at, MetricName: 'Http5xx', Total: errors });
  workspace.add('AzureMetrics', { TimeGenerated: at, MetricName: 'OnDemandFunctionExecutionCount', Total: executions });
  workspace.addLines([{ ...GOOD, count: executions - errors }], at);
  const own = rules.filter(({ name }) => name === 'server-errors');
  expect(workspace.listFiring(ROOT + 20 * MINUTE_MS, 5, own)).toHaveLength(mails);
});
