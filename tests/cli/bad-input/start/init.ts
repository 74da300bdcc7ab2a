import { bad } from '../fixture.js';

/** The files of a folder without a library. */
const empty = { 'prompts/diff/meta.yml': null, 'prompts/diff/prompt.xml': null, 'prompts/diff/eval.yml': null };
const init = (...flags: readonly string[]) => ['init', ...flags];
const ours = { 'eva.yml': 'defaults: { model: claude-sonnet-5-5, judge: { model: claude-haiku-5-5 } }\n' };

/** Mistakes with `eva init`. */
export const initMistakes = [
  bad('the folder is a file', { ...empty, 'notes.txt': 'x' }, init('notes.txt', '--yes')),
  bad('a folder of a library', {}, init('prompts/diff')),
  bad('a new folder of a library', {}, init('evals', '--provider', 'openai')),
  bad('the prompts of a library', {}, init('prompts')),
  bad('two folders', empty, init('one', 'two')),
  bad('a provider with a typing mistake', empty, init('--provider', 'antropic')),
  bad('a provider in capital letters', empty, init('--provider', 'OpenAI')),
  bad('a model of another provider', empty, init('--provider', 'anthropic', '--model', 'gpt-6-luna')),
  bad(
    'a model with the prefix of another provider',
    empty,
    init('--provider', 'openai', '--model', 'anthropic:claude-x'),
  ),
  bad('an empty model', empty, init('--model', '')),
  bad('a judge with a control character', empty, init('--judge', 'claude\u001b[31m')),
  bad('Azure without a deployment', empty, init('--provider', 'azure')),
  bad('a CI service that eva does not know', empty, init('--ci', 'jenkins')),
  bad('eva.yml names another judge', { ...empty, ...ours }, init('--judge', 'claude-opus-5-5')),
  bad('the prompts name their models', {}, init('--model', 'openai:gpt-6-sol')),
  bad(
    'eva.yml names a model that no cloud has',
    {
      ...empty,
      'eva.yml': 'defaults: { model: "bedrock:claude-sonnet-5-5", judge: { model: "bedrock:claude-haiku-5-5" } }\n',
    },
    init('--provider', 'bedrock'),
  ),
  bad('a model of another cloud', empty, init('--provider', 'bedrock', '--model', 'claude-sonnet-5-5')),
  bad('a judge of another cloud', empty, init('--provider', 'bedrock', '--judge', 'claude-haiku-5-5')),
  bad('no model of a cloud', empty, init('--provider', 'vertex', '--model', 'gpt-6')),
  bad('the word of a protocol before the model', empty, init('--provider', 'openai', '--model', 'chat:gpt-6')),
  bad('eva.yml is a link', { ...empty, 'eva.yml': { link: '/etc/passwd' } }, init('--yes')),
  bad('eva.yml is a directory', { ...empty, 'eva.yml': { directory: true } }, init('--yes')),
  bad('.gitignore is a link out of the folder', { ...empty, '.gitignore': { link: '/etc/passwd' } }, init('--yes')),
  bad('prompts is a file', { ...empty, prompts: 'x' }, init('--yes')),
];
