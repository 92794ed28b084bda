/** What the server says about itself: where people sign in, and whether a local stack stands behind it. */

export interface Config {
  /** The issuer's address; `/.well-known/openid-configuration` stands below it. */
  readonly authority: string;
  readonly audience: string;
  readonly clientId: string;
  /** Control of the local stack; absent where there is none. */
  readonly controlUrl?: string;
  readonly profile: 'vendor' | 'microsoft';
}

/** Throws where the page is not served as it should be. */
export async function loadConfig(): Promise<Config> {
  const response = await fetch('/console/config.json', { headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`The console's configuration was answered with ${response.status}.`);
  return response.json();
}
