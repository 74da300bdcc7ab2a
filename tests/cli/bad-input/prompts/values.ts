import { onTickets } from '../datasets/library.js';
import { aCase, aCheck, type BadInput, bad, evalFile } from '../fixture.js';

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

/** Mistakes in references to inputs and fields. */
const references = [
  bad('an input that is misspelt', aCheck('contains: { input: cod }')),
  bad('an input that nothing resembles', aCheck('contains: { input: question }')),
  bad('a placeholder of no input', aCheck('contains: { text: "Dear {{name}}," }')),
  bad('two placeholders of no input in one text', aCheck('contains: { text: "{{first}} {{last}} {{code}}" }')),
  bad('a field that is written as an input', onTickets('', 'assert: [{ equals: { input: label } }]')),
  bad('an input in a field', aCheck('equals: { field: code }')),
  bad('a reference with two keys', aCheck('contains: { input: code, text: x }')),
  bad('a reference with an unknown key', aCheck('contains: { input: code, else: x }')),
  bad('a reference to a list', aCheck('contains: { input: [code] }')),
  bad('an empty text', aCheck('contains: { text: "" }')),
  bad('a key that is no reference', aCheck('contains: { value: code }')),
  bad('an input whose value is no number', aCheck('max_tokens: { input: code }')),
  bad('an input whose value is no list', aCheck('contains_any: { input: code }')),
  bad('an input that is a broken pattern', aCheckWith('"a(b"', 'matches: { input: code }')),
  bad('a pattern that is broken around a value', aCheck('matches: { text: "({{code}}" }')),
  bad('a value after a backslash', aCheck('matches: { text: "\\\\{{code}}" }')),
  bad('an empty input', aCheckWith('""', 'contains: { input: code }')),
  bad('a text that is empty with its inputs', aCheckWith('""', 'contains: { text: "{{code}}" }')),
  bad('a command with a reference', aCheck('command: { input: code }')),
  bad('a reference text with placeholders', aCase('rubric: r', 'reference: { text: "{{code}}" }')),
  bad('a reference that is a blank input', aCaseOf('" "', 'rubric: r', 'reference: { input: code }')),
  bad(
    'an item whose input is a broken pattern',
    onTickets('', 'assert: [{ matches: { input: ticket } }, { max_chars: { input: ticket } }]'),
  ),
];

export const values: Readonly<Record<string, readonly BadInput[]>> = { 'prompts/references': references };
