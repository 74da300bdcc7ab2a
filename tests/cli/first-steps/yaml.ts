import { aCase, edit, type FirstStep, greeter, greeting, slip } from './fixture.js';

/** Slips in YAML itself. */
export const yamlSlips: readonly FirstStep[] = [
  slip(
    'a tab in the indentation',
    greeter({ 'eval.yml': greeting.replace('  model', '\tmodel') }),
    edit('\tmodel', '  model', 'indent with spaces'),
  ),
  slip(
    'a colon in a text',
    aCase('rubric: Score: is it friendly?'),
    edit('Score: is it friendly?', '"Score: is it friendly?"'),
  ),
];
