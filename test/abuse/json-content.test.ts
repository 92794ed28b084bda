import { expect, it } from 'vitest';
import { expectGranted, expectNoStall, expectRefused, unlimited } from '../support/abuse.ts';
import { startStack } from '../support/stack.ts';
import { eachWithBody, putJob, type ValidRequest } from '../support/valid-requests.ts';

const stack = await startStack({ settings: unlimited });

const INVALID = { status: 400, code: 'invalid_request' } as const;
const NOT_JSON = { status: 400, code: 'invalid_json' } as const;

/** The valid content as text, with one more member of this JSON text in front. */
function withMember({ body }: ValidRequest, member: string): string {
  return JSON.stringify(body).replace('{', `{${member},`);
}

function nest(levels: number, open = '{"a":', close = '}'): string {
  return `${open.repeat(levels)}1${close.repeat(levels)}`;
}

it.each(eachWithBody)(
  'A43 %s refuses content nested deeper than 32 levels, and does not stand still over it',
  async (_, request) => {
    const twin = { body: withMember(request, `"x":${nest(31)}`) };
    await expectNoStall(async () => {
      await expectRefused(stack, request, {
        twin,
        attacks: [
          withMember(request, `"x":${nest(32)}`),
          withMember(request, `"x":${nest(16, '[{"a":', '}]')}`),
          '['.repeat(60_000),
          '{"a":'.repeat(12_000),
          nest(5_000, '[', ']'),
          `"${'['.repeat(10)}",`.repeat(100) + nest(100),
        ].map((body) => ({ body })),
        status: 400,
        code: 'json_too_deep',
      });
    });
  },
);

it('A43 131 072 opening brackets are refused like any other depth', async () => {
  await expectNoStall(async () => {
    await expectRefused(stack, putJob, {
      attacks: [{ body: '['.repeat(131_072) }],
      status: 400,
      code: 'json_too_deep',
    });
  });
});

it('A43 brackets inside a string nest nothing', async () => {
  await expectGranted(stack, putJob, { body: { ...putJob.body, tags: { text: `${'['.repeat(200)}"\\"{{{` } } });
});

it.each(eachWithBody)('A48 %s refuses __proto__ however it is written, at every depth', async (_, request) => {
  const names = ['__proto__', '\\u005f_proto__', '__proto\\u005f\\u005F'];
  await expectRefused(stack, request, {
    attacks: names.flatMap((name) => [
      { body: withMember(request, `"${name}":{"polluted":true}`) },
      { body: withMember(request, `"x":[{"y":{"${name}":null}}]`) },
    ]),
    ...NOT_JSON,
  });
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});

it.each(eachWithBody)('A48 %s passes other names of the prototype on as plain members', async (_, request) => {
  await stack.upstream.reset();
  const member =
    '"x":{"constructor":{"prototype":{"polluted":true}},"toString":1,"hasOwnProperty":false,"valueOf":null}';
  await expectGranted(stack, request, { body: withMember(request, member) });
  expect((await stack.upstream.calls()).at(-1)?.body).toContain(member);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});

it.each(eachWithBody)(
  'A49 %s refuses a member that is given twice, at every depth and in every spelling',
  async (_, request) => {
    const [first = ''] = Object.keys(request.body ?? {});
    const escaped = `\\u${first.charCodeAt(0).toString(16).padStart(4, '0')}${first.slice(1)}`;
    await expectRefused(stack, request, {
      twin: { body: withMember(request, '"x":{"a":1},"y":{"a":1}') },
      attacks: [
        withMember(request, `"${first}":"../../x"`),
        withMember(request, `"${escaped}":"../../x"`),
        withMember(request, '"x":{"a":1,"a":1}'),
        withMember(request, '"x":[{"a":1,"b":{"a":2},"\\u0061":1}]'),
        withMember(request, '"":1,"":2'),
      ].map((body) => ({ body })),
      status: 400,
      code: 'duplicate_member',
    });
  },
);

it.each(eachWithBody)(
  'A55 %s takes well-formed JSON in UTF-8 alone, and quotes nothing of what it was sent',
  async (_, request) => {
    const text = JSON.stringify(request.body);
    const canary = 'canary-of-content';
    const bytes = (...parts: (string | number[])[]) =>
      Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));
    const bodies = [
      `\uFEFF${text}`,
      bytes(withMember(request, '"x":"').slice(0, 6), [0xc3, 0x28], `",${text.slice(1)}`),
      bytes('{"x":"', [0xe2, 0x82], '"}'),
      bytes('{"x":"', [0xed, 0xa0, 0x80], '"}'),
      bytes('{"x":"', [0xc0, 0xaf], '"}'),
      bytes('{"x":"', [0xff, 0xfe], '"}'),
      Buffer.from(text, 'utf16le'),
      withMember(request, '"x":NaN'),
      withMember(request, '"x":Infinity'),
      withMember(request, '"x":01'),
      withMember(request, '"x":.5'),
      withMember(request, '"x":+1'),
      withMember(request, '"x":0x10'),
      withMember(request, `"x":'${canary}'`),
      withMember(request, '"x":undefined'),
      withMember(request, '"x":"\\ud800"'),
      withMember(request, '"\\udc00":1'),
      withMember(request, '"x":"a\nb"'),
      withMember(request, '"x":"\\x41"'),
      `${text.slice(0, -1)},}`,
      `/* ${canary} */${text}`,
      `${text} ${canary}`,
      `${text}${text}`,
      text.slice(0, -1),
      `{"${canary}`,
      canary,
      '',
      ' ',
    ];
    const answers = await expectRefused(stack, request, {
      twin: { body: ` \r\n\t${text}\n` },
      attacks: bodies.map((body) => ({ body, headers: { 'content-type': 'application/json' } })),
      hidden: [canary],
      ...NOT_JSON,
    });
    for (const { text: answer } of answers) expect(answer).not.toMatch(/position|token|Unexpected|JSON\.parse/);
  },
);

it.each(eachWithBody)('A55 %s takes an object: any other JSON is 400', async (_, request) => {
  await expectRefused(stack, request, {
    attacks: ['null', 'true', '0', '"text"', '[]', `[${JSON.stringify(request.body)}]`].map((body) => ({ body })),
    ...INVALID,
  });
});
