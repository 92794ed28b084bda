/** An authorization as it was last seen, and what can be done with it. */
import { useState } from 'preact/hooks';
import { type AuthorizationPath, GRANTS, type KnownAuthorization } from '../logic/authorization-form.ts';
import { Chip } from '../parts/chip.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Facts } from '../parts/facts.tsx';
import { Icon } from '../parts/icon.tsx';
import { ResponseBar } from '../parts/response-bar.tsx';
import { ConsentSteps } from './consent-steps.tsx';
import type { AuthorizationResult } from './use-authorizations.ts';

interface AuthorizationCardProps {
  readonly result: AuthorizationResult;
  readonly onRead: () => void;
  readonly onDelete: (seen: KnownAuthorization) => void;
}

export function AuthorizationCard({ result, onRead, onDelete }: AuthorizationCardProps) {
  const { what, response, path, seen } = result;
  if (seen === undefined)
    return (
      <section class="panel success" aria-label="Deleted">
        <p>
          <Icon name="ok" /> <strong>{toTitle(path)}</strong> is deleted
          {response?.status === 204 && ': it was gone already'}.
        </p>
        {response && <ResponseBar response={response} what={what} />}
      </section>
    );
  return (
    <section class={`panel ${isUsable(seen) ? '' : 'panel-error'}`} aria-labelledby="authorization-heading">
      <h2 id="authorization-heading">
        {toTitle(path)} <StatusOf seen={seen} />
      </h2>
      {!isUsable(seen) && <Trouble what={what} seen={seen} />}
      <Facts
        facts={[
          ['Service', path.serviceName],
          ['Grant', toGrant(seen)],
        ]}
      />
      {seen.needsConsent && <ConsentSteps path={path} onConfirmed={onRead} />}
      <CardActions path={path} onRead={onRead} onDelete={() => onDelete(seen)} />
      {response && <ResponseBar response={response} what={what} body={response.body} />}
    </section>
  );
}

function isUsable({ status }: KnownAuthorization): boolean {
  return status === 'Connected';
}

/** A write that succeeded is not yet an authorization that works. */
function Trouble({ what, seen }: { readonly what: string; readonly seen: KnownAuthorization }) {
  const isWritten = what === 'Created' || what === 'Updated';
  return (
    <p class="trouble">
      <Icon name={toTone(seen)} />
      <span>
        <strong>
          {isWritten && 'Saved, but '}
          {isWritten ? 'it' : 'It'} cannot be used{seen.needsConsent && ' yet'}.
        </strong>{' '}
        {seen.error}
      </span>
    </p>
  );
}

export function toGrant({ grant }: KnownAuthorization): string {
  return GRANTS.find(([id]) => id === grant)?.[1] ?? grant;
}

export function toTitle({ authorizationProviderId, authorizationId }: AuthorizationPath): string {
  return `${authorizationProviderId} / ${authorizationId}`;
}

/** Until somebody has signed in it is not wrong: it waits. */
function toTone(seen: KnownAuthorization): 'ok' | 'warning' | 'error' {
  if (isUsable(seen)) return 'ok';
  return seen.needsConsent ? 'warning' : 'error';
}

export function StatusOf({ seen }: { readonly seen: KnownAuthorization }) {
  const tone = toTone(seen);
  return (
    <Chip tone={tone} icon={tone}>
      {seen.status}
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
