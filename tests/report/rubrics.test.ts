import assert from 'node:assert/strict';
import test from 'node:test';
import { type RubricsView, renderRubrics, type WrittenRubric } from '#report/commands/rubrics.js';
import { plainPaint } from '#report/text/screen.js';
import { matchesGolden } from './golden.js';

const screen = (width: number) => ({ paint: plainPaint, width });

const correctness: WrittenRubric = {
  text: 'The bot gives accurate, step-by-step instructions for resetting a password, in the order in which they are to be taken.\n',
  scale: { min: 1, max: 10 },
  cases: ['Bot provides fast, helpful, and polite support'],
  source: 'frozen',
  at: { file: 'prompts/reset-bot/rubrics.yml', line: 4 },
  written_by: 'claude-haiku-4-5-20251001',
  levels: Object.fromEntries(
    Array.from({ length: 10 }, (_, i) => [
      String(i + 1),
      i === 4
        ? 'Names the page where a password is reset, leaves out one step that nobody finds alone, and gives the others in an order that does not work.'
        : `What earns a ${i + 1}.`,
    ]),
  ),
};
const tone: WrittenRubric = {
  text: 'The bot stays patient.',
  scale: { min: 1, max: 4 },
  cases: ['Bot helps', 'Bot is asked twice'],
  source: 'inline',
  at: { file: 'prompts/reset-bot/eval.yml', line: 31 },
  levels: { 1: 'Rude.', 2: 'Curt.', 3: 'Polite.', 4: 'Warm.' },
};
const unwritten: WrittenRubric = { ...tone, text: 'The bot asks for no password.', source: 'unwritten', levels: null };

const view: RubricsView = {
  id: 'reset-bot',
  behaviors: [correctness, tone, unwritten],
  unused: [{ text: 'The bot is patient.', at: { file: 'prompts/reset-bot/rubrics.yml', line: 17 } }],
};

test('each behaviour is shown with its levels, the passing ones marked, and their place', () => {
  matchesGolden('rubrics', renderRubrics(view, screen(80)));
});

test('rubrics are readable in 60 columns', () => {
  const text = renderRubrics(view, screen(60));
  assert.deepEqual(
    text.split('\n').filter((line) => line.length > 60),
    [],
  );
});

test('a level that rubrics.yml does not have is an empty line of the list', () => {
  const lines = renderRubrics({ ...view, behaviors: [{ ...tone, levels: { 1: 'Rude.' } }] }, screen(80)).split('\n');
  assert.deepEqual(
    lines.filter((line) => /^ {4}\d( |$)/.test(line) && !line.includes('·')),
    ['    1    Rude.', '    2', '    3 ✓', '    4 ✓'],
  );
});

test('rubrics that all exist and are all used need no action', () => {
  assert.doesNotMatch(
    renderRubrics({ ...view, behaviors: [tone], unused: [] }, screen(80)),
    /--write|unused|not written/,
  );
});

test('a prompt without behaviours has no rubrics', () => {
  assert.equal(
    renderRubrics({ id: 'x', behaviors: [], unused: [] }, screen(80)),
    'no case expects a behaviour: there are no rubrics\n',
  );
});
