/** What the client takes and returns, by operation and profile. */
export {};
//# sourceMappingURL=types.js.map