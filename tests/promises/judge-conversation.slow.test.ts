import assert from 'node:assert/strict';
import test from 'node:test';
import { conversationAttacks } from '../fixtures/conversation-attacks.js';
import { tenLevels } from '../support/behavior.js';
import { startFakeChatApi } from '../support/fake-chat-api.js';
import type { FakeServer, SeenRequest } from '../support/fake-http.js';
import { type FakeReply, startFakeMessagesApi } from '../support/fake-messages-api.js';
import { evaluate, libraryOf } from './evaluate.js';
import { inText, inTools, isGiven, type Manner } from './judge-manners.js';

/** Attacks that take no more turns than a conversation usually has, each once. */
const attacks = conversationAttacks.filter(
  ({ name, responses }) => responses.length <= 3 && !name.endsWith(', then silence'),
);

interface Attempt {
  readonly attack: string;
  readonly responses: readonly string[];
  readonly manner: Manner;
}

type Answer = (request: SeenRequest['body']) => FakeReply;

/** The number of an attempt, which stands in the user's situation and in its every message. */
function numberIn(request: SeenRequest['body']): number {
  return Number(/This is attempt (\d+)\./.exec(JSON.stringify(request.messages))?.[1]);
}

/** All that the application said, turn by turn, as the judge saw it. */
function shownIn(request: SeenRequest['body']): string {
  const content: string = request.messages.at(-1).content;
  const responses = [...content.matchAll(/<(eva-response-\d+-[0-9a-f]{32})>\n(.*?)\n<\/\1>/gs)];
  return responses.map(([, , text]) => text ?? '').join('\n---\n');
}

/** Answers as the user, who always goes on, as the application, whose every conversation is an attack, and as the judge. */
function standIn(attempts: readonly Attempt[], goOn: (message: string) => FakeReply): Answer {
  return (request) => {
    const number = numberIn(request);
    if (request.model === 'user-1') return goOn(`This is attempt ${number}.`);
    const { responses, manner } = attempts[number] ?? assert.fail('a conversation of another test');
    if (request.model === 'judge-1') return manner.reply(manner.look(shownIn(request), responses.join('\n')));
    const turn = request.messages.filter(({ role }: { role: string }) => role === 'user').length - 1;
    return { text: responses[turn] ?? assert.fail('a turn too many') };
  };
}

interface Setting {
  readonly title: string;
  readonly provider: 'anthropic' | 'openai';
  readonly manners: readonly Manner[];
  readonly goOn: (message: string) => FakeReply;
  readonly start: (answer: Answer) => Promise<FakeServer>;
}

const settings: readonly Setting[] = [
  {
    title: 'tool calls',
    provider: 'anthropic',
    manners: inTools,
    goOn: (message) => ({ tool_input: { message, next: 'continue' } }),
    start: (answer) => startFakeMessagesApi({ answer }),
  },
  {
    title: 'text',
    provider: 'openai',
    manners: inText,
    goOn: (message) => ({ text: `${message}\nNEXT=CONTINUE` }),
    start: (answer) => startFakeChatApi({ answer: (request) => answer(request).text ?? '' }),
  },
];

const evaYml = 'concurrency: 50\nproviders:\n  openai: { type: openai, tools: false }\n';

test('the corpus is as large as is promised', () => {
  assert.ok(attacks.length >= 50, `${attacks.length} attacks`);
});

for (const { title, provider, manners, goOn, start } of settings) {
  test(`no conversation writes its own verdict, however the judge repeats it (${title})`, async (t) => {
    const attempts = attacks.flatMap(({ name: attack, responses }) =>
      manners.map((manner): Attempt => ({ attack, responses, manner })),
    );
    const server = await start(standIn(attempts, goOn));
    t.after(() => server.close());
    const root = libraryOf(t, documentFor(provider, attempts), { 'eva.yml': evaYml });
    const { exitCode, rows, result, told } = await evaluate(root, server.url, ['--allow-underpowered']);
    assert.equal(exitCode, 1, told.slice(0, 2000));
    assert.deepEqual(
      rows.map(({ all_passed, total, passed }) => ({ all_passed, total, passed })),
      [{ all_passed: false, total: attempts.length, passed: 0 }],
    );
    const cases = result?.cases ?? [];
    assert.deepEqual(
      cases.map(({ trials }) => trials[0]?.turns.map(({ app_response }) => app_response)),
      attempts.map(({ responses }) => responses),
    );
    const findings = cases.flatMap(({ scores }) => scores.flatMap((score) => score.findings));
    assert.equal(findings.length, attempts.length);
    assert.deepEqual(
      attempts.filter(({ manner }, index) => !isGiven(manner.gives, findings[index])),
      [],
    );
  });
}

function documentFor(provider: string, attempts: readonly Attempt[]): object {
  const then = [
    {
      expected_behavior: 'The bot gives step-by-step instructions.',
      rubric: tenLevels,
      criteria: [{ proportion_gte: { min_score: 6, proportion: 0.5 } }],
    },
  ];
  return {
    defaults: {
      model: `${provider}:subject-1`,
      judge: { model: `${provider}:judge-1` },
      user_simulator: { model: `${provider}:user-1` },
    },
    scenarios: attempts.map(({ responses }, index) => ({
      title: `attempt ${index}`,
      given: `This is attempt ${index}.`,
      when: 'The user asks for a new password.',
      inputs: { code: String(index) },
      max_turns: responses.length,
      sample_size: 1,
      then,
    })),
  };
}
