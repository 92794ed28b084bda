/** What a body has because `$expand` names it; types only. */
export {};
//# sourceMappingURL=expand.js.map