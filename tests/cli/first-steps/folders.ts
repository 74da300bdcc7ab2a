import { body, type FirstStep, greeter, greeting, retyped, slip, typed } from './fixture.js';

const loose = { 'prompt.md': body, 'eval.yml': greeting };
const recordings = 'prompts/greet/recordings.jsonl';
const judge = 'defaults: { judge: { model: openai:gpt-6-luna } }\n';

const promptfoo = `description: Greets somebody
prompts: ['Greet {{name}} in one short sentence.']
providers: [openai:chat:gpt-6-luna]
tests:
  - vars: { name: Ada }
    assert: [{ type: contains, value: Ada }]
`;

/** Folders that are no libraries, and files under names that eva does not read. */
export const folderSlips: readonly FirstStep[] = [
  {
    ...retyped('eva eval', 'eva eval hello --replay', undefined, {}),
    mistake: 'no library',
    rounds: [[{ type: 'eva init' }]],
  },
  {
    ...retyped('eva eval', 'eva eval greets-somebody', undefined, { 'promptfooconfig.yaml': promptfoo }),
    mistake: 'a configuration of promptfoo',
    rounds: [[{ type: 'eva import promptfoo promptfooconfig.yaml' }]],
  },
  slip(
    'prompt for prompts',
    { 'prompt/greet/prompt.md': body, 'prompt/greet/eval.yml': greeting },
    { shell: 'mv prompt prompts' },
  ),
  {
    ...retyped('eva eval --yes', 'eva eval my-prompt', 'my-prompt', loose),
    mistake: 'the files of a prompt without a folder',
    rounds: [[{ shell: 'mkdir -p prompts/my-prompt && mv prompt.md eval.yml prompts/my-prompt' }]],
    finally: 'eva eval --yes',
    told: 'my-prompt',
  },
  typed('eva doctor', slip('eva.yaml', greeter({ 'eva.yaml': judge }), { rename: 'eva.yaml', to: 'eva.yml' })),
  typed(
    'eva doctor',
    slip('recording.jsonl', greeter({ 'recording.jsonl': '' }), {
      rename: 'prompts/greet/recording.jsonl',
      to: recordings,
    }),
  ),
  typed(
    'eva doctor',
    slip('meta.yaml', greeter({ 'meta.yaml': 'title: Greeting\n' }), {
      rename: 'prompts/greet/meta.yaml',
      to: 'prompts/greet/meta.yml',
    }),
  ),
  slip('a misspelt status', greeter({ 'meta.yml': 'status: drft\n' }), {
    in: 'prompts/greet/meta.yml',
    over: 'drft',
    write: 'draft',
  }),
];
