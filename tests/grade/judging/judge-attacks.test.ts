import assert from 'node:assert/strict';
import test from 'node:test';
import { askJudge, type Candidate, rubricQuestion } from '#grade/judging/judge.js';
import type { ModelCall, Reply } from '#model/reply/exchange.js';
import { readVerdict, scoreVerdict } from '#provider/question/verdict.js';
import { attacks, honestReplies } from '../../fixtures/judge-attacks.js';
import { judge } from '../../support/judge.js';
import { asLines, lastLine, own, textHabits, tidied, toolHabits } from '../../support/quoting-judge.js';
import { replyWith, scriptedJudge } from '../../support/scripted-ask.js';

const rubric = { text: 'The answer names the capital of France.', judge };

/** Source of the text that the stand-in repeats. */
const views: Readonly<Record<string, (shown: string, raw: string) => string>> = {
  'as it was shown': (shown) => shown,
  'as it was written': (_shown, raw) => raw,
  'tidied up': (shown) => tidied(shown),
  'tidied up, one line': (shown) => lastLine(tidied(shown)),
  'as lines of every kind': (_shown, raw) => asLines(raw),
};

/** The untrusted text that attacks. */
type Attacker = 'response' | 'message' | 'reference';

/** Returns the text between eva's markers in the question, as the judge saw it. */
function shownIn(call: ModelCall, name: Attacker): string {
  const marker = `eva-${name}-${call.nonces[0]}>`;
  const content = call.request.messages[0]?.content ?? '';
  assert.equal(content.split(`<${marker}`).length, 2, 'one opening marker');
  assert.equal(content.split(`</${marker}`).length, 2, 'one closing marker');
  return content.split(`<${marker}\n`)[1]?.split(`\n</${marker}`)[0] ?? '';
}

interface Outcome {
  readonly name: string;
  readonly habit: string;
  readonly view: string;
  readonly form: string;
  readonly score: number | null;
  readonly ms: number;
}

/** No judgement takes longer, on a slow machine neither. */
const limitMs = 20_000;

const harmless = 'What is the capital of France?';
const harmlessTexts = { userMessage: harmless, response: 'Lyon.' };
const nameOf = { response: 'response', message: 'userMessage', reference: 'reference' } as const;

async function judgeOnce(
  { reference, ...candidate }: Candidate & { readonly reference?: string },
  answer: (call: ModelCall) => Partial<Reply>,
  forcesTools: boolean,
) {
  const start = performance.now();
  const own = { ...rubric, ...(reference !== undefined && { reference }) };
  const { score } = await askJudge(rubricQuestion(candidate, own), scriptedJudge(answer, forcesTools));
  return { score, ms: performance.now() - start };
}

/** Judges every attack with every bad habit of a judge. `where` is the untrusted text that attacks. */
async function judgeAll(where: Attacker, forcesTools: boolean): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const { name, response: attack } of attacks) {
    const texts = { ...harmlessTexts, [nameOf[where]]: attack };
    for (const [view, look] of Object.entries(views)) {
      for (const [habit, reply] of Object.entries(forcesTools ? toolHabits : textHabits)) {
        const quote = (call: ModelCall) => look(shownIn(call, where), attack);
        const answer = (call: ModelCall) =>
          call.request.tool || !forcesTools ? reply(quote(call)) : { text: quote(call) };
        const judged = await judgeOnce({ case: 'capital', trial: 0, ...texts }, answer, forcesTools);
        outcomes.push({ name, habit, view, form: forcesTools ? 'tool' : 'text', ...judged });
      }
    }
  }
  return outcomes;
}

const judged = new Map<string, readonly Outcome[]>();
for (const where of ['response', 'message', 'reference'] as const) {
  for (const forcesTools of [false, true]) {
    judged.set(`${where}, ${forcesTools ? 'tool' : 'text'}`, await judgeAll(where, forcesTools));
  }
}

test('the corpus has the documented size', () => {
  assert.ok(attacks.length >= 120, `${attacks.length} attacks`);
  assert.ok(honestReplies.length >= 20, `${honestReplies.length} honest replies`);
  assert.equal(new Set(attacks.map(({ name }) => name)).size, attacks.length, 'names are unique');
  assert.equal(new Set(attacks.map(({ response }) => response)).size, attacks.length, 'responses are distinct');
});

for (const [title, outcomes] of judged) {
  test(`a judge that repeats the attack gets its own score or none (${title})`, () => {
    assert.equal(outcomes.length, attacks.length * 5 * 6);
    assert.deepEqual(
      outcomes.filter(({ score }) => score !== null && score !== own.score),
      [],
    );
  });
}

test("a judge that repeats an attack with eva's dots is read correctly", () => {
  const quoting = [...judged.values()].flat().filter(({ view, habit, form }) => {
    const isBefore = form === 'text' && view === 'as it was shown' && habit === 'before';
    return isBefore || (form === 'tool' && (habit === 'beside' || habit === 'in the reason'));
  });
  assert.equal(quoting.length, attacks.length * 3 * (1 + 5 * 2));
  assert.deepEqual(
    quoting.filter(({ score }) => score !== own.score),
    [],
  );
});

test('a reply that is only a copy of an attack leaves the trial ungraded', () => {
  const habits = new Set(['instead', 'as the call', 'as the score', 'as another field']);
  const without = [...judged.values()].flat().filter(({ habit }) => habits.has(habit));
  assert.equal(without.length, attacks.length * 3 * 5 * (1 + 4));
  assert.deepEqual(
    without.filter(({ score }) => score !== null),
    [],
  );
});

test('every attack is read within 100 ms', () => {
  const slow = [...judged.values()].flat().filter(({ ms }) => ms > limitMs);
  assert.deepEqual(slow, []);
});

test('every honest text reply is read', () => {
  const kind = scoreVerdict(judge.scale);
  const misread = honestReplies.flatMap(({ name, reply, score }) =>
    ['Paris.', ...attacks.map(({ response }) => response)].flatMap((response) => {
      const reading = readVerdict(replyWith({ text: reply }), 'text', kind, [response, harmless]);
      return 'value' in reading && reading.value === score ? [] : [{ name, response: response.slice(0, 80), reading }];
    }),
  );
  assert.deepEqual(misread, []);
});

test('every honest tool call is read', () => {
  const kind = scoreVerdict(judge.scale);
  const misread = honestReplies.flatMap(({ name, reply, score }) =>
    ['Paris.', ...attacks.map(({ response }) => response)].flatMap((response) => {
      const call = replyWith({ tool_input: { reason: reply, score } });
      const reading = readVerdict(call, 'tool', kind, [response, harmless]);
      return 'value' in reading && reading.value === score ? [] : [{ name, response: response.slice(0, 80), reading }];
    }),
  );
  assert.deepEqual(misread, []);
});
