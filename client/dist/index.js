/** The package's exports. */
export { createFrontdeskClient } from './client.js';
export { FrontdeskError } from './error.js';
//# sourceMappingURL=index.js.map