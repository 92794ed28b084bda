import { CopyButton } from './copy-button.tsx';

/** The request id for support: shows the start and copies all of it. */
export function RequestId({ id }: { readonly id: string | undefined }) {
  if (id === undefined) return null;
  return (
    <span class="request-id">
      <span class="muted">request</span> <code title={id}>{id.slice(0, 8)}</code>
      <CopyButton text={id} what="request id" />
    </span>
  );
}
