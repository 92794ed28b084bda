/** Medians, and Markdown tables for the terminal and the README. */

export function toMedian(values: readonly number[]): number {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const [low = Number.NaN, high = Number.NaN] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]];
  return (low + high) / 2;
}

/** Formats a number with up to three significant digits. */
export function toText(value: number): string {
  if (Number.isNaN(value)) return '-';
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toFixed(digits);
}

/** Returns a Markdown table. The first column is aligned left. */
export function toTable(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const texts = [head, ...rows].map((row) => row.map((cell) => (typeof cell === 'number' ? toText(cell) : cell)));
  const widths = head.map((_, column) => Math.max(...texts.map((row) => row[column]?.length ?? 0)));
  const lines = texts.map((row) => {
    const cells = widths.map((width, column) =>
      column === 0 ? (row[column] ?? '').padEnd(width) : (row[column] ?? '').padStart(width),
    );
    return `| ${cells.join(' | ')} |`;
  });
  const rule = `|${widths.map((width, column) => (column === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  return [lines[0], rule, ...lines.slice(1)].join('\n');
}
