import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { runDoctor } from '#doctor/run-doctor.js';
import { type Files, goodPrompt, tempLibrary } from '../../support/temp-library.js';
import { doctorEnv } from '../doctor-env.js';

function warnings(t: TestContext, files: Files): readonly string[] {
  const root = tempLibrary(t, { ...goodPrompt(), ...files });
  const env = doctorEnv(root);
  const { prompts } = runDoctor({ root, env, ids: [], strict: false, now: new Date('2026-11-21T12:00:00Z') });
  return prompts
    .flatMap(({ problems }) => problems)
    .map(({ severity, code, at, message }) => {
      // The characters are shown by name only.
      assert.doesNotMatch(message, /[\p{Cf}\p{sc=Cyrl}\p{sc=Grek}]/u);
      const points = message.match(/U\+[0-9A-F]{4,6}/g) ?? [];
      return [severity, code, `${at?.line}:${at?.column}+${at?.length}`, ...points].join(' ');
    });
}

const body = (text: string): Files => ({ 'prompts/diff/prompt.xml': `{{code}}\n${text}\n` });

/** Returns a text in tag characters, which are invisible. */
const tagged = (text: string) => text.replace(/./g, (one) => String.fromCodePoint(0xe0000 + one.charCodeAt(0)));

const hidden: readonly (readonly [claim: string, text: string, ...found: string[]])[] = [
  ['a zero-width space within a word', 'pass\u200bword', '2:5+1 U+200B'],
  ['a zero-width joiner between Latin letters', 'ab\u200dcd', '2:3+1 U+200D'],
  [
    'a soft hyphen, a word joiner and a byte order mark in the middle',
    'a\u00adb\u2060c\ufeffd',
    '2:2+1 U+00AD',
    '2:4+1 U+2060',
    '2:6+1 U+FEFF',
  ],
  ['a message in tag characters, as one', `Hi${tagged('ok')}!`, '2:3+4 U+E006F U+E006B'],
  [
    'tag characters behind a flag that does not exist',
    `\u{1f3f4}${tagged('rmrf')}\u{e007f}`,
    '2:3+10 U+E0072 U+E006D U+E0072 U+E0066 U+E007F',
  ],
  ['bytes in variation selectors behind an emoji', '\u{1f600}\u{e0100}\u{e0101}', '2:3+4 U+E0100 U+E0101'],
  ['a right-to-left override, also on a line of Hebrew', 'שלום \u202eabc\u202c', '2:6+1 U+202E', '2:10+1 U+202C'],
  [
    'direction marks where all runs from left to right',
    'if (\u2066admin\u2069) \u200f',
    '2:5+1 U+2066',
    '2:11+1 U+2069',
    '2:14+1 U+200F',
  ],
  ['an isolate that does not end on its line of Hebrew', 'שלום \u2067abc', '2:6+1 U+2067'],
  ['a second joiner in Persian, which shapes nothing', 'می\u200c\u200cخواهم', '2:4+1 U+200C'],
  ['a filler of Hangul and a blank of Braille', 'a\u3164b\u2800c', '2:2+1 U+3164', '2:4+1 U+2800'],
  ['a line separator', 'one\u2028two', '2:4+1 U+2028'],
];

/** Returns true for the characters of EVA_INVISIBLE_TEXT. The others have a code of their own. */
function isListed(found: string): boolean {
  return !/U\+(3164|2800|2028)/.test(found);
}

for (const [claim, text, ...found] of hidden) {
  test(`doctor warns of ${claim}`, (t) => {
    assert.deepEqual(
      warnings(t, body(text)),
      found.map((one) => `warning ${isListed(one) ? 'EVA_INVISIBLE_TEXT' : 'EVA_HIDDEN_CHARACTER'} ${one}`),
    );
  });
}

