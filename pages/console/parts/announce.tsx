import { signal } from '@preact/signals';

const message = signal('');

/** Has a screen reader say what changed, once it has finished what it is saying. */
export function announce(text: string): void {
  // The same words are said again only when they are new to the region.
  message.value = message.value === text ? `${text}\u00a0` : text;
}

export function Announcer() {
  return (
    <div class="sr-only" role="status" aria-live="polite">
      {message}
    </div>
  );
}
