import { describe, expect, it, vi } from 'vitest';
import { Problem, type ProblemType } from '../../../lib/http/problem.ts';
import { alertProblem, createAlert } from '../../../lib/observability/alerts.ts';
import { systemClock } from '../../../lib/time/clock.ts';

describe('an alert', () => {
  function start() {
    let now = 1_000_000;
    const report = vi.fn();
    const alert = createAlert(report, { ...systemClock, monotonicNow: () => now });
    /** Raises an alert of each subject after this time; returns those that are written. */
    const raise = (name: 'upstream_drift' | 'upstream_auth', ms: number, ...subjects: string[]) => {
      now += ms;
      report.mockClear();
      for (const subject of subjects) alert(name, subject, '');
      return report.mock.calls.map(([line]) => line.subject);
    };
    return { alert, report, raise };
  }

  it('is one line with the alert, the subject, the scope and the reason', () => {
    const { alert, report } = start();
    alert('cache_paused', 'table', Object.assign(new Error('canary'), { code: 'ECONNREFUSED' }));
    alert('check_failed', 'keys', undefined);
    for (const scope of ['s1', 's2', 's1']) alert('upstream_setup', 'arm', 'network_rule', scope);
    const setup = { alert: 'upstream_setup', subject: 'arm', reason: 'network_rule' };
    expect(report.mock.calls).toEqual([
      [{ alert: 'cache_paused', subject: 'table', reason: 'Error ECONNREFUSED' }],
      [{ alert: 'check_failed', subject: 'keys' }],
      [{ ...setup, scope: 's1' }],
      [{ ...setup, scope: 's2' }],
    ]);
  });

  it('is written once per minute and subject', () => {
    const { raise } = start();
    expect(raise('upstream_drift', 0, 'arm', 'arm', 'businessData')).toEqual(['arm', 'businessData']);
    expect(raise('upstream_drift', 59_999, 'arm')).toEqual([]);
    expect(raise('upstream_drift', 1, 'arm')).toEqual(['arm']);
  });

  it('of a refused identity is written from the second time within five minutes, for each upstream (C-34)', () => {
    const { raise } = start();
    expect(raise('upstream_auth', 0, 'arm', 'businessData')).toEqual([]);
    expect(raise('upstream_auth', 300_000, 'arm')).toEqual([]);
    expect(raise('upstream_auth', 299_999, 'arm')).toEqual(['arm']);
    expect(raise('upstream_auth', 0, 'arm')).toEqual([]);
    expect(raise('upstream_auth', 60_000, 'arm')).toEqual(['arm']);
  });

  it.each<[ProblemType, boolean, cause?: string]>([
    ['auth_unavailable', true, 'why'],
    // F60: a made-up key id, for which no keys were fetched yet.
    ['auth_unavailable', false],
    ['identity_unavailable', true, 'why'],
    ['internal_error', true, 'why'],
    ['upstream_auth', true],
    ['upstream_setup', true, 'network_rule'],
    ['forbidden', false, 'why'],
    ['upstream_unreachable', false, 'why'],
    ['circuit_open', false, 'why'],
  ])('is raised once for requests that share a problem, %s: %s (C-34)', (type, isAlerted, cause) => {
    const alert = vi.fn();
    const problem = new Problem(type, { cause });
    for (let waiting = 0; waiting < 3; waiting++) alertProblem(alert, problem, 'arm', 's1');
    const [subject, scope] = [
      type === 'auth_unavailable' ? 'keys' : 'arm',
      type.startsWith('upstream') ? 's1' : undefined,
    ];
    expect(alert.mock.calls).toEqual(isAlerted ? [[type, subject, cause, scope]] : []);
  });
});
