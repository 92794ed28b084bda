/** Events of a simulation, in the order of their times. */

type Run = (now: number) => void;

interface Event {
  readonly at: number;
  readonly run: Run;
}

/** A binary heap: the parent of an event is never later. */
export class EventQueue {
  readonly #heap: Event[] = [];

  add(at: number, run: Run): void {
    const event = { at, run };
    let place = this.#heap.push(event) - 1;
    while (place > 0) {
      const above = (place - 1) >> 1;
      const parent = this.#heap[above] as Event;
      if (parent.at <= at) break;
      this.#heap[place] = parent;
      place = above;
    }
    this.#heap[place] = event;
  }

  /** Runs the events before `endMs`, and what they add. */
  run(endMs: number): void {
    for (let event = this.#next(); event && event.at < endMs; event = this.#next()) event.run(event.at);
  }

  #next(): Event | undefined {
    const first = this.#heap[0];
    const last = this.#heap.pop();
    if (last === undefined || first === last) return first;
    let place = 0;
    for (let below = 1; below < this.#heap.length; below = 2 * place + 1) {
      const isRightEarlier = (this.#heap[below + 1]?.at ?? Number.POSITIVE_INFINITY) < (this.#heap[below] as Event).at;
      const child = isRightEarlier ? below + 1 : below;
      if (last.at <= (this.#heap[child] as Event).at) break;
      this.#heap[place] = this.#heap[child] as Event;
      place = child;
    }
    this.#heap[place] = last;
    return first;
  }
}
