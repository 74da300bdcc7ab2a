import {
  aCase,
  body,
  edit,
  type FirstStep,
  greeter,
  greeting,
  instead,
  retyped,
  slip,
  twice,
  typed,
} from './fixture.js';

function renamed(from: string, to: string, content: string): FirstStep {
  const files = greeter({ [to === 'eval.yml' ? 'eval.yml' : 'prompt.md']: null, [from]: content });
  return slip(from, files, { rename: `prompts/greet/${from}`, to: `prompts/greet/${to}` });
}

const configuration = `description: Greets somebody
prompts: ['Greet {{name}} in one short sentence.']
providers: [openai:chat:gpt-6-luna]
tests:
  - vars: { name: Ada }
    assert: [{ type: contains, value: Ada }]
`;

/** Mistakes in the names of files and folders. */
const misplaced: readonly FirstStep[] = [
  renamed('eval.yaml', 'eval.yml', greeting),
  renamed('tests.yml', 'eval.yml', greeting),
  renamed('prompt.markdown', 'prompt.md', body),
  renamed('messages.json', 'messages.yml', '[{ "role": "user", "content": "Greet {{name}}" }]'),
  typed(
    'eva doctor',
    slip('recording.jsonl', greeter({ 'recording.jsonl': '' }), {
      rename: 'prompts/greet/recording.jsonl',
      to: 'prompts/greet/recordings.jsonl',
    }),
  ),
  slip(
    'prompt for prompts',
    { 'prompt/greet/prompt.md': body, 'prompt/greet/eval.yml': greeting },
    { shell: 'mv prompt prompts' },
  ),
  {
    ...retyped('eva eval --yes', 'eva eval my-prompt', 'my-prompt', { 'prompt.md': body, 'eval.yml': greeting }),
    mistake: 'the files of a prompt without a folder',
    rounds: [[{ shell: 'mkdir -p prompts/my-prompt && mv prompt.md eval.yml prompts/my-prompt' }]],
    finally: 'eva eval --yes',
    told: 'my-prompt',
  },
  slip(
    'a backslash in a path',
    greeter({
      'data/ada.txt': 'Ada',
      'prompts/greet/data/ada.txt': 'Ada',
      'eval.yml': greeting.replace('inputs: { name: Ada }', "files: { name: 'data\\ada.txt' }"),
    }),
    edit('data\\ada.txt', 'data/ada.txt'),
  ),
  slip(
    'input.yml',
    greeter({
      'prompts/greet/ada/input.yml': 'name: Ada\n',
      'eval.yml': greeting.replace('inputs: { name: Ada }', 'inputs_from: ada'),
    }),
    { rename: 'prompts/greet/ada/input.yml', to: 'prompts/greet/ada/inputs.yml' },
  ),
];

/** Mistakes in eval.yml. */
const inFile: readonly FirstStep[] = [
  slip(
    'a tab in the indentation',
    greeter({ 'eval.yml': greeting.replace('  model', '\tmodel') }),
    edit('\tmodel', '  model', 'indent with spaces'),
  ),
];

/** Habits from promptfoo. */
const habits: readonly FirstStep[] = [
  slip(
    'a rubric among the checks',
    aCase('assert: [{ contains: Ada }, { rubric: Is it friendly? }]'),
    edit(
      ', { rubric: Is it friendly? }]',
      ']\n    rubric: "Is it friendly?"',
      'rubric: "Is it friendly?" beside assert:, not in it',
    ),
  ),
  slip(
    'a provider for the model',
    instead('model: ', 'provider: '),
    edit('provider: openai:gpt-6-luna', 'model: openai:gpt-6-luna'),
  ),
  twice(
    slip(
      'a configuration of promptfoo as eval.yml',
      greeter({
        'eval.yml':
          'prompts: [prompt.md]\nproviders: [openai:chat:gpt-6-luna]\ntests:\n  - description: says-the-name\n    vars: { name: Ada }\n    assert: [{ type: contains, value: Ada }]\n',
      }),
      edit('prompts: [prompt.md]\n', '', 'remove it: the prompt is the file prompt.md'),
      edit('providers: [openai:chat:gpt-6-luna]', 'defaults: { model: openai:gpt-6-luna }'),
      edit('tests', 'cases'),
    ),
    edit('description', 'name'),
    edit('vars', 'inputs'),
    edit('type: contains, value: Ada', 'contains: "Ada"'),
  ),
  {
    ...retyped('eva eval', 'eva eval greets-somebody', undefined, { 'promptfooconfig.yaml': configuration }),
    mistake: 'a configuration of promptfoo',
    rounds: [[{ type: 'eva import promptfoo promptfooconfig.yaml' }]],
  },
  slip('vars. before a name', greeter({ 'prompt.md': 'Greet {{ vars.name }}.\n' }), {
    in: 'prompts/greet/prompt.md',
    over: '{{ vars.name }}',
    write: '{{name}}',
  }),
];

