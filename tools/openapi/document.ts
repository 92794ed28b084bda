/** The document of the local stack, with captured examples. */
import { readFileSync } from 'node:fs';
import { frontdeskAudience } from '../../dev/seed.ts';
import { components } from '../../dev/start/components.ts';
import { operations } from '../../functions/operations.ts';
import { compileOperation } from '../../lib/compile-operation.ts';
import { PROFILES, type ProfileName } from '../../lib/profiles.ts';
import { compileBatches, sampleBatches } from './batch.ts';
import { captureExamples, type Running } from './capture.ts';
import { composeDocument, type OpenApiDocument } from './compose-document.ts';
import { compilePoll } from './poll.ts';
import { samplePoll } from './poll-sample.ts';
import { listSamples } from './samples.ts';

const serverUrl = `http://127.0.0.1:${components.frontdesk.port}`;

/** Returns the document; calls every operation of the running stack. */
export async function createDocument(running: Running, profileName: ProfileName): Promise<OpenApiDocument> {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const profile = PROFILES[profileName];
  const compiled = operations.map((operation) => compileOperation(operation, profile));
  const poll = compilePoll(profile);
  const samples = listSamples(profile.namespace);
  const pollSample = await samplePoll(running, compiled, samples);
  const examples = await captureExamples(
    running,
    [...compiled, poll, ...compileBatches(profile)],
    { ...samples, [poll.name]: pollSample, ...sampleBatches(profile) },
    serverUrl,
  );
  return composeDocument(operations, profile, {
    version,
    serverUrl,
    authority: `http://127.0.0.1:${components.issuer.port}/common`,
    audience: frontdeskAudience,
    examples,
  });
}
