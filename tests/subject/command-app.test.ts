import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import test, { type TestContext } from 'node:test';
import type { CommandApp } from '#model/case.js';
import type { Message } from '#model/reply/exchange.js';
import { noReplyTexts } from '#model/reply/no-reply.js';
import { redactor } from '#model/text/redact.js';
import { NoReply } from '#provider/provider.js';
import { AppFailure } from '#subject/application.js';
import { startCommandApp } from '#subject/command-application.js';
import type { SubjectDeps } from '#subject/deps.js';
import { alive } from '../support/alive.js';
import { writeTalkingProgram } from '../support/talking-program.js';

function deps(changes: Partial<SubjectDeps> = {}): SubjectDeps {
  const unused = () => {
    throw new Error('a program needs none of this');
  };
  return {
    ask: unused,
    route: unused,
    nonce: unused,
    now: unused,
    elapsed: () => performance.now() / 1000,
    prices: {},
    signal: new AbortController().signal,
    promptDir: tmpdir(),
    programEnv: { PATH: process.env['PATH'] ?? '' },
    appEnv: () => ({}),
    appIdentity: unused,
    readMedia: unused,
    startedApps: new Set(),
    redact: (text) => text,
    ...changes,
  };
}

function talkTo(
  t: TestContext,
  argv: readonly string[],
  changes: Partial<SubjectDeps> = {},
  app: Partial<CommandApp> = {},
) {
  const session = startCommandApp({ app: 'command', argv, env: [], timeout_s: 20, ...app }, deps(changes));
  t.after(() => session.close());
  return session;
}

const says = (...contents: string[]): Message[] => contents.map((content) => ({ role: 'user', content }));

async function failureOf(answering: Promise<unknown>): Promise<string> {
  const error = await answering.then(
    () => assert.fail('it answered'),
    (error: unknown) => error,
  );
  assert.ok(error instanceof AppFailure, String(error));
  return error.message;
}

test('a program gets the messages and its last state and answers with response, state and details', async (t) => {
  const program = writeTalkingProgram(`({ messages, state }, turn) => ({
    response: turn + ': ' + messages.map((one) => one.role + ' ' + one.content).join(', '),
    state: { before: state },
    details: { turn },
  })`);
  const session = talkTo(t, [program]);
  const first = await session.answer(says('hi'), null);
  assert.deepEqual(
    { ...first, latency_s: 0 },
    { response: '1: user hi', state: { before: null }, details: { turn: 1 }, latency_s: 0 },
  );
  const second = await session.answer([...says('hi'), { role: 'assistant', content: 'yes' }, ...says('and?')], {
    a: 1,
  });
  assert.equal(second.response, '2: user hi, assistant yes, user and?');
  assert.deepEqual(second.state, { before: { a: 1 } });
});

test('state and details are optional, and other keys are ignored', async (t) => {
  const session = talkTo(t, [
    writeTalkingProgram(`() => ({ response: 'x', mood: 'good', calls: 3, tool_calls: [], details: null })`),
  ]);
  const { response, state, details } = await session.answer(says('hi'), null);
  assert.deepEqual({ response, state, details }, { response: 'x', state: null, details: {} });
});

test('calls and steps come with a response, which may then be empty', async (t) => {
  const calls = { tool_calls: [{ name: 'refund', arguments: { id: 7 }, result: 'done' }], steps: [{ name: 'plan' }] };
  const session = talkTo(t, [writeTalkingProgram(`() => (${JSON.stringify({ response: '', ...calls })})`)]);
  const { response, tool_calls, steps } = await session.answer(says('hi'), null);
  assert.deepEqual({ response, tool_calls, steps }, { response: '', ...calls });
});

test('a flaw of a call is an error of the application', async (t) => {
  const session = talkTo(t, [writeTalkingProgram("() => ({ response: 'x', tool_calls: [{ name: 'refund' }] })")]);
  assert.equal(
    await failureOf(session.answer(says('hi'), null)),
    'the application\'s tool_calls[0] has no "arguments" ({} if the tool takes none)',
  );
});

test('an empty response without calls is an error, also with steps', async (t) => {
  const session = talkTo(t, [writeTalkingProgram("() => ({ response: '', tool_calls: [], steps: [{ name: 'a' }] })")]);
  assert.equal(await failureOf(session.answer(says('hi'), null)), "the application's response is empty");
});

test('a message with every kind of line end reaches the program unchanged', async (t) => {
  const session = talkTo(t, [
    writeTalkingProgram('({ messages }) => ({ response: JSON.stringify(messages[0].content) })'),
  ]);
  const text = 'a\nb\r\nc\u2028d\u2029e\u0085f';
  assert.equal((await session.answer(says(text), null)).response, JSON.stringify(text));
});

