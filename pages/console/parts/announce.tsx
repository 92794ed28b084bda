import { signal } from '@preact/signals';

const message = signal('');

/** Makes screen readers read a message after the current one. */
export function announce(text: string): void {
  // An unchanged text is not read again.
  message.value = message.value === text ? `${text}\u00a0` : text;
}

export function Announcer() {
  return (
    <div class="sr-only" role="status" aria-live="polite">
      {message}
    </div>
  );
}
