/** Replaces the process's Date with one that tests can advance. Frontdesk and the emulators share it; timers are not affected. */
const SystemDate = Date;
let advancedMs = 0;

const now = () => SystemDate.now() + advancedMs;

globalThis.Date = new Proxy(SystemDate, {
  construct: (target, parts, newTarget) => Reflect.construct(target, parts.length === 0 ? [now()] : parts, newTarget),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});

/** Advances the date, which then continues from there. */
export function advanceDate(ms: number): void {
  advancedMs += ms;
}
