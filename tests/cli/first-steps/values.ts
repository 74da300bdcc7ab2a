import { aCase, edit, type FirstStep, instead, slip } from './fixture.js';

const contains = 'assert: [{ contains: Ada }]';

/** Values of another kind than eva asks for. */
export const valueSlips: readonly FirstStep[] = [
  slip('a timeout with its unit', aCase('timeout: 30s', contains), edit('timeout: 30s', 'timeout_s: 30')),
  slip('a timeout in milliseconds', aCase('timeout_ms: 30000', contains), edit('timeout_ms: 30000', 'timeout_s: 30')),
  slip('seconds with their unit', aCase('timeout_s: 2 min', contains), edit('timeout_s: 2 min', 'timeout_s: 120')),
  slip('thousands as k', aCase('max_tokens: 1k', contains), edit('max_tokens: 1k', 'max_tokens: 1000')),
  slip('a number in quotes', aCase('temperature: "0.2"', contains), edit('"0.2"', '0.2', 'take the quotes away')),
  slip('a decimal comma', aCase('temperature: 0,2', contains), edit('0,2', '0.2')),
  slip('a temperature out of range', aCase('temperature: 20', contains), edit('20', '1', '0 or more and at most 2')),
  slip('yes for true', aCase('stop_early: yes', contains), edit('stop_early: yes', 'stop_early: true')),
  slip(
    'a check with yes',
    aCase('assert: [{ contains: Ada }, { not_is_json: yes }]'),
    edit('not_is_json: yes', 'not_is_json: true'),
  ),
  slip(
    'a boolean in quotes',
    aCase('stop_early: "false"', contains),
    edit('"false"', 'false', 'write true or false, without quotes'),
  ),
  slip('a number for a text', aCase('assert: [{ not_contains: 42 }]'), edit('42', '"42"', 'put it in quotes')),
  slip(
    'several texts for one',
    aCase('assert: [{ contains: [Ada, Bob] }]'),
    edit('contains: [Ada, Bob]', 'contains_any: [Ada, Bob]'),
  ),
  slip(
    'one text for several',
    aCase('assert: [{ contains_all: Ada }]'),
    edit('contains_all: Ada', 'contains_all: [Ada]'),
  ),
  slip('checks without their list', aCase('assert: { contains: Ada }'), edit('assert: { contains: Ada }', contains)),
  slip('a text for the checks', aCase('assert: Ada'), edit('assert: Ada', contains)),
  slip('texts for the checks', aCase('assert: [Ada]'), edit('[Ada]', '[{ contains: Ada }]', '{ contains: Ada }')),
  slip(
    'the name of a check alone',
    aCase('assert: [not_is_json]'),
    edit('[not_is_json]', '[{ not_is_json: true }]', '{ not_is_json: true }'),
  ),
  slip(
    'two checks in one entry',
    aCase('assert:', '  - contains: Ada', '    max_chars: 200'),
    edit('        max_chars', '      - max_chars', 'begin each with a "- " of its own'),
  ),
  slip(
    'inputs as a text',
    instead('{ name: Ada }', 'Ada'),
    edit('inputs: Ada', 'inputs: { name: Ada }', 'inputs: { NAME: Ada } with the name of the placeholder'),
  ),
  slip(
    'inputs as a list',
    instead('{ name: Ada }', '[Ada]'),
    edit('inputs: [Ada]', 'inputs: { name: Ada }', 'inputs: { NAME: Ada } with the name of the placeholder'),
  ),
  slip(
    'a model for the judge',
    aCase('rubric: Is it friendly?', 'judge: openai:gpt-6-luna'),
    edit('judge: openai:gpt-6-luna', 'judge: { model: openai:gpt-6-luna }'),
  ),
  slip(
    'votes of the judge beside it',
    aCase('rubric: Is it friendly?', 'votes: 3'),
    edit('votes: 3', 'judge: { votes: 3 }'),
  ),
  slip(
    'two models for one',
    instead('model: openai:gpt-6-luna', 'model: [openai:gpt-6-luna, claude-opus-4-7]'),
    edit('model: [openai:gpt-6-luna, claude-opus-4-7]', 'models: [openai:gpt-6-luna, claude-opus-4-7]'),
  ),
  slip(
    'an effort for reasoning',
    aCase('reasoning: low', contains),
    edit('reasoning: low', 'reasoning: { effort: low }'),
  ),
  slip('one text where the model stops', aCase('stop: END', contains), edit('stop: END', 'stop: [END]')),
  slip(
    'a rate as the bar',
    aCase('criteria: 0.8', 'sample_size: 14', contains),
    edit('criteria: 0.8', 'criteria: { proportion_gte: { proportion: 0.8 } }'),
  ),
  slip(
    'a rate for a criterion',
    aCase('criteria: { proportion_gte: 0.8 }', 'sample_size: 14', contains),
    edit('proportion_gte: 0.8', 'proportion_gte: { proportion: 0.8 }'),
  ),
  slip(
    'a pass rate',
    aCase('criteria: { pass_rate: 0.8 }', 'sample_size: 14', contains),
    edit('pass_rate: 0.8', 'proportion_gte: { proportion: 0.8 }'),
  ),
  slip(
    'per cent',
    aCase('criteria: { proportion_gte: { proportion: 80% } }', 'sample_size: 14', contains),
    edit('proportion: 80%', 'proportion: 0.8'),
  ),
  slip(
    'per cent without their sign',
    aCase('criteria: { proportion_gte: { proportion: 80 } }', 'sample_size: 14', contains),
    edit('80', '0.8'),
  ),
];
