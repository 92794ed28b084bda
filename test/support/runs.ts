/** How often a property is tried: few times for every change, `RUNS` times as often in the scheduled run. */
export const runs = (few: number): number => few * Number(process.env.RUNS ?? 1);
