/** Replaces the process's Date and monotonic clock with ones that tests can advance. Timers are not affected. */
const SystemDate = Date;
const systemNow = performance.now.bind(performance);
let advancedMs = 0;

const now = () => SystemDate.now() + advancedMs;

globalThis.Date = new Proxy(SystemDate, {
  construct: (target, parts, newTarget) => Reflect.construct(target, parts.length === 0 ? [now()] : parts, newTarget),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
performance.now = () => systemNow() + advancedMs;

/** Lets time pass at once, for Frontdesk and the emulators. */
export function advanceTime(ms: number): void {
  advancedMs += ms;
}
