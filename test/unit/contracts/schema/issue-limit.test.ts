import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { limitIssues } from '../../../../lib/contracts/schema/messages.ts';

/** Returns a schema of a positive number that counts how often it is checked. */
function countChecks() {
  const counter = { checks: 0 };
  const schema = z.number().refine((value) => {
    counter.checks++;
    return value > 0;
  });
  return { counter, schema };
}

function parse(schema: z.ZodType, value: unknown, left: number) {
  const issueBudget = { left };
  const { success, error } = schema.safeParse(value, { reportInput: false, ...{ issueBudget } });
  return { success, issues: error?.issues.length ?? 0, left: issueBudget.left };
}

describe('a limited schema (C-02)', () => {
  const zeros = Array<number>(1_000).fill(0);

  it.each<[string, (schema: z.ZodType) => z.ZodType, unknown]>([
    ['list', (schema) => z.object({ list: z.array(schema) }), { list: zeros }],
    ['map', (schema) => z.record(z.string(), schema), { ...zeros }],
  ])('seeks no further issue in a %s once the budget is spent', (_, wrap, value) => {
    const { counter, schema } = countChecks();
    const limited = wrap(schema);
    limitIssues(limited);
    expect(parse(limited, value, 5)).toEqual({ success: false, issues: 5, left: 0 });
    expect(counter.checks).toBe(5);
  });

  it('counts an issue of a list in a list once', () => {
    const { schema } = countChecks();
    const lists = z.array(z.object({ list: z.array(schema) }));
    limitIssues(lists);
    const value = Array.from({ length: 10 }, () => ({ list: [0, 0, 0] }));
    expect(parse(lists, value, 7)).toMatchObject({ issues: 7, left: 0 });
  });

  it('checks every valid value, however many there are', () => {
    const { counter, schema } = countChecks();
    const list = z.array(schema);
    limitIssues(list);
    expect(parse(list, Array(1_000).fill(1), 5)).toEqual({ success: true, issues: 0, left: 5 });
    expect(parse(list, [...Array(1_000).fill(1), 0], 5)).toMatchObject({ success: false, issues: 1 });
    expect(counter.checks).toBe(2_001);
  });

  it('without a budget finds every issue; limiting it twice changes nothing', () => {
    const { counter, schema } = countChecks();
    const list = z.array(schema);
    limitIssues(list);
    limitIssues(list);
    expect(list.safeParse(zeros).error?.issues).toHaveLength(1_000);
    expect(parse(list, zeros, 5)).toMatchObject({ issues: 5 });
    expect(counter.checks).toBe(1_005);
  });

  it('reads schemas that hold themselves, kinds and optional members', () => {
    type Tree = { readonly trees?: readonly Tree[] | undefined; readonly n: number };
    const { schema } = countChecks();
    const tree: z.ZodType<Tree> = z.object({ n: schema, trees: z.array(z.lazy(() => tree)).optional() });
    limitIssues(tree);
    const value = { n: 1, trees: Array.from({ length: 50 }, () => ({ n: 1, trees: [{ n: 0 }] })) };
    expect(parse(tree, value, 3)).toMatchObject({ issues: 3, left: 0 });
  });
});
