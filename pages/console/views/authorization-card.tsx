/** An authorization as it was last seen, and what can be done with it. */
import { useState } from 'preact/hooks';
import type { AuthorizationPath, KnownAuthorization } from '../logic/authorization-form.ts';
import { Chip } from '../parts/chip.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Facts } from '../parts/facts.tsx';
import { Icon } from '../parts/icon.tsx';
import { Raw, ResponseBar } from '../parts/response-bar.tsx';
import { ConsentSteps } from './consent-steps.tsx';
import type { AuthorizationResult } from './use-authorizations.ts';

interface AuthorizationCardProps {
  readonly result: AuthorizationResult;
  readonly onRead: () => void;
  readonly onDelete: (seen: KnownAuthorization) => void;
}

export function AuthorizationCard({ result, onRead, onDelete }: AuthorizationCardProps) {
  const { response, path, seen } = result;
  if (seen === undefined)
    return (
      <section class="panel success" aria-label="Deleted">
        <p>
          <Icon name="ok" /> <strong>{toTitle(path)}</strong> is deleted
          {response.status === 204 && ': it was gone already'}.
        </p>
        <ResponseBar response={response} />
      </section>
    );
  return (
    <section class="panel" aria-labelledby="authorization-heading">
      <ResponseBar response={response} />
      <h2 id="authorization-heading">
        {toTitle(path)} <StatusOf seen={seen} />
      </h2>
      <Facts
        facts={[
          ['Service', path.serviceName],
          ['Grant', seen.grant],
          ['Problem', seen.error],
        ]}
      />
      {seen.needsConsent && <ConsentSteps path={path} onConfirmed={onRead} />}
      <CardActions path={path} onRead={onRead} onDelete={() => onDelete(seen)} />
      <Raw body={response.body} />
    </section>
  );
}

export function toTitle({ authorizationProviderId, authorizationId }: AuthorizationPath): string {
  return `${authorizationProviderId} / ${authorizationId}`;
}

export function StatusOf({ seen: { status } }: { readonly seen: KnownAuthorization }) {
  const tone = status === 'Connected' ? 'ok' : 'error';
  return (
    <Chip tone={tone} icon={tone}>
      {status}
    </Chip>
  );
}

interface CardActionsProps {
  readonly path: AuthorizationPath;
  readonly onRead: () => void;
  readonly onDelete: () => void;
}

function CardActions({ path, onRead, onDelete }: CardActionsProps) {
  const [isConfirming, setConfirming] = useState(false);
  return (
    <div class="actions">
      <button type="button" onClick={onRead}>
        <Icon name="refresh" /> Read again
      </button>
      <button type="button" class="danger" onClick={() => setConfirming(true)}>
        Delete…
      </button>
      {isConfirming && (
        <Dialog
          title={`Delete ${toTitle(path)}?`}
          confirm="Delete"
          isDestructive
          onConfirm={onDelete}
          onClose={() => setConfirming(false)}
        >
          <p>Calls that use it fail from then on. Its consent goes with it: only a new sign-in brings it back.</p>
          <p class="muted">Only if it has not changed since it was read (If-Match).</p>
        </Dialog>
      )}
    </div>
  );
}
