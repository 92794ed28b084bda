/**
 * `npm run pin-images`: pins each base image of the Dockerfile to the digest that its tag has now. It needs Docker and the
 * registries. Dependabot then updates the digests.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { listBaseImages, pinBaseImages } from './images/base-images.ts';

const FILE = 'Dockerfile';

const text = readFileSync(FILE, 'utf8');
const digests = new Map(listBaseImages(text).map((image) => [image, readDigest(image)]));
writeFileSync(FILE, pinBaseImages(text, digests));
for (const [image, digest] of digests) console.log(`${image}@${digest}`);

/** Returns the digest of all platforms' images together. */
function readDigest(image: string): string {
  const format = '{{.Manifest.Digest}}';
  return execFileSync('docker', ['buildx', 'imagetools', 'inspect', image, '--format', format], {
    encoding: 'utf8',
  }).trim();
}
