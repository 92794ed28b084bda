import { CopyButton } from './copy-button.tsx';

interface RequestIdProps {
  readonly id: string | undefined;
  readonly kind?: 'request' | "service's request";
}

/** A request id for support: shows the start and copies all of it. */
export function RequestId({ id, kind = 'request' }: RequestIdProps) {
  if (id === undefined) return null;
  return (
    <span class="request-id">
      <span class="muted">{kind}</span> <code title={id}>{id.slice(0, 8)}</code>
      <CopyButton text={id} what={`${kind} id`} />
    </span>
  );
}
