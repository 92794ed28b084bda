/** The base images of a Dockerfile, with and without their digests. */

const FROM = /^(FROM\s+)([^\s@]+)(@\S+)?/gm;

/** Returns each image with its tag, without its digest; not the names of earlier stages. */
export function listBaseImages(dockerfile: string): string[] {
  return [...dockerfile.matchAll(FROM)].flatMap(([, , image = '']) => (image.includes(':') ? image : []));
}

/** @throws if a digest is not one of SHA-256. */
export function pinBaseImages(dockerfile: string, digests: ReadonlyMap<string, string>): string {
  return dockerfile.replace(FROM, (line, from: string, image: string) => {
    const digest = digests.get(image);
    if (digest === undefined) return line;
    if (!/^sha256:[\da-f]{64}$/.test(digest)) throw new Error(`${image} has no digest: ${digest}`);
    return `${from}${image}@${digest}`;
  });
}
