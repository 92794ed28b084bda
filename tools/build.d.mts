import type { Metafile } from 'esbuild';

export function buildPages(root: string): Promise<Pick<Metafile, 'outputs'>>;
export function bundle(root: string): Promise<void>;
export function watchBundle(
  root: string,
  rebuild: { onStart(): void; onEnd(errors: number): void },
): Promise<() => Promise<void>>;
