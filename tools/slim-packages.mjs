/** Leaves out of the bundle what the app never runs of its packages: they are loaded, or at least read, at each start. */
import { dirname, join } from 'node:path';

/** undici's index also loads fetch, WebSocket, caches and mocks: 390 KB and a third of the app's load time. */
const UNDICI = [
  "exports.Pool = require('./dispatcher/pool.js');",
  "exports.buildConnector = require('./core/connect.js');",
  "exports.errors = require('./core/errors.js');",
].join('\n');

/** The table client reads and writes JSON; XML is for settings of the account. */
const XML = `export const XML_ATTRKEY = '$', XML_CHARKEY = '_';
export const parseXML = async () => { throw new Error('XML is not in the bundle.'); };
export const stringifyXML = () => { throw new Error('XML is not in the bundle.'); };`;

/** The identity endpoint is this machine's, and the table has our HTTP client: proxy variables of the environment concern neither. */
const PROXY = `export const proxyPolicyName = 'proxyPolicy';
export const proxyPolicy = () => ({ name: proxyPolicyName, sendRequest: (request, next) => next(request) });
export const getDefaultProxySettings = () => undefined;`;

/** Kubernetes' way to a token; with it come MSAL's other clients, JWTs and a browser. */
const TOKEN_EXCHANGE = `export const tokenExchangeMsi = { name: 'tokenExchangeMsi', isAvailable: async () => false };`;

/** Its whole namespace would keep all of MSAL. */
const MSAL = `import { LogLevel } from '@azure/msal-node';
export const msalCommon = { LogLevel };`;

/** To look for form data loads all of Node's fetch. */
const FORM_DATA = `export const formDataPolicyName = 'formDataPolicy';
export const formDataPolicy = () => ({ name: formDataPolicyName, sendRequest: (request, next) => next(request) });`;

/** What replaces modules, by the end of their path or their name. @type {readonly (readonly [RegExp, string])[]} */
const REPLACED = [
  [/^undici$/, UNDICI],
  [/^@azure\/core-xml$/, XML],
  [/\/proxyPolicy\.js$/, PROXY],
  [/\/tokenExchangeMsi\.js$/, TOKEN_EXCHANGE],
  [/^\.\/msal\.js$/, MSAL],
  [/\/formDataPolicy\.js$/, FORM_DATA],
  // No upstream is called by HTTP/2.
  [/\/client-h2\.js$/, 'module.exports = undefined;'],
];

/**
 * @param {string} root
 * @returns {import('esbuild').Plugin}
 */
export function slimPackages(root) {
  return {
    name: 'slim-packages',
    setup({ onResolve, onLoad, resolve }) {
      for (const [index, [filter]] of REPLACED.entries())
        onResolve({ filter }, () => ({ path: String(index), namespace: 'replaced' }));
      onLoad({ filter: /./, namespace: 'replaced' }, ({ path }) => ({
        contents: REPLACED[Number(path)]?.[1] ?? '',
        resolveDir: join(root, 'node_modules/undici/lib'),
      }));
      // Its modules only declare, which its package does not say: unused ones are dropped.
      onResolve({ filter: /./ }, async ({ path, importer, kind, pluginData, ...from }) => {
        if (pluginData === 'resolved' || !/node_modules\/@azure\/msal-node\//.test(`${dirname(importer)}/${path}/`)) {
          if (path !== '@azure/msal-node' || pluginData === 'resolved') return undefined;
        }
        const resolved = await resolve(path, { ...from, importer, kind, pluginData: 'resolved' });
        return { ...resolved, sideEffects: false };
      });
    },
  };
}
