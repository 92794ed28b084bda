/** Ids, numbers and names of business records. */

export const modified = '2026-10-05T08:14:21.933Z';

export type Label = readonly [id: string, number: string, displayName: string];

const builders = [
  'Alpine',
  'Baldwin',
  'Cascade',
  'Dover',
  'Eastgate',
  'Fourth',
  'Granite',
  'Harbour',
  'Inland',
  'Juniper',
];
const trades = ['Bakery', 'Cycles', 'Dairy', 'Fabrics', 'Games', 'Hotels', 'Joinery', 'Ceramics', 'Lighting', 'Motors'];

/** Returns `Alpine Bakery`, `Alpine Cycles`, …; numbered from the second hundred on. */
function toName(index: number): string {
  const [builder, trade, round] = [Math.floor(index / 10) % 10, index % 10, Math.floor(index / 100)];
  return `${builders[builder]} ${trades[trade]}${round > 0 ? ` ${round + 1}` : ''}`;
}

/** Returns a label; `prefix` is the start of the id. */
export const toLabel = (prefix: string, index: number): Label => [
  `${prefix}-0000-4000-8000-${String(index).padStart(12, '0')}`,
  String(50_000 + index),
  toName(index),
];
