import { aCase, bad, configFile, evalFile, goodCase, metaPlus } from './fixture.js';

const model = (name: string) => aCase('rubric: x', `model: ${name}`);

export const models = [
  bad('a model of an unknown provider', model('gemini:pro')),
  bad('a command that eva.yml does not define', model('command:llama')),
  bad('an entry that is not a command', {
    ...model('command:local'),
    ...configFile('providers:', '  local: { type: openai, base_url: "http://127.0.0.1:1/v1" }'),
  }),
  bad('a command named like a provider', {
    ...model('llama:7b'),
    ...configFile('providers:', '  llama: { type: command, command: [cat] }'),
  }),
  bad('a wrong model in meta.yml', { ...metaPlus('model: four'), ...evalFile(goodCase) }),
];
