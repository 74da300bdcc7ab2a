import { aCase, bad, beforeCases, configFile, evalFile, goodCase, metaPlus } from './fixture.js';

const model = (name: string) => aCase('rubric: x', `model: ${name}`);

export const models = [
  bad('no model anywhere', evalFile(goodCase)),
  bad('a model is empty', model('""')),
  bad('a model is a number', model('4')),
  bad('a model is null', beforeCases('defaults: { model: }')),
  bad('a model is a list', model('[claude-opus-4-7]')),
  bad('a model without a provider', model('gpt-4o')),
  bad('a model with a space', model('claude opus')),
  bad('a model of an unknown provider', model('gemini:pro')),
  bad('a provider is misspelt', model('antropic:claude-opus-4-7')),
  bad('a provider without a model', model('"openai:"')),
  bad('a command that eva.yml does not define', model('command:llama')),
  bad('an entry that is not a command', {
    ...model('command:local'),
    ...configFile('providers:', '  local: { type: openai, base_url: "http://127.0.0.1:1/v1" }'),
  }),
  bad('a command named like a provider', {
    ...model('llama:7b'),
    ...configFile('providers:', '  llama: { type: command, command: [cat] }'),
  }),
  bad('claude- and nothing else', model('claude-')),
  bad(
    'two cases with two wrong models',
    evalFile(
      'cases:\n  - { name: a, inputs: { code: x }, rubric: y, model: one }\n  - { name: b, inputs: { code: x }, rubric: y, model: two }\n',
    ),
  ),
  bad('a wrong model in meta.yml', { ...metaPlus('model: four'), ...evalFile(goodCase) }),
  bad('a wrong model in eva.yml', { ...configFile('defaults: { model: four }'), ...evalFile(goodCase) }),
  bad(
    'wrong models of judges and users that nobody asks',
    beforeCases(
      'defaults: { model: claude-opus-4-7, judge: { model: haiku }, user_simulator: { model: sonnet }, temprature: 1 }',
    ),
  ),
  bad('a wrong model of a judge in eva.yml that nobody asks', {
    ...configFile('defaults: { model: claude-opus-4-7, judge: { model: haiku } }'),
    ...evalFile(goodCase),
  }),
  bad('a wrong model in the defaults', beforeCases('defaults: { model: four }')),
];
