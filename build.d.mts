export function bundle(root: string): Promise<void>;
export function watchBundle(root: string, onRebuild: () => void): Promise<() => Promise<void>>;
