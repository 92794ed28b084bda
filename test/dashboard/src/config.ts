/** The local stack's, or what the deployment says. */
const { VITE_FRONTDESK, VITE_ISSUER } = import.meta.env;
export const baseUrl = VITE_FRONTDESK ?? 'https://127.0.0.1:7071';
export const issuer = VITE_ISSUER ?? 'https://127.0.0.1:7081';
export const tenant = 'c0a70500-0000-4000-8000-000000000001';
export const clientId = 'c11e0000-0000-4000-8000-000000000001';
