import { aCase, aCheck, bad, beforeCases, configFile, evalFile } from './fixture.js';

export const shapes = [
  bad('cases is a mapping', evalFile('cases:\n  happy: { rubric: x }\n')),
  bad('a case is a list', evalFile('cases:\n  - - name: happy\n')),
  bad('assert is a mapping', aCase('assert:', '  contains: "<diff>"')),
  bad('assert is a text', aCase('assert: "<diff>"')),
  bad('a check is a text', aCase('assert:', '  - contains')),
  bad('a check is a number', aCase('assert:', '  - 7')),
  bad('a rubric is a list of numbers', aCase('rubric: [5, 1]')),
  bad('a rubric is a mapping', aCase('rubric: { 1: bad, 5: good }')),
];

const rubric = 'rubric: x';
const model = 'defaults: { model: claude-opus-4-7 }';

export const unknownKeys = [
  bad('input in place of inputs', aCase('input: { code: x }', rubric)),
  bad('pass_threshold beside the judge', aCase('pass_threshold: 3', rubric)),
  bad('timeout without its unit', aCase('timeout: 30', rubric)),
  bad('timeout_ms in place of timeout_s', aCase('timeout_ms: 30', rubric)),
  bad('models in the defaults', beforeCases('defaults: { models: claude-opus-4-7 }')),
  bad('match in triggering', beforeCases(model, 'triggering: { match: [a] }')),
  bad('the check llm_judge', aCheck('llm_judge: good?')),
  bad('cases in eva.yml', configFile('cases: []')),
  bad(
    'a provider with an unknown key',
    configFile('providers:', '  local: { type: openai, url: "http://127.0.0.1:1" }'),
  ),
];

export const checkValues = [
  bad('contains true', aCheck('contains: true')),
  bad('contains a list', aCheck('contains: [a, b]')),
  bad('contains_any of a number', aCheck('contains_any: [a, 7]')),
  bad('contains_any of an empty text', aCheck('contains_any: [a, ""]')),
  bad('max_tokens with a unit', aCheck('max_tokens: 2k')),
  bad('min_tokens null', aCheck('min_tokens:')),
  bad('min_chars a list', aCheck('min_chars: [1, 2]')),
  bad('max_chars true', aCheck('max_chars: true')),
  bad('max_chars infinite', aCheck('max_chars: .inf')),
  bad('min_tokens above max_tokens', aCheck('min_tokens: 20', 'max_tokens: 10')),
  bad('min_chars above max_chars', aCheck('max_chars: 10', 'min_chars: 11')),
  bad('is_json null', aCheck('is_json:')),
];

const setting = (line: string) => aCase('rubric: x', line);

export const settings = [
  bad('timeout_s null', setting('timeout_s: ~')),
  bad('temperature with a comma', setting('temperature: 0,7')),
  bad('significance_level with a per cent sign', setting('significance_level: 5%')),
];

const judge = (text: string) => aCase('rubric: x', `judge: { ${text} }`);

export const judging = [bad('pass_threshold that every score meets', judge('pass_threshold: 1'))];

const triggeringOf = (...lines: readonly string[]) =>
  beforeCases(model, 'triggering:', ...lines.map((line) => `  ${line}`));

export const triggering = [
  bad('triggering is null and there are no cases', evalFile('triggering:\n')),
  bad('triggering is empty and there are no cases', evalFile('triggering: {}\n')),
  bad('a query is a mapping', triggeringOf('should_match:', '  - query: refactor foo')),
  bad('a query is null', triggeringOf('should_not_match: [~]')),
  bad('a query is blank', triggeringOf('should_not_match: ["  "]')),
  bad('a query stands twice', triggeringOf('should_match: [refactor foo, explain, refactor foo]')),
  bad('a query should match and should not', triggeringOf('should_match: [refactor]', 'should_not_match: [refactor]')),
  bad('the model of the judge is no name', triggeringOf('should_match: [a]', 'judge: { model: haiku }')),
];
