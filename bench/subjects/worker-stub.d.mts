export function installWorker(): { readonly functions: ReadonlyMap<string, unknown> };
