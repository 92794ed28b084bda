/** The issuer's two pages, and the frame of every page of the local stack: HTML without scripts, usable by keyboard. */
import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import type { Person } from '../personas.ts';
import { tenants } from '../seed.ts';

export type Page = HtmlEscapedString | Promise<HtmlEscapedString>;

/** Renders a link for each persona that signs in as that person. */
export function renderPersonaPage(
  clientId: string,
  choices: readonly { person: Person; href: string }[],
  cancelHref: string,
): Page {
  return renderPage(
    'Sign in to the local stack',
    html`
      <p>These are sample accounts; no password needed. The client is <code>${clientId}</code>.</p>
      <ul>
        ${choices.map(
          ({ person, href }) => html`
            <li>
              <i aria-hidden="true">${person.name.charAt(0)}</i>
              <div>
                <a href="${href}">${person.name}</a>
                <span>${person.purpose}</span>
                <small>${person.username} · ${toTenantName(person.tenantId)}</small>
              </div>
            </li>`,
        )}
      </ul>
      <p><a href="${cancelHref}">Cancel</a></p>`,
  );
}

/** Renders an error that must not be sent to redirect_uri. */
export function renderErrorPage(reason: string): Page {
  return renderPage('This sign-in cannot start', html`<p>${reason}</p>`);
}

/** Renders a page of the local stack. */
export function renderPage(title: string, content: Page): Page {
  return html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>${title}</title>
      <style>
        :root { color-scheme: light dark; --line: light-dark(#d9dee6, #2c3746); --link: light-dark(#0b6b72, #4cc2c9); }
        body {
          max-width: 30rem; margin: 4rem auto; padding: 0 1rem;
          background: light-dark(#f4f5f7, #0e131a); color: light-dark(#18212e, #e7ecf3);
          font: 0.9375rem/1.5 Inter, system-ui, sans-serif;
        }
        h1 { font-size: 1.5rem; letter-spacing: -0.015em; }
        a { color: var(--link); }
        ul { display: grid; gap: 0.5rem; margin: 1.5rem 0; padding: 0; list-style: none; }
        li {
          position: relative; display: flex; gap: 0.85rem; padding: 0.75rem 1rem; border: 1px solid var(--line);
          border-radius: 10px; background: light-dark(#ffffff, #161d26);
        }
        li:hover { border-color: var(--link); }
        li:has(a:focus-visible) { outline: 2px solid var(--link); outline-offset: 2px; }
        li a { outline: none; font-weight: 600; text-decoration: none; }
        li a::after { position: absolute; inset: 0; content: ""; }
        li i {
          display: grid; flex: none; width: 2rem; height: 2rem; border-radius: 50%; font-style: normal; font-weight: 700;
          background: light-dark(#dff1f2, #12343a); color: var(--link); place-items: center;
        }
        li span, li small { display: block; }
        li small { color: light-dark(#525d6d, #a2aebd); }
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
