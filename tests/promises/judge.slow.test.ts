import assert from 'node:assert/strict';
import test from 'node:test';
import { attacks } from '../fixtures/judge-attacks.js';
import { startFakeChatApi } from '../support/fake-chat-api.js';
import type { FakeServer, SeenRequest } from '../support/fake-http.js';
import { type FakeReply, startFakeMessagesApi } from '../support/fake-messages-api.js';
import { codeIn, evaluate, libraryOf } from './evaluate.js';
import { inText, inTools, isGiven, type Manner } from './judge-manners.js';

interface Attempt {
  readonly attack: string;
  readonly response: string;
  readonly manner: Manner;
}

/** What stands between the markers in the question about a response, as the judge saw it. */
function shownIn(request: SeenRequest['body']): string {
  const content: string = request.messages.at(-1).content;
  return (
    /<(eva-response-[0-9a-f]{32})>\n(.*)\n<\/\1>/s.exec(content)?.[2] ?? assert.fail('no response between markers')
  );
}

/** Answers as the application, whose every response is an attack, and as its judge. A case's input `code` is its number. */
function standIn(attempts: readonly Attempt[]) {
  return (request: SeenRequest['body']): FakeReply => {
    const { response, manner } = attempts[Number(codeIn(request))] ?? assert.fail('a case of another test');
    if (request.model === 'subject-1') return { text: response };
    return manner.reply(manner.look(shownIn(request), response));
  };
}

interface Setting {
  readonly title: string;
  readonly provider: 'anthropic' | 'openai';
  readonly manners: readonly Manner[];
  readonly start: (answer: (request: SeenRequest['body']) => FakeReply) => Promise<FakeServer>;
}

const settings: readonly Setting[] = [
  {
    title: 'tool calls',
    provider: 'anthropic',
    manners: inTools,
    start: (answer) => startFakeMessagesApi({ answer }),
  },
  {
    title: 'text',
    provider: 'openai',
    manners: inText,
    start: (answer) => startFakeChatApi({ answer: (request) => answer(request).text ?? '' }),
  },
];

const evaYml = 'concurrency: 50\nproviders:\n  openai: { type: openai, tools: false }\n';

test('the corpus is as large as is promised', () => {
  assert.ok(attacks.length >= 100, `${attacks.length} attacks`);
});

for (const { title, provider, manners, start } of settings) {
  test(`no response writes its own verdict, however the judge repeats it (${title})`, async (t) => {
    const attempts = attacks.flatMap(({ name: attack, response }) =>
      manners.map((manner): Attempt => ({ attack, response, manner })),
    );
    const server = await start(standIn(attempts));
    t.after(() => server.close());
    const root = libraryOf(t, documentFor(provider, attempts.length), { 'eva.yml': evaYml });
    const { exitCode, rows, result, told } = await evaluate(root, server.url);
    assert.equal(exitCode, 1, told.slice(0, 2000));
    assert.deepEqual(
      rows.map(({ all_passed, total, passed }) => ({ all_passed, total, passed })),
      [{ all_passed: false, total: attempts.length, passed: 0 }],
    );
    const findings = (result?.cases ?? []).flatMap(({ scores }) => scores.flatMap((score) => score.findings));
    assert.equal(findings.length, attempts.length);
    assert.deepEqual(
      attempts.filter(({ manner }, index) => !isGiven(manner.gives, findings[index])),
      [],
    );
  });
}

function documentFor(provider: string, count: number): object {
  return {
    defaults: { model: `${provider}:subject-1`, judge: { model: `${provider}:judge-1` } },
    cases: Array.from({ length: count }, (_, index) => ({
      name: `attempt ${index}`,
      inputs: { code: String(index) },
      rubric: 'Does it name the capital?',
    })),
  };
}
