import { signal } from '@preact/signals';

/** Where users sign in, and the control API of the local stack. */
export interface Config {
  /** URL of the issuer, without `/.well-known/openid-configuration`. */
  readonly authority: string;
  readonly audience: string;
  readonly clientId: string;
  /** Control API of the local stack; absent in a deployment. */
  readonly controlUrl?: string;
  readonly profile: 'vendor' | 'microsoft';
}

/** Set before anything else runs. */
export const config = signal<Config>({ authority: '', audience: '', clientId: '', profile: 'vendor' });