test('the latency is that of the exchange', async (t) => {
  const times = [100, 102.5];
  const elapsed = () => times.shift() ?? assert.fail('the clock is read twice a turn');
  const session = talkTo(t, [writeTalkingProgram(`() => ({ response: 'x' })`)], { elapsed });
  assert.equal((await session.answer(says('hi'), null)).latency_s, 2.5);
});

test('a program gets only the common variables and those that it names', async (t) => {
  const appEnv = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, `value of ${name}`]));
  const program = writeTalkingProgram('() => ({ response: JSON.stringify(process.env) })');
  const session = talkTo(t, [process.execPath, program], { appEnv, programEnv: { LANG: 'C' } }, { env: ['SHOP_KEY'] });
  const { response } = await session.answer(says('hi'), null);
  assert.deepEqual(JSON.parse(response), { LANG: 'C', SHOP_KEY: 'value of SHOP_KEY' });
});

const line = (text: string) => JSON.stringify(text);

function nested(levels: number): string {
  return `'['.repeat(${levels}) + ']'.repeat(${levels})`;
}

const cost = 'the application\'s details.cost_usd is "0.01", no number from 0 up';
const extra = (shown: string) =>
  `the application printed more than one line for a message: "${shown}" (print logs to standard error)`;
const unknownKey = (rest: string) => `the application's line has the unknown key ${rest}`;

/** The output of the program, as a JavaScript expression. */
const badLines: [expression: string, reason: string][] = [
  [line('Listening on 8080'), 'the application\'s line is no JSON: "Listening on 8080" (print logs to standard error)'],
  [line(''), 'the application\'s line is no JSON: "" (print logs to standard error)'],
  ["'x'.repeat(100)", `the application's line is no JSON: "${'x'.repeat(80)}…" (print logs to standard error)`],
  [line('DEBUG: \u001b[1mask\n{"response": "x"}'), extra('DEBUG: \\u001b[1mask')],
  [line(`{"response": "x"}\nDEBUG ${'x'.repeat(100)}`), extra(`DEBUG ${'x'.repeat(74)}…`)],
  [line('{"response": "x"}\n{"response": "y"}\n'), extra('{\\"response\\": \\"y\\"}')],
  [line('\u001b[31mred'), 'the application\'s line is no JSON: "\\u001b[31mred" (print logs to standard error)'],
  [
    line('["response"]'),
    'the application\'s line is no JSON object: "[\\"response\\"]" (print logs to standard error)',
  ],
  [line('null'), 'the application\'s line is no JSON object: "null" (print logs to standard error)'],
  [line('{"answer": "x"}'), 'the application\'s line holds no "response"'],
  [line('{"__proto__": {"response": "x"}}'), 'the application\'s line holds no "response"'],
  [line('{"response": "x", "details": {"cost_usd": "0.01"}}'), cost],
  [line('{"response": "x", "toolCalls": []}'), unknownKey('"toolCalls": did you mean "tool_calls"?')],
  [line('{"response": "x", "tool_call": []}'), unknownKey('"tool_call": did you mean "tool_calls"?')],
  [line('{"response": "x", "calls": []}'), unknownKey('"calls": did you mean "tool_calls"?')],
  [line('{"Response": "x"}'), unknownKey('"Response": did you mean "response"?')],
  [line('{"response": "x", "cost_usd": 0.01}'), unknownKey('"cost_usd": report it in "details"')],
  [line('{"response": 7}'), "the application's response is no text"],
  [line('{"response": null}'), "the application's response is no text"],
  [line('{"response": " \\u200b\\n"}'), "the application's response is empty"],
  ["({ response: 'x'.repeat(200001) })", 'the responses of the conversation exceed 200,000 characters'],
  ["({ response: 'x'.repeat(10000000) })", 'the application answered with more than 4 MiB'],
  [line('{"response": "x", "details": []}'), "the application's details are no JSON object"],
  ["({ response: 'x', details: { a: 'x'.repeat(65536) } })", "the application's details are longer than 64 kB"],
  [line('{"response": "x", "details": {"a": 1e999}}'), "the application's details are no JSON object"],
  [
    `'{"response": "x", "details": ' + ${nested(101)} + '}'`,
    "the application's details are nested deeper than 100 levels",
  ],
  [line('{"response": "x", "state": 1e999}'), "the application's state holds a number that is too large"],
  ["({ response: 'x', state: 'x'.repeat(65536) })", "the application's state is longer than 64 kB"],
  ["({ response: 'x', state: 'é'.repeat(40000) })", "the application's state is longer than 64 kB"],
  [
    "({ response: 'x', state: Array.from({ length: 500000 }, () => []) })",
    "the application's line holds more than 1000000 brackets and commas",
  ],
  [`'{"response": "x", "state": ' + ${nested(101)} + '}'`, "the application's state is nested deeper than 100 levels"],
  [
    `'{"response": "x", "state": ' + ${nested(500000)} + '}'`,
    "the application's line is nested deeper than 200 levels",
  ],
];

