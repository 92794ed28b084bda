/** How many files and functions of the app one warm relayed read runs through: what a reader has to follow. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Environment } from '../../bench/environment.ts';
import { receive, startProcess, stopProcess } from '../../bench/processes.ts';
import { measureCoverage } from '../../bench/ratios.ts';

it('a relayed read of a new address runs through 43 files and 188 functions at most', async () => {
  const child = startProcess({ file: join(process.cwd(), 'bench/environment.ts'), core: 'load', args: ['1'] });
  try {
    const { files, functions } = await measureCoverage(await receive<Environment>(child), process.cwd());
    expect(files).toBeLessThanOrEqual(43);
    expect(functions).toBeLessThanOrEqual(188);
    // It has not measured another way.
    expect(Math.min(files, functions)).toBeGreaterThan(20);
  } finally {
    await stopProcess(child);
  }
});
