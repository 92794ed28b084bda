import { CompletionContext } from '@codemirror/autocomplete';
import { json } from '@codemirror/lang-json';
import { EditorState } from '@codemirror/state';
import { expect, it } from 'vitest';
import { streamingJob } from '../../lib/contracts/streaming-job/job.ts';
import { PROFILES } from '../../lib/profiles.ts';
import { createCompletion } from '../../pages/console/code-editor/completion.ts';
import { createHelp } from '../../pages/console/logic/schema-help.ts';

const complete = createCompletion(createHelp(streamingJob(PROFILES.vendor.streaming).request));

/** Returns what is offered at the `|` of a text, and the text that it is matched with. */
async function offer(marked: string) {
  const at = marked.indexOf('|');
  const doc = marked.replace('|', '');
  const state = EditorState.create({ doc, extensions: [json()] });
  const result = await complete(new CompletionContext(state, at, true));
  return result && { typed: doc.slice(result.from, at), labels: result.options.map(({ label }) => label) };
}

it.each([
  ['a name that is being written', '{ "loc| }', '"loc', '"location"'],
  ['an empty name before others', '{\n  "|"\n  "location": "West"\n}', '"', '"tags"'],
  ['no name yet', '{ "location": "West", | }', '', '"tags"'],
  ['no value yet', '{ "properties": { "jobType": | } }', '', '"Edge"'],
  ['an empty value', '{ "properties": { "jobType": "|", "x": 1 } }', '"', '"Edge"'],
  ['a value to replace', '{ "properties": { "jobType": "Clo|ud" } }', '"Clo', '"Edge"'],
  [
    'a kind',
    '{ "properties": { "inputs": [{ "properties": { "type": "Stream", "datasource": { "type": "|" } } }] } }',
    '"',
    '"GatewayMessageBus"',
  ],
  [
    'a member of the second element, by its kind',
    '{ "properties": { "outputs": [{}, { "properties": { "datasource": { "type": "Vendor.Storage/Blob", "properties": { | } } } }] } }',
    '',
    '"container"',
  ],
])('offers what the schema knows for %s', async (_, text, typed, label) => {
  const offered = await offer(text);
  expect(offered?.typed).toBe(typed);
  expect(offered?.labels).toContain(label);
});

it('does not offer a member that is there', async () => {
  expect((await offer('{ "location": "West", "|" }'))?.labels).toEqual(['"tags"', '"identity"', '"properties"']);
});

it.each(['|{ }', '{ "location" | }', '{ "location": "W|" }', '{ "nobody": { "|" } }', '[|]', '{ } |'])(
  'offers nothing at %s',
  async (text) => {
    expect(await offer(text)).toBeNull();
  },
);
