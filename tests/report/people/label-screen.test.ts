import assert from 'node:assert/strict';
import test from 'node:test';
import { drawLabelScreen, type LabelScreen } from '#report/people/label-screen.js';
import { displayWidth } from '#report/text/clip.js';
import { plainPaint } from '#report/text/paint.js';
import type { AnswerView } from '#view/people/answer-view.js';
import { text } from '#view/text.js';
import { matchesGolden } from '../golden.js';

const named = (name: string, value: string) => ({ name: text(name), value: text(value) });

const answer: AnswerView = {
  case: text('tickets'),
  item: text('t-17'),
  draw: 0,
  inputs: [
    named('ticket', 'I was charged twice in May.\nPlease look at it.'),
    named('language', 'en'),
    named('empty', ' '),
  ],
  rubrics: [
    {
      name: null,
      text: text('The answer is kind, names the team that looks at the ticket, and promises no refund.'),
      levels: [
        named('1', 'rude or wrong'),
        named('2', 'kind, without a team'),
        named('3', 'kind, with the right team'),
      ],
      reference: text('billing'),
    },
  ],
  turns: [
    { message: text('<task>…</task>'), response: text(`Dear customer,\n\n${'we look at it. '.repeat(40)}\n\nBilling`) },
  ],
  isConversation: false,
};

const screen: LabelScreen = {
  answer,
  number: 13,
  of: 100,
  labelled: 12,
  given: null,
  note: '',
  mode: 'answer',
  scroll: 0,
};

const hostile = '\u001b[2J\u202eevil\u202c\u0007 ::error::x ##[error] \ud800';

const screens: Readonly<Record<string, LabelScreen>> = {
  'an answer': screen,
  'the end of it': { ...screen, scroll: 1000 },
  'with a label and a note': { ...screen, given: 'fail', note: 'promises a refund' },
  'a note is typed': { ...screen, mode: 'note', note: `${'a long note '.repeat(12)}with an end` },
  'the rubric': { ...screen, mode: 'rubric' },
  help: { ...screen, mode: 'help' },
  'without a data set, with tool calls and several rubrics': {
    ...screen,
    answer: {
      ...answer,
      item: null,
      draw: 4,
      inputs: [],
      rubrics: [
        { name: text('kind'), text: text('Is it kind?'), levels: [], reference: null },
        { name: text('right'), text: text('Is it right?'), levels: [], reference: 'gone' },
      ],
      turns: [
        {
          message: text('Look at ticket 17.'),
          response: text(''),
          calls: [{ name: text('search'), arguments: text('{"id":17}'), result: text('found') }],
        },
      ],
      extracted: text('a piece'),
    },
  },
  'a conversation': {
    ...screen,
    answer: {
      ...answer,
      item: null,
      isConversation: true,
      inputs: [named('given', 'A user who lost a password.'), named('when', 'The user asks for a new one.')],
      turns: [
        { message: text('Hello?'), response: text('Hello, how can I help?') },
        { message: text('My password is gone.'), response: text('Open the page of your account.') },
      ],
    },
  },
  hostile: {
    ...screen,
    note: hostile,
    answer: {
      ...answer,
      case: text(hostile),
      item: text(hostile.repeat(9)),
      inputs: [named(hostile, hostile), named('b', hostile)],
      rubrics: [
        { name: text(hostile), text: text(hostile), levels: [named(hostile, hostile)], reference: text(hostile) },
      ],
      turns: [
        { message: text(hostile), response: text(`${hostile}\r\n\t${hostile}\u0301\u0301\u0301\u0301\u0301\u0301`) },
      ],
    },
  },
};

for (const [columns, rows] of [
  [80, 24],
  [40, 12],
] as const) {
  test(`screens of ${columns} columns and ${rows} rows`, () => {
    const shown = Object.entries(screens).map(([name, one]) => {
      const { lines } = drawLabelScreen(one, { columns, rows, paint: plainPaint });
      return `## ${name}\n${lines.map((line) => `|${line}\n`).join('')}`;
    });
    matchesGolden(`people/label-screen-${columns}x${rows}`, shown.join('\n'));
  });
}

test('a screen has exactly its rows, and no line is wider than it', () => {
  for (const [name, one] of Object.entries(screens)) {
    for (const [columns, rows] of [
      [80, 24],
      [40, 12],
      [30, 9],
      [200, 60],
    ] as const) {
      const { lines } = drawLabelScreen(one, { columns, rows, paint: plainPaint });
      assert.equal(lines.length, rows, `${name}, ${columns}x${rows}`);
      for (const line of lines) assert.ok(displayWidth(line) <= columns, `${name}, ${columns}x${rows}: ${line}`);
      assert.doesNotMatch(lines.join('\n'), /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]|::error|##\[/);
    }
  }
});
