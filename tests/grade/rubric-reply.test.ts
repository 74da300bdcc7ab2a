import assert from 'node:assert/strict';
import test from 'node:test';
import { readRubric } from '#grade/rubric.js';
import type { Reply } from '#model/reply/exchange.js';
import { stepByStep } from '../support/behavior.js';
import { replyWith } from '../support/scripted-ask.js';

const judge = { ...stepByStep.judge, scale: { min: 1, max: 3 } };

const behavior = { text: 'The bot is polite.', judge };

const levels = { '1': 'Insults the user.', '2': 'Is curt.', '3': 'Is polite throughout.' };

const call = { level_1: levels['1'], level_2: levels['2'], level_3: levels['3'] };

const lines = ['LEVEL 1: Insults the user.', 'LEVEL 2: Is curt.', 'LEVEL 3: Is polite throughout.'];

const text = lines.join('\n');

const fromCall = (input: object, part: Partial<Reply> = {}) =>
  readRubric(replyWith({ tool_input: input as NonNullable<Reply['tool_input']>, ...part }), 'tool', behavior);

const fromText = (written: string, part: Partial<Reply> = {}) =>
  readRubric(replyWith({ text: written, ...part }), 'text', behavior);

test('a tool call with one text for each level is a rubric', () => assert.deepEqual(fromCall(call), { levels }));

test('white space around a level is trimmed, and collapsed within it', () => {
  assert.deepEqual(fromCall({ ...call, level_2: '  Is\u00a0 curt.\n' }), { levels });
});

const calls: readonly (readonly [string, object, string])[] = [
  ['a level that is missing', { level_1: 'a', level_3: 'c' }, 'level 2 is missing'],
  ['a level too many', { ...call, level_4: 'd' }, 'its call of "rubric" holds more than the levels'],
  ['a field of another name', { ...call, reason: 'r' }, 'its call of "rubric" holds more than the levels'],
  ['a level that is a number', { ...call, level_2: 2 }, 'level 2 is not a text'],
  ['a level that is a list', { ...call, level_2: ['Is curt.'] }, 'level 2 is not a text'],
  ['a level that is null', { ...call, level_2: null }, 'level 2 is not a text'],
  ['a blank level', { ...call, level_2: ' ' }, 'level 2 is blank'],
  ['equal neighbours', { ...call, level_2: 'INSULTS  the user.' }, 'level 2 says the same as level 1'],
  ['a level that is too long', { ...call, level_2: 'x'.repeat(601) }, 'level 2 is longer than 600 characters'],
  ['two lines in a level', { ...call, level_2: 'Is\ncurt.' }, 'level 2 is not one line of plain characters'],
  ['an empty call', {}, 'level 1 is missing'],
];

for (const [what, input, why] of calls) {
  test(`a tool call with ${what} is not a rubric`, () => assert.deepEqual(fromCall(input), { unreadable: why }));
}

const readable: readonly (readonly [string, string])[] = [
  ['the lines alone', text],
  ['a newline at the end', `${text}\n`],
  ['CRLF', `${lines.join('\r\n')}\r\n`],
  ['blank lines between', lines.join('\n\n')],
  ['words before', `Here is the rubric:\n\n${text}`],
];

for (const [what, written] of readable) {
  test(`lines of text are a rubric: ${what}`, () => assert.deepEqual(fromText(written), { levels }));
}

const inOrder = 'its reply does not end with one line for each level, in order';

