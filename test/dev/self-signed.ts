export { createSelfSigned } from '../../dev/self-signed.ts';
