import assert from 'node:assert/strict';
import test from 'node:test';
import { type ItemsShown, itemsPieces } from '#report/compare/compared-items.js';
import { plainPaint } from '#report/text/screen.js';
import { displayWidth } from '#report/text/visible.js';
import { answerText, type ReplyPair, wordChanges } from '#report/view/changed-pairs.js';
import { type FindingView, type Reply, text } from '#report/view/view.js';
import { matchesGolden } from '../golden.js';

const miss: FindingView = {
  ...{ kind: 'check', expectation: 0, mark: 'failed' },
  ...{ about: text('equals: {field: label}'), reason: text('the reply has "other"') },
};

function reply(response: string, outcome: Reply['outcome'], changes: Partial<Reply> = {}): Reply {
  return {
    ...{
      trial: 4,
      item: null,
      outcome,
      is_cut: false,
      turns: [{ message: text('question'), response: text(response) }],
    },
    ...{ findings: outcome === 'passed' ? [] : [miss], unusable: null, latency_s: 1, conversation: null },
    ...changes,
  };
}

async function pairOf(a: Reply, b: Reply, changes: Partial<ReplyPair> = {}): Promise<ReplyPair> {
  const words = await wordChanges(answerText(a), answerText(b));
  const inputs = [{ name: text('ticket'), value: text('Somebody else rides on my account since Tuesday.') }];
  return { case: text('tickets'), inputs, change: 'worse', a, b, words, ...changes };
}

const item: NonNullable<Reply['item']> = {
  ...{ id: text('t-0113'), draw: 1, slices: [{ name: text('language'), value: text('nl') }], inputs: [] },
  ...{ classes: [], expected: text('billing') },
};

const shown: ItemsShown = {
  ...{ word: 'worse', total: 24, labels: { a: 'main (4f2a9c1)', b: 'working tree' }, full: false },
};

async function textOf(
  pairs: readonly ReplyPair[],
  columns: number,
  changes: Partial<ItemsShown> = {},
): Promise<string> {
  const pieces: string[] = [];
  const screen = { paint: plainPaint, width: columns, columns };
  for await (const piece of itemsPieces(pairs, { ...shown, ...changes }, screen)) pieces.push(piece);
  for (const line of pieces.join('').split('\n')) assert.ok(displayWidth(line) <= columns, `${columns}: ${line}`);
  return pieces.join('');
}

const labelled = pairOf(
  reply('{"label":"billing","reason":"A charge for the ride of somebody else."}', 'passed', { item }),
  reply('{"label":"other","reason":"The account may have been taken over."}', 'failed', { item }),
);

const paragraph = (word: string) =>
  [
    'First line of the answer.',
    ...Array.from({ length: 14 }, (_, i) => `Line ${i} stays.`),
    `The ${word} is last.`,
    'End.',
  ].join('\n');

for (const columns of [40, 80, 100, 140]) {
  test(`both answers are below each other, or side by side from 100 columns on, with marked words: ${columns}`, async () => {
    const long = await pairOf(reply(paragraph('refund'), 'passed'), reply(paragraph('fee'), 'failed'));
    matchesGolden(`pairs/items-${columns}`, await textOf([await labelled, long], columns));
  });
}

test('an answer that is empty, cut or without a partner is said in words', async () => {
  const failed = reply('', 'failed', { turns: [], unusable: text('the model refused') });
  const empty = await pairOf(reply('yes', 'passed'), failed);
  const cut = await pairOf(reply('', 'passed', { is_cut: true, turns: [] }), reply('no', 'failed'));
  matchesGolden('pairs/items-empty', (await textOf([empty, cut], 80)) + (await textOf([empty, cut], 120)));
});

test('conversations show every turn, and tool calls are part of an answer', async () => {
  const turns = (last: string) => [
    { message: text('I lost my key'), response: text('Which bike?') },
    {
      message: text('The red one'),
      response: text(last),
      calls: [{ name: text('unlock'), arguments: text('{"bike":7}') }],
    },
  ];
  const talk = (last: string, outcome: Reply['outcome']) =>
    reply('', outcome, { turns: turns(last), conversation: { ended: 'goal_met', style: [], unanswered: null } });
  const pair = await pairOf(talk('It is open now.', 'passed'), talk('It is closed now.', 'failed'), { inputs: [] });
  matchesGolden('pairs/items-conversation', await textOf([pair], 80));
});

test('full shows every line and every pair, and nothing is said of more', async () => {
  const long = await pairOf(reply(paragraph('refund'), 'passed'), reply(paragraph('fee'), 'failed'));
  const text = await textOf([long], 80, { full: true });
  for (let line = 0; line < 14; line += 1) assert.equal(text.split(`Line ${line} stays.`).length, 3);
  assert.doesNotMatch(text, /more/);
  assert.match(await textOf([], 80, { total: 0, word: 'better' }), /no pair got better/);
});

test('the first 20 pairs are shown, and the others are counted', async () => {
  const pair = await pairOf(reply('yes', 'passed'), reply('no', 'failed'));
  const text = await textOf(Array<ReplyPair>(24).fill(pair), 80);
  assert.equal(text.match(/trial 5/g)?.length, 20);
  assert.match(text, / 4 more: --full\n$/);
});

test('hostile answers cannot steer the terminal, and their marks stay in place', async () => {
  const bad = '\u001b[2J\n::error file=x::y\u202e \u200b[-fake-] ##[group]\r\u0000 word';
  const pair = await pairOf(reply(`${bad} old`, 'passed'), reply(`${bad} new`, 'failed'), {
    inputs: [{ name: text('a\u001b'), value: text(bad) }],
    case: text('c\u001b[1m'),
  });
  for (const columns of [40, 80, 120]) {
    const output = await textOf([pair], columns);
    assert.doesNotMatch(output, /[\0-\x09\x0b-\x1f\x7f-\x9f\u200b\u202e]|^\s*::|##\[/m);
    assert.match(output.replace(/\s+/g, ' '), /\[-old-\]/);
  }
  matchesGolden('pairs/items-hostile', await textOf([pair], 80));
});
