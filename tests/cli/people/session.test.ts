import assert from 'node:assert/strict';
import test from 'node:test';
import { KeyReader } from '#cli/commands/people/labelling/keys.js';
import { firstState, type GivenLabel, type LabelState, pressed } from '#cli/commands/people/labelling/session.js';

const size = { fit: 10, body: 35 };
const pass: GivenLabel = { verdict: 'pass', note: '' };

/** Presses keys as a terminal sends them. Returns the last state, what was saved, and how the person left. */
function press(characters: string, given: LabelState['given']) {
  let state = firstState(given);
  const saved: (readonly [number, string, string])[] = [];
  for (const key of new KeyReader().read(characters)) {
    const step = pressed(state, key, size);
    state = step.state;
    if (step.save) saved.push([step.save.at, step.save.label.verdict, step.save.label.note]);
    if (step.leave) return { state, saved, leave: step.leave };
  }
  return { state, saved, leave: null };
}

test('a terminal sends letters, control characters and sequences', () => {
  const keys = (characters: string) =>
    new KeyReader().read(characters).map((key) => ('text' in key ? key.text : key.key));
  assert.deepEqual(keys('p\u00e9\u{1f600}?'), ['p', '\u00e9', '\u{1f600}', '?']);
  assert.deepEqual(keys('\r\n\u001b\u007f\b\u0003\u0004\u001c\u0015\u0001'), [
    ...['enter', 'enter', 'escape', 'backspace', 'backspace', 'interrupt', 'end_of_input', 'quit', 'clear', 'other'],
  ]);
  assert.deepEqual(keys('\u001b[A\u001bOB\u001b[5~\u001b[6~\u001b[1;5C\u001b[15~'), [
    ...['up', 'down', 'page_up', 'page_down', 'other', 'other'],
  ]);
});

test('a pasted text is one key, also in pieces', () => {
  const reader = new KeyReader();
  assert.deepEqual(reader.read('p\u001b[200~one '), [{ key: 'text', text: 'p' }]);
  assert.deepEqual(reader.read('two\u001b[20'), []);
  assert.deepEqual(reader.read('1~f'), [
    { key: 'paste', text: 'one two' },
    { key: 'text', text: 'f' },
  ]);
});

test('verdicts are saved in any case, and other keys save nothing', () => {
  assert.deepEqual(press('PxFzS', [null, null, null]), {
    state: {
      at: 2,
      given: press('pfs', [null, null, null]).state.given,
      mode: 'answer',
      note: '',
      draft: '',
      scroll: 0,
    },
    saved: [
      [0, 'pass', ''],
      [1, 'fail', ''],
      [2, 'skipped', ''],
    ],
    leave: 'done',
  });
});

test('the first answer without a label is shown first, and the last one leads to those that are left', () => {
  assert.equal(press('', [pass, null, null]).state.at, 1);
  assert.equal(press('', [pass, pass, null]).state.at, 2);
  const { state, leave } = press('bp', [null, pass, null].with(0, null));
  assert.deepEqual([state.at, leave], [1, null]);
  const last = press('', [null, pass]);
  assert.equal(last.state.at, 0);
  const around = press('\rp', [pass, null, null].with(2, null));
  assert.equal(around.state.at, 2);
});

test('from the last answer the next one is the first without a label', () => {
  const begun = { ...firstState([null, pass, null]), at: 2 };
  const step = pressed(begun, { key: 'text', text: 'p' }, size);
  assert.deepEqual([step.state.at, step.leave], [0, undefined]);
});

test('back stays at the first answer, and enter keeps a label', () => {
  assert.equal(press('bbb', [null]).state.at, 0);
  const { saved, state } = press('pbb\r', [null, null]);
  assert.deepEqual([saved.length, state.at], [1, 1]);
  assert.equal(press('\r', [null, null]).state.at, 0, 'an answer without a label is not passed over');
});

test('the note of a label is shown again and kept with a new verdict', () => {
  const { saved } = press('nwhy\rfbp', [null, null]);
  assert.deepEqual(saved, [
    [0, 'fail', 'why'],
    [0, 'pass', 'why'],
  ]);
});

test('a note is edited, dropped with escape, and has one line and a maximum length', () => {
  assert.equal(press('nab\u007fc\r', [null]).state.note, 'ac');
  assert.equal(press('nab\u0015c\r', [null]).state.note, 'c');
  assert.equal(press('nab\rncd\u001b', [null]).state.note, 'ab');
  assert.equal(press('n\u001b[200~a\n\tb\u001b[201~ \r', [null]).state.note, 'a b');
  assert.equal([...press(`n${'\u{1f600}'.repeat(2100)}\r`, [null]).state.note].length, 2000);
  assert.equal(press('n\u001b[A\u0001x\r', [null]).state.note, 'x');
});

test('keys scroll within the text, and the next answer begins at its top', () => {
  assert.equal(press(' ', [null]).state.scroll, 9);
  assert.equal(press('          ', [null]).state.scroll, 25);
  assert.equal(press('  -\u001b[A', [null]).state.scroll, 8);
  assert.equal(press('\u001b[6~\u001b[5~\u001b[5~', [null]).state.scroll, 0);
  assert.equal(press(' p', [null, null]).state.scroll, 0);
  assert.equal(press(' r', [null]).state.scroll, 0);
});

test('help and rubric return at the next key, which does nothing else', () => {
  for (const key of ['?', 'r']) {
    const { state, saved } = press(`${key}p`, [null, null]);
    assert.deepEqual([state.mode, state.at, saved], ['answer', 0, []]);
    assert.equal(press(`${key} `, [null]).state.mode, key === '?' ? 'help' : 'rubric', 'a key that scrolls stays');
  }
});

test('q, Ctrl-C, Ctrl-\\ and Ctrl-D leave, also while a note is typed; there q is a letter', () => {
  assert.deepEqual(
    ['q', '\u0003', '\u001c', '\u0004', 'nab\u0003', 'nab\u0004'].map((keys) => press(keys, [null]).leave),
    ['quit', 'interrupt', 'interrupt', 'quit', 'interrupt', 'quit'],
  );
  assert.equal(press('nq', [null]).leave, null);
});
