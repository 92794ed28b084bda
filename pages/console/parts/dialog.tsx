import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface DialogProps {
  readonly title: string;
  readonly confirm: string;
  readonly isDestructive?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** Asks for confirmation. Escape and Cancel change nothing. */
export function Dialog({ title, confirm, isDestructive, onConfirm, onClose, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => ref.current?.showModal(), []);
  return (
    <dialog ref={ref} aria-labelledby="dialog-title" onClose={onClose}>
      <h2 id="dialog-title">{title}</h2>
      <div class="dialog-body stack">{children}</div>
      <form method="dialog">
        <button type="submit">Cancel</button>{' '}
        <button type="submit" class={isDestructive ? 'danger' : 'primary'} onClick={onConfirm}>
          {confirm}
        </button>
      </form>
    </dialog>
  );
}
