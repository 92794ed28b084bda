/** Prints what `npm start` says about itself; with colours only in a terminal. */
import { styleText } from 'node:util';
import type { HostLine } from './host-lines.ts';

export interface Report {
  line(text?: string): void;
  heading(text: string): void;
  /** A line of Frontdesk's host; a failed request has a colour. */
  hostLine(line: HostLine): void;
  /** A line of the log for machines: the only ones on stdout with --json. */
  json(text: string): void;
  /** A component is ready after this time. */
  ready(component: string, ms: number): void;
  table(rows: readonly (readonly [name: string, address: string, remark: string])[]): void;
  failure(message: string): void;
}

type Output = Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;
type Style = Parameters<typeof styleText>[0];

/** Prints to `stdout`, or where the caller wants it. No colours if the output is not a terminal or NO_COLOR is set (https://no-color.org). */
export function createReport(stdout: Output = process.stdout, stderr: Output = process.stderr): Report {
  const paint = (stream: Output, style: Style, text: string) =>
    stream.isTTY && !process.env['NO_COLOR'] ? styleText(style, text, { validateStream: false }) : text;
  const line = (text = '') => void stdout.write(`${text}\n`);
  return {
    line,
    heading: (text) => line(paint(stdout, 'bold', text)),
    hostLine: ({ text, status = 0 }) =>
      line(status < 400 ? text : paint(stdout, status < 500 ? 'yellow' : 'red', text)),
    json: (text) => void process.stdout.write(`${text}\n`),
    ready: (component, ms) =>
      line(`  ${paint(stdout, 'green', 'ready')}  ${component.padEnd(10)} ${`${Math.round(ms)} ms`.padStart(8)}`),
    table: (rows) => {
      const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
      for (const [name, address, remark] of rows) {
        const cells = [name.padEnd(widths[0] ?? 0), paint(stdout, 'cyan', address.padEnd(widths[1] ?? 0)), remark];
        line(`  ${cells.join('  ')}`.trimEnd());
      }
    },
    failure: (message) => void stderr.write(`${paint(stderr, 'red', message)}\n`),
  };
}
