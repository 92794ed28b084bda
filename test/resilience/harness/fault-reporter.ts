/** Prints one line per fault and one per measurement after the fault tests, and nothing after others. */
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';
import { faultTitles, notShown } from '../matrix/titles.ts';
import type {} from './measurements.ts';

const PROJECT = 'faults';

interface Counts {
  passed: number;
  failed: number;
}

export class FaultReporter implements Reporter {
  readonly #faults = new Map<string, Counts>();
  readonly #measurements: string[] = [];
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestCaseResult(test: TestCase): void {
    if (test.project.name !== PROJECT) return;
    const { state } = test.result();
    const { measurement } = test.meta();
    if (measurement) this.#measurements.push(`  ${test.fullName}\n      ${measurement}`);
    if (state === 'skipped' || state === 'pending') return;
    for (const [id] of test.fullName.matchAll(/\bF\d\d\b/g)) {
      const counts = this.#faults.get(id) ?? { passed: 0, failed: 0 };
      counts[state]++;
      this.#faults.set(id, counts);
    }
  }

  async onTestRunEnd(modules: readonly TestModule[]): Promise<void> {
    const own = modules.filter(({ project }) => project.name === PROJECT);
    if (own.length === 0) return;
    const isComplete = await this.#isComplete(own.length);
    const lines = Object.entries(faultTitles).flatMap(([id, title]) => {
      const counts = this.#faults.get(id);
      return counts || isComplete ? [formatLine(id, title, counts)] : [];
    });
    process.stdout.write(`\n${lines.join('\n')}\n\n${this.#measurements.join('\n')}\n\n`);
    if (isComplete && this.#faults.size < Object.keys(faultTitles).length) process.exitCode = 1;
  }

  /** True if the run includes every file and every test. */
  async #isComplete(modules: number): Promise<boolean> {
    if (this.#vitest === undefined || this.#vitest.config.testNamePattern) return false;
    const all = await this.#vitest.globTestSpecifications();
    return modules === all.filter(({ project }) => project.name === PROJECT).length;
  }
}

function formatLine(id: string, title: string, counts: Counts | undefined): string {
  const { passed = 0, failed = 0 } = counts ?? {};
  const verdict = failed > 0 ? `${failed} FAILED` : passed === 0 ? 'MISSING' : 'ok';
  const remark = notShown[id as keyof typeof faultTitles];
  const cells = `${passed + failed} ${passed + failed === 1 ? 'cell' : 'cells'}`;
  return `${id} ${title.padEnd(64)} ${cells.padStart(9)}  ${verdict}${remark ? `  (not shown: ${remark})` : ''}`;
}
