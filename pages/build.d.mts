import type { Metafile } from 'esbuild';

export function buildPages(root: string, listRules: () => readonly object[]): Promise<Pick<Metafile, 'outputs'>>;
