import { describe, expect, it, vi } from 'vitest';
import { Problem, type ProblemType } from '../../../lib/http/problem.ts';
import { alertProblem, createAlert } from '../../../lib/observability/alerts.ts';
import { systemClock } from '../../../lib/time/clock.ts';

describe('an alert', () => {
  function start() {
    let now = 1_000_000;
    const report = vi.fn();
    const alert = createAlert(report, { ...systemClock, wallNow: () => now });
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
    alert('upstream_auth', 'arm', '');
    alert('upstream_auth', 'arm', '');
    alert('upstream_auth', 'businessData', '');
    advance(59_999);
    alert('upstream_auth', 'arm', '');
    expect(subjects()).toEqual(['arm', 'businessData']);
    advance(1);
    alert('upstream_auth', 'arm', '');
    expect(subjects()).toEqual(['arm', 'businessData', 'arm']);
  });

  it.each<[ProblemType, boolean]>([
    ['auth_unavailable', true],
    ['identity_unavailable', true],
    ['internal_error', true],
    ['upstream_auth', true],
    ['forbidden', false],
    ['upstream_unreachable', false],
    ['circuit_open', false],
  ])('a request that fails with %s: %s', (type, isAlerted) => {
    const alert = vi.fn();
    alertProblem(alert, new Problem(type, { cause: 'why' }), 'arm');
    expect(alert.mock.calls).toEqual(isAlerted ? [[type, 'arm', 'why']] : []);
  });
});
