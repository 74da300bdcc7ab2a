import { aCase, edit, type FirstStep, greeter, instead, slip, twice } from './fixture.js';

const contains = 'assert: [{ contains: Ada }]';
const asserted = '    assert:\n      - contains: Ada\n';

/** Keys that are misspelt, or that stand in another place of the file. */
export const keyTypos: readonly FirstStep[] = [
  slip('a misspelt key', instead('model:', 'modle:'), edit('modle', 'model')),
  slip('a key in camel case', aCase('maxTokens: 100', contains), edit('maxTokens', 'max_tokens')),
  slip('the name of a key in the singular', instead('defaults:', 'default:'), edit('default', 'defaults')),
  slip('asserts', aCase('asserts: [{ contains: Ada }]'), edit('asserts', 'assert')),
  slip('assertions', aCase('assertions: [{ contains: Ada }]'), edit('assertions', 'assert')),
  slip('expect', aCase('expect: [{ contains: Ada }]'), edit('expect: [{ contains: Ada }]', contains)),
  slip('a check in camel case', aCase('assert: [{ notContains: Bob }]'), edit('notContains', 'not_contains')),
  slip('a misspelt check', aCase('assert: [{ contain: Ada }]'), edit('contain', 'contains')),
  slip('a misspelt input', instead('{ name: Ada }', '{ nme: Ada }'), edit('nme', 'name')),
  slip('a number of samples', aCase('n: 3', contains), edit('n: 3', 'sample_size: 3', 'sample_size')),
  slip(
    'the model at the top of the file',
    instead('defaults:\n  model: openai:gpt-6-luna\n', 'model: openai:gpt-6-luna\n'),
    edit('model: openai:gpt-6-luna', 'defaults: { model: openai:gpt-6-luna }'),
  ),
  slip(
    'a setting at the top of the file, beside defaults',
    instead('cases:', 'temperature: 0\ncases:'),
    edit('temperature: 0\n', '  temperature: 0\n', 'move it below defaults:, indented by two spaces'),
  ),
  slip(
    'criteria for every case',
    instead('cases:', '  criteria: { proportion_gte: { proportion: 0.8 } }\ncases:'),
    edit('  criteria: { proportion_gte: { proportion: 0.8 } }\n', '', 'move it into each case, beside its name'),
    edit(
      '    inputs:',
      '    criteria: { proportion_gte: { proportion: 0.8 } }\n    sample_size: 14\n    inputs:',
      'into each case',
    ),
  ),
  slip(
    'a case without its list',
    greeter({
      'eval.yml':
        'defaults: { model: openai:gpt-6-luna }\ncases:\n  name: says-the-name\n  inputs: { name: Ada }\n  assert: [{ contains: Ada }]\n',
    }),
    edit(
      '  name: says-the-name\n  inputs: { name: Ada }\n  assert',
      '  - name: says-the-name\n    inputs: { name: Ada }\n    assert',
      '- name: says-the-name and indent the lines of the case below it by two more spaces',
    ),
  ),
  slip(
    'names of cases as keys',
    greeter({
      'eval.yml':
        'defaults: { model: openai:gpt-6-luna }\ncases:\n  says-the-name:\n    inputs: { name: Ada }\n    assert: [{ contains: Ada }]\n',
    }),
    edit('says-the-name:', '- name: says-the-name'),
  ),
  twice(
    slip(
      'a list of cases alone',
      greeter({ 'eval.yml': '- name: says-the-name\n  inputs: { name: Ada }\n  assert: [{ contains: Ada }]\n' }),
      edit('- name', 'cases:\n- name', 'cases: on a line above the list'),
    ),
    edit('cases:', 'defaults: { model: claude-opus-4-7 }\ncases:', 'defaults: { model: claude-opus-4-7 }'),
  ),
  slip(
    'a case without a name',
    instead('name: says-the-name\n    inputs', 'inputs'),
    edit('- inputs', '- name: Ada\n    inputs', 'add name: …'),
  ),
  slip(
    'two cases with one name',
    greeter({
      'eval.yml': `defaults: { model: openai:gpt-6-luna }\ncases:\n  - name: a\n    inputs: { name: Ada }\n    ${contains}\n  - name: a\n    inputs: { name: Ada Lovelace }\n    ${contains}\n`,
    }),
    edit(
      'a\n    inputs: { name: Ada L',
      'b\n    inputs: { name: Ada L',
      'cases, scenarios and queries need different names',
    ),
  ),
  slip(
    'a case without its input',
    instead('    inputs: { name: Ada }\n', ''),
    edit('    assert', '    inputs: { name: Ada }\n    assert', 'inputs: { name: … }'),
  ),
  slip(
    'a case that expects nothing',
    instead(asserted, ''),
    edit('{ name: Ada }\n', '{ name: Ada }\n    rubric: Is it friendly?\n', 'add assert:, rubric: or then:'),
  ),
];
