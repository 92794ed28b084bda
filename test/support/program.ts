import { type ExecFileOptions, execFile } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';

/** Runs a program to its end; resolves with its exit code, NaN if it had none, and what it printed. */
export function runProgram(program: string, args: readonly string[], options: ExecFileOptions) {
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(program, args, options, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? Number.NaN) : 0, stdout: String(stdout), stderr: String(stderr) }),
    );
  });
}

/** Writes a script that can be run by its name. */
export function writeProgram(file: string, script: string): void {
  writeFileSync(file, script);
  chmodSync(file, 0o755);
}
