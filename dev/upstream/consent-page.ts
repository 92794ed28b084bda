/** The consent page of the local stack: what a browser shows at a login link. HTML without scripts. */
import { html } from 'hono/html';
import { type Page, renderPage } from '../issuer/pages.ts';
import { asObject, type JsonObject, readJson } from './json.ts';

/** Returns what a login link asks for; undefined if its data is of no login link. */
export function readConsentRequest(data: string | undefined): ConsentRequest | undefined {
  const { authorization, postLoginRedirectUrl }: JsonObject = asObject(
    readJson(Buffer.from(data ?? '', 'base64url').toString()),
  );
  if (typeof authorization !== 'string') return undefined;
  const isUrl = typeof postLoginRedirectUrl === 'string' && /^https?:/.test(postLoginRedirectUrl);
  return { authorization, target: isUrl ? new URL(postLoginRedirectUrl) : undefined };
}

export interface ConsentRequest {
  /** Resource id of the authorization. */
  readonly authorization: string;
  /** Where the browser goes afterwards. */
  readonly target: URL | undefined;
}

/** Renders who asks for what, with a link that allows it and one that does not. */
export function renderConsentPage({ authorization, target }: ConsentRequest, data: string): Page {
  const [service, , provider, , name] = authorization.split('/').slice(-5);
  const declined = target && new URL(target);
  declined?.searchParams.set('error', 'access_denied');
  return renderPage(
    `Sign in to ${provider ?? ''}`,
    html`
      <p>The API gateway <strong>${service ?? ''}</strong> asks to call <strong>${provider ?? ''}</strong> as you, for its
        authorization <strong>${name ?? ''}</strong>.</p>
      <p>This page stands in for the provider's own. No account is needed.</p>
      <ul>
        <li>
          <i aria-hidden="true">✓</i>
          <div>
            <a href="/_control/consent?data=${data}">Allow</a>
            <span>Continues${target ? ` to ${target.origin}` : ''} with a code that counts once.</span>
          </div>
        </li>
      </ul>
      ${declined ? html`<p><a href="${declined.href}">Do not allow</a></p>` : ''}`,
  );
}
