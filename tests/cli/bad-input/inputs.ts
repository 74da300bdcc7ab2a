import { aCaseWithout, bad, metaLine, metaPlus } from './fixture.js';

const inputsFile = (content: string) => ({
  ...aCaseWithout('inputs_from: examples/one'),
  'prompts/diff/examples/one/inputs.yml': content,
});

export const inputs = [
  bad('inputs_from does not exist', aCaseWithout('inputs_from: examples/none')),
  bad('inputs_from holds no inputs.yml', {
    ...aCaseWithout('inputs_from: examples/one'),
    'prompts/diff/examples/one/readme.md': 'nothing',
  }),
  bad('inputs.yml has a duplicate key', inputsFile('code: a\ncode: b\n')),
  bad('inputs.yml is a directory', {
    ...aCaseWithout('inputs_from: examples/one'),
    'prompts/diff/examples/one/inputs.yml': { directory: true },
  }),
  bad('a file does not exist', aCaseWithout('files: { code: examples/none.py }')),
  bad('a file is a directory', {
    ...aCaseWithout('files: { code: examples }'),
    'prompts/diff/examples': { directory: true },
  }),
  bad('inputs and files give the same input', {
    ...aCaseWithout('inputs: { code: x }', 'files: { code: examples/foo.py }'),
    'prompts/diff/examples/foo.py': 'x = 1\n',
  }),
  bad('a default for a required input', metaLine('    required: true', '    required: true\n    default: x')),
  bad('an input is declared twice', metaPlus('  - name: code')),
];
