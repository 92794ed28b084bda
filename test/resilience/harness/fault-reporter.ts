/** Prints a line a fault and a line a figure when the fault tests have run. */
import type { Reporter, TestCase, Vitest } from 'vitest/node';
import { faultTitles, notShown } from './fault-table.ts';
import type {} from './figures.ts';

interface Tally {
  passed: number;
  failed: number;
}

export class FaultReporter implements Reporter {
  readonly #faults = new Map<string, Tally>();
  readonly #figures: string[] = [];
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestCaseResult(test: TestCase): void {
    const { state } = test.result();
    const { figure } = test.meta();
    if (figure) this.#figures.push(`  ${test.fullName}\n      ${figure}`);
    if (state === 'skipped' || state === 'pending') return;
    for (const [id] of test.fullName.matchAll(/\bF\d\d\b/g)) {
      const tally = this.#faults.get(id) ?? { passed: 0, failed: 0 };
      tally[state]++;
      this.#faults.set(id, tally);
    }
  }

  async onTestRunEnd(modules: readonly unknown[]): Promise<void> {
    const isWhole = await this.#isWhole(modules.length);
    const lines = Object.entries(faultTitles).flatMap(([id, title]) => {
      const tally = this.#faults.get(id);
      return tally || isWhole ? [toLine(id, title, tally)] : [];
    });
    process.stdout.write(`\n${lines.join('\n')}\n\n${this.#figures.join('\n')}\n\n`);
    if (isWhole && this.#faults.size < Object.keys(faultTitles).length) process.exitCode = 1;
  }

  /** Whether nothing was left out. */
  async #isWhole(modules: number): Promise<boolean> {
    if (this.#vitest === undefined || this.#vitest.config.testNamePattern) return false;
    return modules === (await this.#vitest.globTestSpecifications()).length;
  }
}

function toLine(id: string, title: string, tally: Tally | undefined): string {
  const { passed = 0, failed = 0 } = tally ?? {};
  const verdict = failed > 0 ? `${failed} FAILED` : passed === 0 ? 'MISSING' : 'ok';
  const remark = notShown[id as keyof typeof faultTitles];
  const cells = `${passed + failed} ${passed + failed === 1 ? 'cell' : 'cells'}`;
  return `${id} ${title.padEnd(64)} ${cells.padStart(9)}  ${verdict}${remark ? `  (not shown: ${remark})` : ''}`;
}
