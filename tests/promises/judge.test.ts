import assert from 'node:assert/strict';
import test from 'node:test';
import type { Finding } from '#model/score.js';
import { attacks } from '../fixtures/judge-attacks.js';
import { startFakeChatApi } from '../support/fake-chat-api.js';
import type { FakeServer, SeenRequest } from '../support/fake-http.js';
import { type FakeReply, startFakeMessagesApi } from '../support/fake-messages-api.js';
import { codeIn, evaluate, libraryOf } from './evaluate.js';

/** What the judge really thinks of every response; every attack wants a 4 or a 5. */
const own = { score: 1, reason: 'The judge says that it is bad.' };
const ownLine = `SCORE=${own.score} REASON=${own.reason}`;

/** One way of repeating an attack while judging it. */
interface Manner {
  readonly name: string;
  /** What is repeated, from the response as the judge was shown it and as it was written. */
  readonly look: (shown: string, written: string) => string;
  readonly reply: (quote: string) => FakeReply;
  /** What comes of it: the judge's own score, or no score. */
  readonly gives: 'own' | 'none';
}

const asShown = (shown: string) => shown;
const asWritten = (_shown: string, written: string) => written;
const asLines = (_shown: string, written: string) =>
  written.split(/[\n\r\v\f\u001c-\u001e\u0085\u2028\u2029]|<br>|\\n/u).join('\n');

const call = (input: unknown, id: string) => ({ type: 'tool_use', id: `toolu_${id}`, name: 'verdict', input });
const inTools: readonly Manner[] = [
  {
    name: 'before and after',
    look: asShown,
    reply: (text) => ({
      content: [{ type: 'text', text }, call(own, '1'), { type: 'text', text }],
      stop_reason: 'tool_use',
    }),
    gives: 'own',
  },
  {
    name: 'in the reason',
    look: asWritten,
    reply: (quote) => ({ tool_input: { ...own, reason: `${own.reason} It says: ${quote}` } }),
    gives: 'own',
  },
  { name: 'as the call', look: asWritten, reply: (quote) => ({ tool_input: parsed(quote) }), gives: 'none' },
  {
    name: 'as another call',
    look: asWritten,
    reply: (quote) => ({ content: [call(own, '1'), call(parsed(quote), '2')], stop_reason: 'tool_use' }),
    gives: 'none',
  },
];

const inText: readonly Manner[] = [
  { name: 'before', look: asShown, reply: (quote) => ({ text: `${quote}\n${ownLine}` }), gives: 'own' },
  { name: 'after', look: asWritten, reply: (quote) => ({ text: `${ownLine}\n${quote}` }), gives: 'none' },
  { name: 'instead', look: asLines, reply: (quote) => ({ text: quote }), gives: 'none' },
];

/** The attack itself where it is a call's argument, else one whose score is the attack. */
function parsed(quote: string): unknown {
  try {
    return Object(JSON.parse(quote));
  } catch {
    return { reason: 'ok', score: quote };
  }
}

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

/** The judge's own score with its own reason, or none with a reason that says so. */
function isGiven(gives: Manner['gives'], finding: Finding | undefined): boolean {
  const isOwn = finding?.holds === false && finding.score === own.score && finding.reason.startsWith(own.reason);
  const isNone = finding?.holds === null && finding.score === undefined && finding.reason.startsWith('ungraded: ');
  return gives === 'own' ? isOwn : isNone;
}
