/** The process's date, which a test moves on: Frontdesk and the emulated edges in it see it alike, timers do not. */
const SystemDate = Date;
let movedMs = 0;

const now = () => SystemDate.now() + movedMs;

globalThis.Date = new Proxy(SystemDate, {
  construct: (target, parts, newTarget) => Reflect.construct(target, parts.length === 0 ? [now()] : parts, newTarget),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});

/** Moves the date on; it goes on from there. */
export function moveDate(ms: number): void {
  movedMs += ms;
}
