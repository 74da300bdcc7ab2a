import { aCase, edit, type FirstStep, greeter, greeting, slip, twice } from './fixture.js';

const contains = 'assert: [{ contains: Ada }]';
const items = '"name";"town"\n"Ada";"London"\n"Ada L";"Ockham; Surrey"\n';

/** Files that eval.yml names, and parts of replies. */
export const referenceSlips: readonly FirstStep[] = [
  slip(
    'a file of a spreadsheet with semicolons',
    greeter({
      'people.csv': items,
      'eval.yml': greeting.replace('    inputs: { name: Ada }\n', '    dataset: people.csv\n'),
    }),
    edit('dataset: people.csv', 'dataset: { file: people.csv, delimiter: ";" }', 'delimiter: ";"'),
  ),
  slip(
    'a backslash in a path',
    greeter({
      'data/ada.txt': 'Ada',
      'prompts/greet/data/ada.txt': 'Ada',
      'eval.yml': greeting.replace('inputs: { name: Ada }', "files: { name: 'data\\ada.txt' }"),
    }),
    edit('data\\ada.txt', 'data/ada.txt'),
  ),
  slip(
    'input.yml',
    greeter({
      'prompts/greet/ada/input.yml': 'name: Ada\n',
      'eval.yml': greeting.replace('inputs: { name: Ada }', 'inputs_from: ada'),
    }),
    { rename: 'prompts/greet/ada/input.yml', to: 'prompts/greet/ada/inputs.yml' },
  ),
  {
    ...slip(
      'the tag of an answer',
      aCase('extract: answer', contains),
      edit('extract: answer', 'extract: { tag: answer }'),
    ),
    exitCode: 1,
  },
  twice(
    slip(
      'a module with the ending .js',
      greeter({
        'checks.js': 'export const holds = (output) => output.includes("Ada");\n',
        'eval.yml': greeting.replace('contains: Ada', 'module: checks.js#holds'),
      }),
      edit('module: checks.js#holds', 'module: checks.mjs#holds'),
      { rename: 'prompts/greet/checks.js', to: 'prompts/greet/checks.mjs' },
    ),
    { type: 'eva trust greet', answer: 'y' },
  ),
];
