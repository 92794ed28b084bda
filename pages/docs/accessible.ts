/** What the renderer leaves out for those who do not see the page or do not use a mouse. */

type Component = (properties: object) => unknown;

interface System {
  readonly React: { createElement(type: unknown, properties: object | null, ...children: unknown[]): unknown };
}

/** Components that are given another form. */
export const accessible = {
  wrapComponents: {
    /** A link inside a button cannot be reached by itself. */
    DeepLink:
      (_: Component, { React }: System) =>
      (properties: { readonly text: string }) =>
        React.createElement('span', null, properties.text),
    /** There is one server: the one that the page came from. */
    ServersContainer: () => () => null,
    /** The title is of the first level, the groups are of the third. */
    operations:
      (Original: Component, { React }: System) =>
      (properties: object) =>
        React.createElement(
          'section',
          null,
          React.createElement('h2', { className: 'unseen' }, 'Operations'),
          React.createElement(Original, properties),
        ),
  },
};

/** Attributes that are missing or wrong, by selector. */
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

/** Repairs what is shown, now and whenever it changes. */
export function repairAttributes(root: Element): void {
  const repair = () => {
    for (const [selector, attributes] of ATTRIBUTES) {
      for (const element of root.querySelectorAll(selector)) setAll(element, attributes);
    }
    for (const row of root.querySelectorAll<HTMLElement>('tr[data-param-name]')) {
      const name = row.dataset['paramName'] ?? '';
      for (const input of row.querySelectorAll('input, select, textarea')) setAll(input, { 'aria-label': name });
    }
  };
  new MutationObserver(repair).observe(root, { childList: true, subtree: true });
}

function setAll(element: Element, attributes: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
}