for (const [expression, reason] of badLines) {
  test(`an invalid answer is a failure of the application: ${expression.slice(0, 60)}`, async (t) => {
    const session = talkTo(t, [writeTalkingProgram(`() => (${expression})`)]);
    assert.equal(await failureOf(session.answer(says('hi'), null)), reason);
  });
}

test('the longest allowed answer is read, even if every character is escaped', async (t) => {
  const escaped = (length: number) => `'"' + '\\\\u00e9'.repeat(${length}) + '"'`;
  const state = `'"' + '\\\\u0078'.repeat(65534) + '"'`;
  const whole = `'{"response": ' + ${escaped(200_000)} + ', "state": ' + ${state} + ', "details": {"a": ' + ${state.replace('65534', '65528')} + '}}'`;
  const session = talkTo(t, [writeTalkingProgram(`() => (${whole})`)]);
  const { response, state: kept, details } = await session.answer(says('hi'), null);
  assert.deepEqual([response.length, String(kept).length, String(details['a']).length], [200_000, 65_534, 65_528]);
});

test('a lone surrogate in an answer becomes U+FFFD', async (t) => {
  const session = talkTo(t, [writeTalkingProgram(`() => ({ response: 'so \\ud83d' })`)]);
  assert.equal((await session.answer(says('hi'), null)).response, 'so \ufffd');
});

test('a crash has its exit code and the error, without the stack trace', async (t) => {
  const session = talkTo(t, [writeTalkingProgram(`() => { throw new RangeError('no such order\\nin the shop'); }`)]);
  const reason = await failureOf(session.answer(says('hi'), null));
  assert.match(
    reason,
    /RangeError: no such order \/ in the shop \(\S+:\d+\); the application ended with exit code 1 and gave no response$/,
  );
});

test("a secret on a program's standard error is hidden", async (t) => {
  const redact = redactor(['correct-horse-battery']);
  const session = talkTo(t, ['sh', '-c', 'echo "key correct-horse-battery refused" >&2; exit 2'], { redact });
  const reason = await failureOf(session.answer(says('hi'), null));
  assert.equal(reason, 'key [redacted] refused; the application ended with exit code 2 and gave no response');
});

test('a timeout mentions a line that was begun and not ended', async (t) => {
  const session = talkTo(t, ['sh', '-c', `printf '{"response": "x"}'; sleep 20`], {}, { timeout_s: 0.3 });
  assert.equal(
    await failureOf(session.answer(says('hi'), null)),
    'the application gave no response within 0.3 s (it began a line and did not end it with a line feed)',
  );
});

test('a timeout before the first answer has a hint about buffered output, a later one has none', async (t) => {
  const silent = talkTo(t, ['sh', '-c', 'sleep 20'], {}, { timeout_s: 0.3 });
  assert.equal(
    await failureOf(silent.answer(says('hi'), null)),
    'the application gave no response within 0.3 s (if it did answer: it must flush each line)',
  );
  const once = writeTalkingProgram("(asked, turn) => (turn === 1 ? { response: 'x' } : undefined)");
  const session = talkTo(t, [once], {}, { timeout_s: 2 });
  await session.answer(says('hi'), null);
  assert.equal(await failureOf(session.answer(says('and?'), null)), 'the application gave no response within 2 s');
});

test('a secret in a line that is shown is hidden, also where the line is cut', async (t) => {
  const redact = redactor(['correct-horse-battery']);
  const text = `${'x'.repeat(70)} correct-horse-battery`;
  for (const output of [text, `${text}\n{"response": "x"}`]) {
    const session = talkTo(t, [writeTalkingProgram(`() => ${JSON.stringify(output)}`)], { redact });
    assert.doesNotMatch(await failureOf(session.answer(says('hi'), null)), /correct/);
  }
});

test('a program that cannot be started leaves the reply missing', async (t) => {
  const session = talkTo(t, ['no-such-program-here']);
  await assert.rejects(session.answer(says('hi'), null), (error) => {
    assert.ok(error instanceof NoReply);
    assert.equal(
      error.message,
      noReplyTexts.app_not_started({ program: 'no-such-program-here', reason: 'the program was not found' }),
    );
    return true;
  });
});

test('a session without messages starts no process, and a closed one leaves none', async (t) => {
  const program = writeTalkingProgram(`() => ({ response: 'x' })`);
  await talkTo(t, [program]).close();
  const session = talkTo(t, [program]);
  await session.answer(says('hi'), null);
  assert.equal(alive(program).length, 1);
  await session.close();
  assert.deepEqual(alive(program), []);
});

test('an exit code after the last answer is ignored', async (t) => {
  const program = writeTalkingProgram(`() => (process.stdin.on('end', () => process.exit(7)), { response: 'x' })`);
  const session = talkTo(t, [program]);
  assert.equal((await session.answer(says('hi'), null)).response, 'x');
  await session.close();
});
