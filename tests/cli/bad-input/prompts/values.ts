import { onTickets } from '../datasets/library.js';
import { aCase, aCheck, type BadInput, bad, evalFile } from '../fixture.js';

const aText = ['assert: [{ contains: a }]'];

/** Returns a case with this value of `code`. */
const aCaseOf = (code: string, ...lines: readonly string[]) =>
  evalFile(
    [
      'defaults: { model: claude-opus-4-7 }',
      'cases:',
      '  - name: happy',
      `    inputs: { code: ${code} }`,
      ...lines.map((line) => `    ${line}`),
      '',
    ].join('\n'),
  );
const aCheckWith = (code: string, check: string) => aCaseOf(code, 'assert:', `  - ${check}`);

/** Returns an eval.yml with these defaults, the case `happy`, and maybe another one. */
const withDefaults = (defaults: string, other?: string) =>
  evalFile(
    [
      `defaults: { model: claude-opus-4-7, ${defaults} }`,
      'cases:',
      '  - { name: happy, inputs: { code: x } }',
      ...(other === undefined ? [] : [`  - { ${other} }`]),
      '',
    ].join('\n'),
  );

/** Mistakes in references to inputs and fields. */
const references = [
  bad('a field that is written as an input', onTickets('', 'assert: [{ equals: { input: label } }]')),
  bad('an input whose value is no number', aCheck('max_tokens: { input: code }')),
  bad('an input whose value is no list', aCheck('contains_any: { input: code }')),
  bad('a pattern that is broken around a value', aCheck('matches: { text: "({{code}}" }')),
  bad('a value after a backslash', aCheck('matches: { text: "\\\\{{code}}" }')),
  bad('an empty input', aCheckWith('""', 'contains: { input: code }')),
  bad(
    'a message with a value of two keys',
    aCase('messages: [{ role: user, content: { input: code, text: x } }]', ...aText),
  ),
  {
    ...bad(
      'braces in plain texts, with --strict',
      aCase(
        'messages: [{ role: user, content: "{{code}}?" }]',
        'rubric: "About {{code}}"',
        'assert: [{ contains: "{{code}}" }, { contains_any: ["{{ code }}", "{{other}}"] }]',
      ),
      ['eval', 'diff', '--strict'],
    ),
    exitCode: 1,
  },
  bad('a reference that is a blank input', aCaseOf('" "', 'rubric: r', 'reference: { input: code }')),
];

/** Mistakes in the piece of the reply that is checked. */
const extracts = [
  bad('an extract of two kinds', aCase('extract: { tag: answer, json: /a }', ...aText)),
  bad('a fence that is false', aCase('extract: { fence: false }', ...aText)),
  bad('a pattern that is broken', aCase('extract: { matches: "a(b" }', ...aText)),
  bad('a group that the pattern does not have', aCase('extract: { matches: "a(b)", group: 2 }', ...aText)),
  bad(
    'a named group that the pattern does not have',
    aCase('extract: { matches: "(?P<sum>b)", group: total }', ...aText),
  ),
  bad('a group of a pattern without groups', aCase('extract: { matches: "a", group: 1 }', ...aText)),
  bad('a group beside a tag', aCase('extract: { tag: answer, group: 1 }', ...aText)),
  bad('a module without a function', aCase('extract: { module: checks.mjs }', ...aText)),
  bad('an extract in eva.yml', { 'eva.yml': 'defaults: { extract: { tag: answer } }\n' }),
];

/** Mistakes in checks and rubrics of defaults, and in lists of rubrics. */
const inherited = [
  bad('an input that one case does not have', withDefaults('assert: [{ contains: { input: topic } }]')),
  bad(
    'inherit with a text',
    withDefaults('assert: [{ contains: a }]', 'name: other, inputs: { code: x }, inherit: assert'),
  ),
  bad(
    'inherit with an unknown part',
    withDefaults('assert: [{ contains: a }]', 'name: other, inputs: { code: x }, inherit: [then]'),
  ),
  bad(
    'inherit with true',
    withDefaults('assert: [{ contains: a }]', 'name: other, inputs: { code: x }, inherit: true'),
  ),
  bad('a rubric that is blank with its inputs', aCaseOf('""', 'rubric: [{ text: "{{code}}" }]')),
  bad(
    'a threshold that is off the scale of one rubric',
    aCase('rubric: [r, { text: s, judge: { scale: { min: 1, max: 3 } } }]'),
  ),
  bad('a rubric with values of items', onTickets('', 'rubric: [{ text: "About {{ticket}}?" }]')),
];

export const values: Readonly<Record<string, readonly BadInput[]>> = {
  'prompts/references': references,
  'prompts/extracts': extracts,
  'prompts/inherited': inherited,
};
