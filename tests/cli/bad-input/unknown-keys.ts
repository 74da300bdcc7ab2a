import { aCase, aCheck, bad, beforeCases, configFile } from './fixture.js';

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