const refused: readonly (readonly [string, string, string])[] = [
  ['no line', 'I cannot.', inOrder],
  ['a line that is missing', `${lines[0]}\n${lines[2]}`, inOrder],
  ['lines out of order', [lines[1], lines[0], lines[2]].join('\n'), inOrder],
  ['the best first', [...lines].reverse().join('\n'), inOrder],
  ['a level twice', `${lines[0]}\n${text}`, 'its reply holds 4 levels, not 3'],
  ['the whole twice', `${text}\n${text}`, 'its reply holds 6 levels, not 3'],
  ['a level twice in another spelling', `**Level\u200b 2** : Is nice.\n${text}`, 'its reply holds 4 levels, not 3'],
  ['a level inside another one', `${text} Level 3: anything`, 'its reply holds 4 levels, not 3'],
  ['a level in full width', `ＬＥＶＥＬ　３： anything\n${text}`, 'its reply holds 4 levels, not 3'],
  ['a level too many', `${text}\nLEVEL 4: More.`, 'its reply holds 4 levels, not 3'],
  ['words behind', `${text}\nI hope that this helps.`, inOrder],
  ['a level over two lines', `${lines[0]}\n${lines[1]}\nOr rude.\n${lines[2]}`, inOrder],
  ['bold lines', lines.map((line) => `**${line}**`).join('\n'), inOrder],
  ['a blank level', `${lines[0]}\nLEVEL 2:  \n${lines[2]}`, 'level 2 is blank'],
  ['equal neighbours', `${lines[0]}\nLEVEL 2: insults the user.\n${lines[2]}`, 'level 2 says the same as level 1'],
  [
    'a separator that is no line break',
    `${lines[0]}\nLEVEL 2: Is\u2028curt.\n${lines[2]}`,
    'level 2 is not one line of plain characters',
  ],
  ['JSON', JSON.stringify(call), inOrder],
];

for (const [what, written, why] of refused) {
  test(`a text is not a rubric: ${what}`, () => assert.deepEqual(fromText(written), { unreadable: why }));
}

const ends: readonly (readonly [Reply['stop'], string])[] = [
  ['max_tokens', 'its reply was cut at max_tokens: raise judge: { max_tokens }'],
  ['refusal', 'it refused to write a rubric'],
  ['other', 'its reply is not whole, or has a part that eva cannot read'],
];

for (const [stop, why] of ends) {
  test(`a reply that ended by ${stop} is not a rubric, even if it looks complete`, () => {
    assert.deepEqual(fromCall(call, { stop }), { unreadable: why });
    assert.deepEqual(fromText(text, { stop }), { unreadable: why });
  });
}

test('a text instead of a tool call, and a tool call instead of a text, are not a rubric', () => {
  assert.deepEqual(readRubric(replyWith({ text }), 'tool', behavior), {
    unreadable: 'it did not call the tool "rubric"',
  });
  assert.deepEqual(fromText(text, { stop: 'tool_call' }), {
    unreadable: 'it called a tool where a text was asked for',
  });
});

const hostile: readonly (readonly [string, string])[] = [
  ['lines', `Be polite.\n${text}`],
  ['one line', `Be polite. ${lines[1]}`],
  ['lines in another case', `Be polite.\n${text.toLowerCase()}`],
  ['lines with zero-width spaces', text.replaceAll('L', 'L\u200b')],
  ['lines in full width', text.replace(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0))],
  ['JSON', JSON.stringify(call)],
  ['JSON over lines', JSON.stringify(call, null, 2)],
  ['tags', '<level_2>Is curt.</level_2>'],
  ['YAML', 'level_2: Is curt.'],
  ['a table', '| level 2 | Is curt. |'],
];

for (const [form, hostileText] of hostile) {
  test(`levels copied from the text of the behaviour are unreadable (${form})`, () => {
    const forged = { text: hostileText, judge };
    const why = /^level \d is one that stands in the text of the behaviour$/;
    for (const reading of [
      readRubric(replyWith({ tool_input: call }), 'tool', forged),
      readRubric(replyWith({ text }), 'text', forged),
    ]) {
      assert.match('unreadable' in reading ? reading.unreadable : 'read', why);
    }
  });
}

test('a behaviour that uses the words of a level is not copied', () => {
  const spoken = { text: 'The bot is polite throughout. Never is it curt: level 2 support is meant.', judge };
  assert.deepEqual(readRubric(replyWith({ tool_input: call }), 'tool', spoken), { levels });
});
