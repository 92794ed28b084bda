import type { Metafile } from 'esbuild';

export function buildPages(root: string): Promise<Pick<Metafile, 'outputs'>>;
