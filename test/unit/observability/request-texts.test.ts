import { describe, expect, it } from 'vitest';
import { Problem, type ProblemDetail } from '../../../lib/http/problem.ts';
import { describeInvalid, joinTargets } from '../../../lib/observability/request-texts.ts';

const NAMES = new Set(['properties', 'outputs', 'name', 'api-version', 'body']);
const isKnown = (name: string) => NAMES.has(name);
const describeDetails = (...details: ProblemDetail[]) =>
  describeInvalid(new Problem('invalid_request', { details }), isKnown);
const invalid = (target: string, message = 'is required') => ({ code: 'invalid_value', target, message });

describe('what a refused request failed by', () => {
  it('is each member, with the rule', () => {
    const text = describeDetails(invalid('properties.outputs[0].name'), invalid('body', 'must be an object'));
    expect(text).toBe('properties.outputs[0].name: is required; body: must be an object');
  });

  it('is the one member that a problem is about', () => {
    const problem = new Problem('unsupported_api_version', { target: 'api-version', message: 'Not supported.' });
    expect(describeInvalid(problem, isKnown)).toBe('api-version: Not supported.');
    expect(describeInvalid(new Problem('invalid_json'), isKnown)).toBeUndefined();
  });

  it.each([
    ['a name', 'canary', '*'],
    ['a name below a known one', 'properties.canary', 'properties.*'],
    ['a name that looks like a path', 'properties.canary.name', 'properties.*.name'],
    ['a name that looks like an index', 'properties[5551234567]', 'properties.*'],
    ['a name in another case is known', 'Properties.NAME', 'Properties.NAME'],
  ])('has no words of the caller: %s', (_, target, path) => {
    expect(describeDetails(invalid(target))).toBe(`${path}: is required`);
  });

  it('is bounded: five members, eighty characters of a rule, and how many more there are', () => {
    const text = describeDetails(...Array.from({ length: 9 }, () => invalid('name', 'x'.repeat(200))));
    expect(text).toBe(`${`name: ${'x'.repeat(79)}…; `.repeat(5)}+4`);
  });

  it('is nothing of what the upstream says', () => {
    const problem = new Problem('upstream_refused', { details: [invalid('name')] });
    expect(describeInvalid(problem, isKnown)).toBeUndefined();
  });
});

describe('what a body names', () => {
  it('is one text; nothing where it names nothing', () => {
    expect(joinTargets(['one', 'two'])).toBe('one/two');
    expect(joinTargets([])).toBeUndefined();
  });

  it('is bounded: twenty ids of sixty-four characters, and how many more there are', () => {
    const text = joinTargets(Array.from({ length: 23 }, () => 'x'.repeat(65)));
    expect(text).toBe(`${`${'x'.repeat(63)}…/`.repeat(20)}+3`);
  });
});