const ordinary: readonly (readonly [what: string, text: string])[] = [
  ['emoji of several people, tones and genders', '👩‍👩‍👧‍👦 👩🏽‍💻 🏃🏿‍♀️ 🏳️‍🌈 ❤️‍🔥'],
  ['keycaps, text style and flags', '1️⃣ #️⃣ ☎︎ 🇩🇪 🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
  ['Persian with its zero-width non-joiners', 'می‌خواهم کتاب‌ها را بخوانم'],
  ['Hindi, Bengali and Malayalam with joiners', 'क्‍ष श्री र्‍य ক্‌ষ ന്‍'],
  ['Hebrew with points, a mark and Latin', 'שָׁלוֹם עולם (API)\u200f!'],
  ['Arabic with numbers and a balanced isolate', 'السعر \u206625 USD\u2069 اليوم'],
  ['Thai with word breaks', 'ภาษา\u200bไทย'],
  ['Han with a variation of its own, and wide forms', '葛\u{e0100} ＡＢＣ'],
  ['French with no-break spaces', 'Que faire\u00a0? «\u00a0Rien\u00a0»\u202f!'],
  ['Braille', '⠓⠑⠇⠇⠕⠀⠺⠕⠗⠇⠙'],
  ['Russian, with Latin words and acronyms', 'Опиши API и JSON-файл, сору и PDFов нет: а и о'],
  ['Greek with formulas', 'Η τιμή ΔH, kΩ, αβ'],
  ['formulas in English', 'ΔH = 5 kΩ, μm, α-helix, σ²x, χ²'],
  ['accents, composed and not', 'naïve cafe\u0301 Ångström'],
];

for (const [what, text] of ordinary) {
  test(`doctor says nothing of ${what}`, (t) => assert.deepEqual(warnings(t, body(text)), []));
}

const alike: readonly (readonly [claim: string, text: string, ...found: string[]])[] = [
  ['a placeholder with a Cyrillic letter', 'Hello {{n\u0430me}}', '2:7+8 U+0430'],
  ['a placeholder with a zero-width space', '{{na\u200bme}}', '2:1+9 U+200B'],
  ['a placeholder with a no-break space', '{{\u00a0code }}', '2:1+10 U+00A0'],
  ['a placeholder with wide braces', '｛｛code｝｝', '2:1+8 U+FF5B U+FF5B U+FF5D U+FF5D'],
  ['a Latin word with Cyrillic letters', 'Log in to p\u0430yp\u0430l now', '2:11+6 U+0430 U+0430'],
  ['a Latin word with a Greek capital', 'the \u0391PI', '2:5+3 U+0391'],
  [
    'a Cyrillic word in an English text',
    'Write \u0430 poem, then \u0441\u043e\u0440\u0443 it',
    '2:7+1 U+0430',
    '2:20+4 U+0441 U+043E U+0440 U+0443',
  ],
];

for (const [claim, text, ...found] of alike) {
  test(`doctor warns of ${claim}`, (t) => {
    const hiddenToo = text.includes('\u200b') ? ['warning EVA_INVISIBLE_TEXT 2:5+1 U+200B'] : [];
    const code = text.includes('code') ? 'EVA_LOOKALIKE' : 'EVA_LOOK_ALIKE';
    assert.deepEqual(warnings(t, body(text)), [...found.map((one) => `warning ${code} ${one}`), ...hiddenToo]);
  });
}

test('a body full of unusual characters gives a limited number of warnings', (t) => {
  const found = warnings(t, body('a\u200b b\u0430 '.repeat(500)));
  assert.equal(found.length, 102);
});

test('doctor warns of aliases that hide shell builtins', (t) => {
  assert.deepEqual(warnings(t, { 'prompts/diff/aliases': 'cd\ngd\ntest\necho\nsummary\nsetopt\nwhile\n' }), [
    'warning EVA_ALIAS_HIDES 1:1+2',
    'warning EVA_ALIAS_HIDES 3:1+4',
    'warning EVA_ALIAS_HIDES 4:1+4',
    'warning EVA_ALIAS_HIDES 6:1+6',
    'warning EVA_ALIAS_HIDES 7:1+5',
  ]);
});
