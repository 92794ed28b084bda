import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgeWrite, type LostWrite, type ReadState, type Verdict } from '../../../lib/upstream/judge-write.ts';

const body = { location: 'westus', properties: { sku: { name: 'Standard' }, inputs: [{ name: 'a' }, { name: 'b' }] } };
const other = { location: 'westus', properties: { sku: { name: 'Standard' }, inputs: [{ name: 'a' }, { name: 'c' }] } };

function put(write: Partial<LostWrite> = {}): LostWrite {
  return { method: 'PUT', body, ...write };
}

function found(read: Partial<ReadState> = {}): ReadState {
  return { status: 200, etag: '"2"', body, ...read };
}

describe('a PUT', () => {
  test.each<[string, LostWrite, ReadState, Verdict]>([
    ['the resource is as written', put(), found(), 'applied'],
    ['the tag changed to what was written', put({ ifMatch: '"1"' }), found(), 'applied'],
    ['it was created as written', put({ ifNoneMatch: '*' }), found(), 'applied'],
    ['the tag is still the one of If-Match', put({ ifMatch: '"2"' }), found(), 'unknown'],
    ['the tag is the same but for its quotes', put({ ifMatch: '2' }), found(), 'unknown'],
    ['the tag changed to something else', put({ ifMatch: '"1"' }), found({ body: other }), 'rejected'],
    ['another one was created', put({ ifNoneMatch: '*' }), found({ body: other }), 'rejected'],
    ['without a precondition something else is there', put(), found({ body: other }), 'unknown'],
    ['with If-Match * something else is there', put({ ifMatch: '*' }), found({ body: other }), 'unknown'],
    ['nothing is there, and If-Match was sent', put({ ifMatch: '"1"' }), found({ status: 404 }), 'rejected'],
    ['nothing is there yet', put(), found({ status: 404 }), 'unknown'],
    ['nothing is there yet, and If-None-Match was sent', put({ ifNoneMatch: '*' }), found({ status: 404 }), 'unknown'],
    ['the read failed', put({ ifMatch: '"1"' }), found({ status: 500 }), 'unknown'],
  ])('W-02 %s', (_, write, read, verdict) => {
    expect(judgeWrite(write, read)).toBe(verdict);
  });

  test.each<[string, unknown, unknown, Verdict]>([
    ['members that the server adds', { a: 1 }, { a: 1, id: 'x' }, 'applied'],
    ['names in another case', { Sku: 'x' }, { sku: 'x' }, 'applied'],
    ['a place as the server shows it', { location: 'westus' }, { location: 'West US' }, 'applied'],
    ['a time in another form', { at: '2026-01-01T00:00:00Z' }, { at: '2026-01-01T00:00:00.0000000Z' }, 'applied'],
    ['named elements in another order', [{ name: 'a' }, { name: 'B' }], [{ name: 'b' }, { name: 'a' }], 'applied'],
    ['null for an absent member', { a: null }, {}, 'applied'],
    ['a default in place of null', { a: null }, { a: 5 }, 'unknown'],
    ['a member that is missing', { a: 1 }, {}, 'unknown'],
    ['a member of another type', { a: 1 }, { a: '1' }, 'unknown'],
    ['a secret that is not returned', { password: 'p' }, {}, 'unknown'],
    ['a secret that is masked', { password: 'p' }, { password: '***' }, 'unknown'],
  ])('W-03 without a precondition, %s', (_, sent, read, verdict) => {
    expect(judgeWrite(put({ body: sent }), found({ body: read }))).toBe(verdict);
  });

  test('W-04 a write that differs in a secret alone is known by its tag only', () => {
    const secret = { ...body, password: 'new' };
    expect(judgeWrite(put({ body: secret }), found())).toBe('unknown');
    expect(judgeWrite(put({ body: secret, ifNoneMatch: '*' }), found())).toBe('unknown');
    expect(judgeWrite(put({ body: secret, ifMatch: '"1"' }), found())).toBe('applied');
  });
});

describe('a DELETE', () => {
  test.each<[string, string | undefined, ReadState, Verdict]>([
    ['nothing is there', '"1"', { status: 404 }, 'applied'],
    ['the tag is still the one of If-Match', '"2"', found(), 'unknown'],
    ['the tag changed', '"1"', found(), 'rejected'],
    ['it is there, and no tag was sent', undefined, found(), 'unknown'],
  ])('W-05 %s', (_, ifMatch, read, verdict) => {
    expect(judgeWrite({ method: 'DELETE', ifMatch }, read)).toBe(verdict);
  });
});

/** One resource with optimistic concurrency; its tag is 1 at the start. */
class Server {
  value = 0;
  tag = 1;

  set(value: number): void {
    this.value = value;
    this.tag++;
  }

  /** Returns whether the write was applied. */
  write(value: number, precondition: string): boolean {
    if (precondition === 'create' || (precondition === 'tag' && this.tag !== 1)) return false;
    this.set(value);
    return true;
  }
}

describe('W-06 against a server that keeps one resource', () => {
  const value = fc.integer({ min: 0, max: 3 });
  const history = fc.record({
    ours: value,
    isProcessed: fc.boolean(),
    /** What another caller writes before ours arrives. */
    others: fc.option(value, { nil: undefined }),
    precondition: fc.constantFrom('none', 'tag', 'create'),
    hasSecret: fc.boolean(),
  });

  test('no verdict is wrong', () => {
    const check = fc.property(history, ({ ours, isProcessed, others, precondition, hasSecret }) => {
      // Who writes the same but for its secret at the same time cannot be told apart.
      fc.pre(!hasSecret || others !== ours);
      const server = new Server();
      if (others !== undefined) server.set(others);
      const isApplied = isProcessed && server.write(ours, precondition);
      const read = { status: 200, etag: `"${server.tag}"`, body: { value: server.value } };
      const body = { value: ours, ...(hasSecret && { password: 'p' }) };
      const tags = { tag: { ifMatch: '"1"' }, create: { ifNoneMatch: '*' }, none: {} }[precondition];
      const verdict = judgeWrite({ method: 'PUT', body, ...tags }, read);
      // Without secrets, a resource that is as written is as good as applied.
      const isAsWritten = isApplied || (server.value === ours && !hasSecret);
      if (verdict === 'applied') expect(isAsWritten).toBe(true);
      // Neither was it applied, nor does it take effect later.
      if (verdict === 'rejected') expect([isApplied, server.write(ours, precondition)]).toEqual([false, false]);
    });
    fc.assert(check, { numRuns: 2_000 });
  });
});
