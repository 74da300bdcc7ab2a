import { aCaseWithout, bad, evalFile, metaLine, metaPlus } from './fixture.js';

const inputsFile = (content: string) => ({
  ...aCaseWithout('inputs_from: examples/one'),
  'prompts/diff/examples/one/inputs.yml': content,
});

export const inputs = [
  bad('a required input has no value', aCaseWithout()),
  bad('a required input is null', aCaseWithout('inputs: { code: }')),
  bad('a required input is missing among others', {
    ...aCaseWithout('inputs: { note: a }'),
    ...metaPlus('  - name: note'),
  }),
  bad('an input is misspelt', aCaseWithout('inputs: { cod: "x = 1" }')),
  bad('an input is not declared', aCaseWithout('inputs: { code: "x", colour: red }')),
  bad('an input differs in case', aCaseWithout('inputs: { Code: "x" }')),
  bad('an input has a space in its name', aCaseWithout('inputs: { code: "x", "my code": y }')),
  bad('inputs_from does not exist', aCaseWithout('inputs_from: examples/none')),
  bad('inputs_from holds no inputs.yml', {
    ...aCaseWithout('inputs_from: examples/one'),
    'prompts/diff/examples/one/readme.md': 'nothing',
  }),
  bad('inputs_from is the file itself', {
    ...aCaseWithout('inputs_from: examples/one/inputs.yml'),
    'prompts/diff/examples/one/inputs.yml': 'code: x\n',
  }),
  bad('inputs_from is empty', aCaseWithout('inputs_from: ""')),
  bad('inputs.yml is a list', inputsFile('- code\n')),
  bad('inputs.yml is a text', inputsFile('x = 1\n')),
  bad('inputs.yml is empty', inputsFile('')),
  bad('inputs.yml has a duplicate key', inputsFile('code: a\ncode: b\n')),
  bad('inputs.yml has a tab', inputsFile('code:\n\ta: b\n')),
  bad('inputs.yml misspells an input', inputsFile('cod: x\n')),
  bad('inputs.yml has NaN', inputsFile('code: .nan\n')),
  bad('inputs.yml has a date as a key', inputsFile('code: x\n2026-01-02: y\n')),
  bad('inputs.yml is a directory', {
    ...aCaseWithout('inputs_from: examples/one'),
    'prompts/diff/examples/one/inputs.yml': { directory: true },
  }),
  bad('a file does not exist', aCaseWithout('files: { code: examples/none.py }')),
  bad('a file is a directory', {
    ...aCaseWithout('files: { code: examples }'),
    'prompts/diff/examples': { directory: true },
  }),
  bad('a file has no name', aCaseWithout('files: { code: "" }')),
  bad('a file is for an input that is not declared', {
    ...aCaseWithout('inputs: { code: x }', 'files: { cde: examples/foo.py }'),
    'prompts/diff/examples/foo.py': 'x = 1\n',
  }),
  bad('inputs and files give the same input', {
    ...aCaseWithout('inputs: { code: x }', 'files: { code: examples/foo.py }'),
    'prompts/diff/examples/foo.py': 'x = 1\n',
  }),
  bad(
    'two cases lack what they need',
    evalFile(
      'defaults: { model: claude-opus-4-7 }\ncases:\n  - { name: a, rubric: x }\n  - { name: b, rubric: x, inputs: { cde: y } }\n',
    ),
  ),
  bad('the body asks for what is not declared', {
    'prompts/diff/prompt.xml': '<task>{{code}} in {{language}}</task>\n',
  }),
  bad('the body misspells an input', { 'prompts/diff/prompt.xml': '<task>{{cod}}</task>\n' }),
  bad('a default for a required input', metaLine('    required: true', '    required: true\n    default: x')),
  bad('an input is declared twice', metaPlus('  - name: code')),
];
