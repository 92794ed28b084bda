import type { ClientOptions, FrontdeskClient, ProfileName } from './types.ts';
/** Returns a client; it sends nothing before the first call. */
export declare function createFrontdeskClient<Profile extends ProfileName = 'vendor'>(options: ClientOptions<Profile>): FrontdeskClient<Profile>;
/** Returns the path in the names of the profile; a test compares all with the document of that profile. */
export declare function toProfilePath(path: string, profile?: ProfileName): string;
