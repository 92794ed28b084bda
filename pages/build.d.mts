export function buildPages(root: string): Promise<void>;
