import { aCase, edit, type FirstStep, instead, slip } from './fixture.js';

const contains = 'assert: [{ contains: Ada }]';

/** Keys that are misspelt or are called differently in other tools. */
export const keyTypos: readonly FirstStep[] = [
  slip('a misspelt key', instead('model:', 'modle:'), edit('modle', 'model')),
  slip('a key in camel case', aCase('maxTokens: 100', contains), edit('maxTokens', 'max_tokens')),
  slip('the name of a key in the singular', instead('defaults:', 'default:'), edit('default', 'defaults')),
  slip('asserts', aCase('asserts: [{ contains: Ada }]'), edit('asserts', 'assert')),
  slip('assertions', aCase('assertions: [{ contains: Ada }]'), edit('assertions', 'assert')),
  slip('a check in camel case', aCase('assert: [{ notContains: Bob }]'), edit('notContains', 'not_contains')),
  slip('a misspelt check', aCase('assert: [{ contain: Ada }]'), edit('contain', 'contains')),
  slip('a misspelt input', instead('{ name: Ada }', '{ nme: Ada }'), edit('nme', 'name')),
];
