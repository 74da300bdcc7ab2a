import type { Files } from '../../../support/temp-library.js';
import { type BadInput, bad, evalFile } from '../fixture.js';

const code = 'prompts/diff/checks.mjs';

/** Returns a case with this value of `module`, beside a module that exports `polite` and `short`. */
function check(value: string): Files {
  return {
    ...evalFile(`defaults: { model: claude-opus-4-7 }
cases:
  - name: happy
    inputs: { code: x }
    assert:
      - module: ${value}
`),
    [code]: 'export const polite = () => true;\nexport function short() { return true; }\n',
  };
}

/** Returns a case that uses a module with this code. */
function moduleWith(text: string, others: Files = {}): Files {
  return { ...check('checks.mjs#polite'), [code]: `${text}\nexport const polite = () => true;\n`, ...others };
}

/** A mistake that is a warning without `--strict`. */
function trap(mistake: string, body: string, files: Files = {}): BadInput {
  const all = { 'prompts/diff/prompt.xml': body, ...files };
  return { ...bad(mistake, all, ['eval', 'diff', '--strict']), exitCode: 1 };
}

export const modules: Readonly<Record<string, readonly BadInput[]>> = {
  'prompts/modules': [
    bad('a module that is a number', check('7')),
    bad('a module without a function', check('checks.mjs')),
    bad('a module that is no .mjs file', { ...check('checks.js#polite'), 'prompts/diff/checks.js': '1' }),
    bad('an unlike function', check('checks.mjs#sounds_right')),
    bad('a module that exports nothing', { ...check('checks.mjs#polite'), [code]: '// nothing yet\n' }),
    bad('a directory', { ...check('lib.mjs#polite'), 'prompts/diff/lib.mjs': { directory: true } }),
    bad('a module that nobody trusted', check('checks.mjs#polite')),
  ],
  'prompts/imports': [
    bad('a built-in module without node:', moduleWith("import { readFileSync } from 'fs';")),
    bad(
      'a link out of the library',
      moduleWith("import './words.mjs';", { 'prompts/diff/words.mjs': { link: '/etc/hostname' } }),
    ),
    bad(
      'CommonJS',
      moduleWith("import words from './words.cjs';", { 'prompts/diff/words.cjs': 'module.exports = 1;' }),
    ),
    bad('a syntax error', moduleWith('const words = [1, 2;')),
    bad(
      'a package that an imported file imports',
      moduleWith("import './lib/words.mjs';", { 'prompts/diff/lib/words.mjs': "\nexport * from 'lodash';\n" }),
    ),
    bad('several imports', moduleWith("import 'a';\nimport 'b';\nawait import('c');")),
  ],
  'prompts/traps': [
    trap('a comment of Jinja', '{{code}} {# polite #}\n'),
    trap('a filter', '{{code}} for {{ name | upper }}\n'),
    trap('a call', '{{code}} for {{ name() }}\n'),
    trap('three braces', '{{code}} {{{code}}}\n'),
    trap('one brace around an input', '{{code}}: {code}\n'),
    trap('messages in YAML', '- role: system\n  content: Be kind.\n- role: user\n  content: "{{code}}"\n'),
    trap('a zero-width space', '{{code}} pass\u200bword\n'),
    trap('a hidden message in tag characters', '{{code}}\u{e0068}\u{e0069}\n'),
    trap('an override of the direction', '{{code}} \u202edetsurt\n'),
    trap('a Cyrillic letter in a placeholder', '{{code}} {{c\u043ede}}\n'),
    trap('wide braces', '{{code}} \uff5b\uff5bcode\uff5d\uff5d\n'),
    trap('a soft hyphen in a check', '{{code}}\n', check('checks.mjs#polite\n      - contains: "cus\u00adtomer"')),
  ],
};
