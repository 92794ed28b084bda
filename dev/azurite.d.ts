/** Azurite has no types of its servers. */
declare module 'azurite/*';