/** Names of models, keys, and settings of clouds. */
const models: readonly FirstStep[] = [
  typed('eva doctor', slip('the program alone', model('claude-cli'), edit('claude-cli', 'claude-cli:opus'))),
  slip('a space after the colon', model('openai: gpt-6-luna'), edit('openai: gpt-6-luna', 'openai:gpt-6-luna')),
  {
    ...slip('a key of OpenAI alone', aCase('rubric: Is it friendly?'), {
      in: 'prompts/greet/eval.yml',
      over: 'model: openai:gpt-6-luna\n',
      write: 'model: openai:gpt-6-luna\n  judge: { model: openai:gpt-6-luna }\n',
      says: 'judge: { model: openai:gpt-6-luna }',
    }),
    env: { ANTHROPIC_API_KEY: '' },
  },
  typed(
    'eva plan greet',
    slip('a plan without a region', model('bedrock:global.anthropic.claude-sonnet-5-5'), {
      set: 'AWS_REGION',
      to: 'us-east-1',
    }),
  ),
];

function model(name: string) {
  return instead('openai:gpt-6-luna', name);
}

const commit = ['git init -q -b main', 'git add -A', 'git commit -q -m first'];

/** The folder `clone` has the newest commit of the branch `edit` alone. */
const shallow = [
  'cd origin && git init -q -b main && git add -A && git commit -q -m first && git switch -q -c edit',
  'cd origin && echo Be brief. >> prompts/greet/prompt.md && git commit -q -a -m second',
  'git -c protocol.file.allow=always clone -q --depth 1 -b edit "file://$PWD/origin" clone',
];

/** Mistakes in the command line. */
const commands: readonly FirstStep[] = [
  retyped('eva eval', 'eva eval --yes'),
  retyped('eva eval prompts\\greet', 'eva eval prompts/greet', 'prompts/greet'),
  retyped('eva report greet', 'eva log greet'),
  {
    ...retyped('eva eval --changed greet --yes', 'eva eval greet --changed --yes', 'eva eval greet --changed'),
    before: [...commit, 'echo Be brief. >> prompts/greet/prompt.md'],
  },
  {
    ...retyped('eva eval --changed --yes', 'eva eval --changed --yes', 'commit the library'),
    mistake: 'a repository without a commit',
    before: ['git init -q -b main'],
    rounds: [[{ shell: 'git add -A && git commit -q -m first', says: 'commit the library' }]],
  },
  {
    ...retyped('eva eval --changed origin/main --yes', 'eva eval --changed origin/main --yes', 'get it', {
      'origin/prompts/greet/prompt.md': body,
      'origin/prompts/greet/eval.yml': greeting,
    }),
    mistake: 'a shallow clone',
    before: shallow,
    folder: 'clone',
    rounds: [[{ shell: 'git fetch --depth=1 origin +refs/heads/main:refs/remotes/origin/main' }]],
  },
];

/** Mistakes of somebody's first hour with eva. */
export const mistakes: readonly FirstStep[] = [...misplaced, ...inFile, ...habits, ...models, ...commands];
