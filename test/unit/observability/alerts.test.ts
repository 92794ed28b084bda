import { describe, expect, it, vi } from 'vitest';
import { Problem, type ProblemType } from '../../../lib/http/problem.ts';
import { alertProblem, createAlert } from '../../../lib/observability/alerts.ts';
import { systemClock } from '../../../lib/time/clock.ts';

describe('an alert', () => {
  function start() {
    let now = 1_000_000;
    const report = vi.fn();
    const alert = createAlert(report, { ...systemClock, monotonicNow: () => now });
    return { alert, report, advance: (ms: number) => (now += ms) };
  }

  it('is one line with the alert, the subject and the reason', () => {
    const { alert, report } = start();
    alert('cache_paused', 'table', Object.assign(new Error('canary'), { code: 'ECONNREFUSED' }));
    alert('check_failed', 'keys', undefined);
    expect(report.mock.calls).toEqual([
      [{ alert: 'cache_paused', subject: 'table', reason: 'Error ECONNREFUSED' }],
      [{ alert: 'check_failed', subject: 'keys' }],
    ]);
  });

  it('is written once per minute and subject', () => {
    const { alert, report, advance } = start();
    const subjects = () => report.mock.calls.map(([line]) => line.subject);
    alert('upstream_drift', 'arm', '');
    alert('upstream_drift', 'arm', '');
    alert('upstream_drift', 'businessData', '');
    advance(59_999);
    alert('upstream_drift', 'arm', '');
    expect(subjects()).toEqual(['arm', 'businessData']);
    advance(1);
    alert('upstream_drift', 'arm', '');
    expect(subjects()).toEqual(['arm', 'businessData', 'arm']);
  });

  it('C-34 of a refused identity is written from the second time within five minutes, for each upstream', () => {
    const { alert, report, advance } = start();
    const subjects = () => report.mock.calls.map(([line]) => line.subject);
    for (const upstream of ['arm', 'businessData']) alert('upstream_auth', upstream, '');
    advance(300_000);
    alert('upstream_auth', 'arm', '');
    expect(subjects()).toEqual([]);
    advance(299_999);
    alert('upstream_auth', 'arm', '');
    expect(subjects()).toEqual(['arm']);
    alert('upstream_auth', 'arm', '');
    expect(subjects()).toEqual(['arm']);
    advance(60_000);
    alert('upstream_auth', 'arm', '');
    expect(subjects()).toEqual(['arm', 'arm']);
  });

  it.each<[ProblemType, boolean, cause?: string]>([
    ['auth_unavailable', true, 'why'],
    // F60: a made-up key id, for which no keys were fetched yet.
    ['auth_unavailable', false],
    ['identity_unavailable', true, 'why'],
    ['internal_error', true, 'why'],
    ['upstream_auth', true],
    ['forbidden', false, 'why'],
    ['upstream_unreachable', false, 'why'],
    ['circuit_open', false, 'why'],
  ])('C-34 is raised once for requests that share a problem, %s: %s', (type, isAlerted, cause) => {
    const alert = vi.fn();
    const problem = new Problem(type, { cause });
    for (let waiting = 0; waiting < 3; waiting++) alertProblem(alert, problem, 'arm');
    expect(alert.mock.calls).toEqual(isAlerted ? [[type, 'arm', cause]] : []);
  });
});
