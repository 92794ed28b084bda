/** Accessibility fixes for Swagger UI: screen readers and keyboard. */

type Component = (properties: object) => unknown;

interface System {
  readonly React: { createElement(type: unknown, properties: object | null, ...children: unknown[]): unknown };
}

/** Plugin that replaces components. */
export const accessible = {
  wrapComponents: {
    /** A link inside a button cannot get the focus. */
    DeepLink:
      (_: Component, { React }: System) =>
      (properties: { readonly text: string }) =>
        React.createElement('span', null, properties.text),
    /** The only server is the one that served the page. */
    ServersContainer: () => () => null,
    /** Adds the second heading level between the title (1) and the groups (3). */
    operations:
      (Original: Component, { React }: System) =>
      (properties: object) =>
        React.createElement(
          'section',
          null,
          React.createElement('h2', { className: 'visually-hidden' }, 'Operations'),
          React.createElement(Original, properties),
        ),
  },
};

/** Attributes to add or correct, by selector. */
const ATTRIBUTES: readonly (readonly [selector: string, attributes: Readonly<Record<string, string>>])[] = [
  ['.information-container', { role: 'banner' }],
  ['.errors-wrapper', { role: 'alert' }],
  ['.microlight, .curl', { tabindex: '0' }],
  ['.body-param__text', { 'aria-label': 'Request body' }],
  ['.modal-ux', { role: 'dialog', 'aria-modal': 'true', 'aria-label': 'Sign in' }],
  ['.modal-ux-header h3', { 'aria-level': '1' }],
  ['.modal-ux h4', { 'aria-level': '2' }],
  ['.modal-ux h2', { 'aria-level': '3' }],
  ['.close-modal', { 'aria-label': 'Close' }],
  ['.modal-ux h6', { 'aria-level': '3' }],
  ['.authorize[aria-label^="Apply"]', { 'aria-label': 'Authorize' }],
  ['.authorize[aria-label^="Remove"]', { 'aria-label': 'Logout' }],
];

/** Corrects the attributes now and after every change of the page. */
export function correctAttributes(root: Element): void {
  const correct = () => {
    for (const [selector, attributes] of ATTRIBUTES) {
      for (const element of root.querySelectorAll(selector)) setAttributes(element, attributes);
    }
    for (const row of root.querySelectorAll<HTMLElement>('tr[data-param-name]')) {
      const name = row.dataset['paramName'] ?? '';
      for (const input of row.querySelectorAll('input, select, textarea')) setAttributes(input, { 'aria-label': name });
    }
  };
  new MutationObserver(correct).observe(root, { childList: true, subtree: true });
}

function setAttributes(element: Element, attributes: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
}
