/** An upstream of this deployment: its address, and what is sent to it instead of a token. */
import { splitUrl } from '../http/path.ts';
import { UPSTREAMS, type UpstreamEntry, type UpstreamName } from './upstreams.ts';

export interface Upstream {
  readonly name: UpstreamName;
  readonly baseUrl: string;
  readonly origin: string;
  /** Prefix of every operation's path, without a trailing slash. */
  readonly basePath: string;
  /** Scope of the managed identity's token; empty where the API takes only a key. */
  readonly scope: string;
  readonly key?: ApiKey;
  readonly proxyUrl?: string | undefined;
}

interface ApiKey {
  readonly header: string;
  readonly value: string;
}

export type Upstreams = Readonly<Record<UpstreamName, Upstream>>;

export function createUpstream(name: UpstreamName, baseUrl: string, scope: string, key?: ApiKey): Upstream {
  const { origin, basePath } = splitUrl(baseUrl);
  return { name, baseUrl: origin + basePath, origin, basePath, scope, ...(key && { key }) };
}

/** Returns whether an address with the live host has the path of this API; any other address may have any path. */
export function hasLivePath(url: string, { example, path }: UpstreamEntry['address']): boolean {
  const { origin, basePath } = splitUrl(url);
  const domain = (host: string) => new URL(host).hostname.split('.').slice(-3).join('.');
  return domain(origin) !== domain(example) || path.test(basePath);
}

/** Returns the key that the settings have for an upstream; undefined where it uses the managed identity. */
export function findKey(
  name: UpstreamName,
  settings: { readonly CLOUD_PROFILE: 'vendor' | 'microsoft'; readonly [setting: string]: unknown },
): ApiKey | undefined {
  const { key }: UpstreamEntry = UPSTREAMS[name];
  const value = key && settings[key.setting];
  return key && typeof value === 'string' ? { header: key.header[settings.CLOUD_PROFILE], value } : undefined;
}
