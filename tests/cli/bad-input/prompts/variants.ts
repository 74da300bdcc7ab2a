import { goodMeta } from '../../../support/temp-library.js';
import { type BadInput, bad, configFile, evalFile } from '../fixture.js';

const cases = `cases:
  - name: happy
    inputs: { code: "x = 1" }
    assert: [ { contains: "<diff>" } ]
`;

/** Returns an eval.yml with these variants. */
const models = (list: string, rest: string = cases) => evalFile(`defaults:\n  models: ${list}\n${rest}`);
const two = '[claude-opus-4-7, { name: small, model: openai:gpt-5-mini }]';
/** Returns an eval.yml with two variants, and one case with these lines. */
const ofCase = (...lines: readonly string[]) => models(two, cases + lines.map((line) => `    ${line}\n`).join(''));
/** Returns a second prompt `short`, whose eval.yml has this content. */
const short = (content: string) => ({
  'prompts/short/meta.yml': goodMeta.replace('id: diff', 'id: short'),
  'prompts/short/prompt.xml': 'Short: {{code}}\n',
  'prompts/short/eval.yml': content,
});

const ofShort = ['eval', 'short'];

export const variants: Readonly<Record<string, readonly BadInput[]>> = {
  'prompts/models': [
    bad('the same model twice', models('[claude-opus-4-7, claude-opus-4-7]')),
    bad('two names for the same settings', models('[claude-opus-4-7, { name: again, model: claude-opus-4-7 }]')),
    bad(
      'two variants that differ only by a default value',
      models('[claude-opus-4-7, { name: again, model: claude-opus-4-7, max_tokens: 4096 }]'),
    ),
    bad('model and models in defaults', evalFile(`defaults:\n  model: claude-opus-4-7\n  models: ${two}\n${cases}`)),
    bad('models in eva.yml', configFile('defaults:', '  models: [claude-opus-4-7]')),
    bad(
      'models of a case without defaults.models',
      evalFile(`defaults: { model: claude-opus-4-7 }\n${cases}    models: [small]\n`),
    ),
    bad('a misspelt variant of a case', ofCase('models: [smal]')),
    bad('the model of a variant as model of a case', ofCase('model: openai:gpt-5-mini')),
    bad('another model as model of a case', ofCase('model: openai:gpt-5')),
    bad(
      '--model with a model that several variants have',
      models('[{ name: a, model: claude-opus-4-7 }, { name: b, model: claude-opus-4-7, temperature: 0 }]'),
      ['eval', 'diff', '--model', 'claude-opus-4-7'],
    ),
    bad('--model with a misspelt variant', models(two), ['eval', 'diff', '--model', 'smal']),
    bad('--model without a name', models(two), ['eval', 'diff', '--model', '']),
    bad('--case that the chosen variant does not ask', models(two, `${cases}    models: [claude-opus-4-7]\n`), [
      'eval',
      'diff',
      '--model',
      'small',
      '--case',
      'happy',
    ]),
  ],
  'prompts/cases_of': [
    bad('cases_of with the prompt itself', short('cases_of: short\n'), ofShort),
    bad('cases_of of cases_of', { ...short('cases_of: diff\n'), ...evalFile('cases_of: other\n') }, ofShort),
    bad('cases and scenarios beside cases_of', short(`cases_of: diff\n${cases}scenarios: []\n`), ofShort),
    bad('--cases-of with a misspelt prompt', {}, ['eval', 'diff', '--cases-of', 'dif']),
  ],
};
