export { buildPages } from '../pages/build.mjs';
export function bundle(root: string): Promise<void>;
export function watchBundle(
  root: string,
  rebuild: { onStart(): void; onEnd(errors: number): void },
): Promise<() => Promise<void>>;
