const maxCalls = 10_000;

/** The calls since the last reset. The oldest are dropped beyond 10,000. */
export class CallLog<Call> {
  #calls: Call[] = [];

  record(call: Call): void {
    this.#calls.push(call);
    if (this.#calls.length > maxCalls) this.#calls.shift();
  }

  list(): readonly Call[] {
    return this.#calls;
  }

  clear(): void {
    this.#calls = [];
  }
}
