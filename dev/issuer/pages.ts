/** The issuer's two pages: plain HTML that works without a script and with a keyboard. */
import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import type { Person } from '../personas.ts';
import { tenants } from '../seed.ts';

type Page = HtmlEscapedString | Promise<HtmlEscapedString>;

/** Renders one link a persona; each leads on with that person's sign-in. */
export function renderPersonaPage(
  clientId: string,
  choices: readonly { person: Person; href: string }[],
  cancelHref: string,
): Page {
  return renderPage(
    'Sign in to the local stack',
    html`
      <p>The frontend <code>${clientId}</code> asks who you are. Nobody is real here and no password is asked.</p>
      <ul>
        ${choices.map(
          ({ person, href }) => html`
            <li>
              <a href="${href}">${person.name}</a>
              <span>${person.purpose}</span>
              <small>${person.username} · ${toTenantName(person.tenantId)}</small>
            </li>`,
        )}
      </ul>
      <p><a href="${cancelHref}">Cancel</a></p>`,
  );
}

/** Renders why a request cannot be answered with a redirection. */
export function renderErrorPage(reason: string): Page {
  return renderPage('This sign-in cannot start', html`<p>${reason}</p>`);
}

function renderPage(title: string, content: Page): Page {
  return html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>${title}</title>
      <style>
        :root { color-scheme: light dark; }
        body { font: 1rem/1.5 system-ui, sans-serif; max-width: 36rem; margin: 3rem auto; padding: 0 1rem; }
        ul { list-style: none; padding: 0; }
        li { margin: 1rem 0; }
        li a { font-weight: 600; }
        li span, li small { display: block; }
      </style>
      <main>
        <h1>${title}</h1>
        ${content}
      </main>
    </html>`;
}

function toTenantName(tenantId: string): string {
  return Object.entries(tenants).find(([, id]) => id === tenantId)?.[0] ?? tenantId;
}
