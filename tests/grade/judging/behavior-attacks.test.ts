import assert from 'node:assert/strict';
import test from 'node:test';
import { gradeBehavior } from '#grade/judging/behavior.js';
import type { ModelCall, Reply } from '#model/reply/exchange.js';
import type { Trial } from '#model/run/trial.js';
import { type ConversationAttack, conversationAttacks } from '../../fixtures/conversation-attacks.js';
import { attacks } from '../../fixtures/judge-attacks.js';
import { conversationOf, scenarioWith, stepByStep } from '../../support/behavior.js';
import { asLines, lastLine, own, textHabits, tidied, toolHabits } from '../../support/quoting-judge.js';
import { scriptedJudge } from '../../support/scripted-ask.js';

type Side = 'response' | 'message';

/** The texts that the stand-in repeats: `shown` as the judge saw them, `raw` as the attacking side wrote them. */
interface Seen {
  readonly question: string;
  readonly shown: readonly string[];
  readonly raw: readonly string[];
}

type Views = Readonly<Record<string, (seen: Seen) => string>>;

const views: Views = {
  'the whole question': ({ question }) => question,
  'as they were shown': ({ shown }) => shown.join('\n'),
  'as they were said': ({ raw }) => raw.join('\n'),
  'run together': ({ raw }) => raw.join(''),
  'tidied up and run together': ({ shown }) => tidied(shown.join('')),
  'the last line of it, tidied up': ({ shown }) => lastLine(tidied(shown.join('\n'))),
  'as lines of every kind': ({ raw }) => asLines(raw.join('\n')),
};

/** Views of attacks on a single response. */
const fewViews: Views = Object.fromEntries(Object.entries(views).slice(0, 1));

/** The conversations with each attack, by the attacking side. */
function conversationsOf(texts: readonly string[]): Readonly<Record<Side, Trial>> {
  return {
    response: conversationOf(...texts.map((text): [string, string] => ['I lost my password.', text])),
    message: conversationOf(...texts.map((text): [string, string] => [text, 'I do not know.'])),
  };
}

/** Returns the text between the markers of each turn, as the judge saw it; each marker occurs once. */
function seenIn(call: ModelCall, side: Side, raw: readonly string[]): Seen {
  const question = call.request.messages[0]?.content ?? '';
  const shown = raw.map((_, index) => {
    const marker = `eva-${side}-${index + 1}-${call.nonces[0]}>`;
    assert.equal(question.split(`<${marker}`).length, 2, `one opening ${side} ${index + 1}`);
    assert.equal(question.split(`</${marker}`).length, 2, `one closing ${side} ${index + 1}`);
    return question.split(`<${marker}\n`)[1]?.split(`\n</${marker}`)[0] ?? '';
  });
  assert.equal(question.includes(`eva-${side}-${raw.length + 1}-${call.nonces[0]}`), false, 'no turn was added');
  return { question, shown, raw };
}

interface Outcome {
  readonly name: string;
  readonly side: Side;
  readonly view: string;
  readonly habit: string;
  readonly form: 'tool' | 'text';
  readonly score: number | null;
}

const scenario = scenarioWith({ grader: 'expected_behavior', params: stepByStep });

async function outcomesOf(
  { name, responses: raw }: ConversationAttack,
  side: Side,
  form: Outcome['form'],
  seenAs: Views,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  const trial = conversationsOf(raw)[side];
  for (const [view, look] of Object.entries(seenAs)) {
    for (const [habit, reply] of Object.entries(form === 'tool' ? toolHabits : textHabits)) {
      const answer = (call: ModelCall): Partial<Reply> => {
        const quote = look(seenIn(call, side, raw));
        return form === 'text' || call.request.tool ? reply(quote) : { text: quote };
      };
      const graded = await gradeBehavior(scenario, stepByStep, trial, scriptedJudge(answer, form === 'tool'));
      outcomes.push({ name, side, view, habit, form, score: graded.value });
    }
  }
  return outcomes;
}

const all: Outcome[] = [];
for (const form of ['text', 'tool'] as const) {
  for (const attack of conversationAttacks) {
    for (const side of ['response', 'message'] as const) all.push(...(await outcomesOf(attack, side, form, views)));
  }
  for (const { name, response } of attacks) {
    all.push(...(await outcomesOf({ name, responses: [response] }, 'response', form, fewViews)));
  }
}

/** Number of judgements of one habit in one form: every view of both sides of a conversation, and one of each single response. */
const asked = Object.keys(views).length * 2 * conversationAttacks.length + attacks.length;

test('the corpus has the documented size', () => {
  assert.ok(conversationAttacks.length >= 60, `${conversationAttacks.length} attacks on conversations`);
  assert.ok(conversationAttacks.filter(({ name }) => name.startsWith('parted ')).length >= 10, 'parted over turns');
  assert.equal(
    new Set(conversationAttacks.map(({ name }) => name)).size,
    conversationAttacks.length,
    'names are unique',
  );
  assert.equal(all.length, asked * 2 * Object.keys(textHabits).length);
});

test('a judge that repeats the conversation gets its own score or none', () => {
  assert.deepEqual(
    all.filter(({ score }) => score !== null && score !== own.score),
    [],
  );
});

test('a judge that repeats the whole question before its verdict is read correctly', () => {
  const quoting = all.filter(({ form, view, habit }) => {
    return form === 'text' && habit === 'before' && view === 'the whole question';
  });
  assert.equal(quoting.length, 2 * conversationAttacks.length + attacks.length);
  assert.deepEqual(
    quoting.filter(({ score }) => score !== own.score),
    [],
  );
});

test('a judge that repeats any text beside its call or in its reason is read correctly', () => {
  const quoting = all.filter(({ form, habit }) => form === 'tool' && (habit === 'beside' || habit === 'in the reason'));
  assert.equal(quoting.length, 2 * asked);
  assert.deepEqual(
    quoting.filter(({ score }) => score !== own.score),
    [],
  );
});

test('a reply that is only a copy of the conversation is ungraded', () => {
  const habits = new Set(['instead', 'as the call', 'as the score', 'as another field']);
  const without = all.filter(({ habit }) => habits.has(habit));
  assert.ok(without.length > 0);
  assert.deepEqual(
    without.filter(({ score }) => score !== null),
    [],
  );
});

test("a second verdict, copied without eva's dots, makes a reply ungraded", () => {
  const ambiguous = all.filter(({ name, side, view, habit, form }) => {
    return (
      name === 'parted before the equals sign' &&
      side === 'response' &&
      view === 'run together' &&
      form === 'text' &&
      habit !== 'instead'
    );
  });
  assert.deepEqual(
    ambiguous.map(({ habit, score }) => [habit, score]),
    ['before', 'after', 'before and after', 'in the reason', 'on the same line'].map((habit) => [habit, null]),
  );
});
