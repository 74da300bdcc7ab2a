import { body, type FirstStep, greeter, greeting, slip } from './fixture.js';

const folder = 'prompts/greet';

function renamed(from: string, to: string, content: string): FirstStep {
  const files = greeter({ [to === 'eval.yml' ? 'eval.yml' : 'prompt.md']: null, [from]: content });
  return slip(from, files, { rename: `${folder}/${from}`, to: `${folder}/${to}` });
}

/** Files with other names than eva reads. */
export const fileNames: readonly FirstStep[] = [
  renamed('eval.yaml', 'eval.yml', greeting),
  renamed('Eval.yml', 'eval.yml', greeting),
  renamed('tests.yml', 'eval.yml', greeting),
  renamed('prompt.markdown', 'prompt.md', body),
  renamed('Prompt.md', 'prompt.md', body),
  renamed('system.txt', 'prompt.txt', body),
  renamed('messages.json', 'messages.yml', '[{ "role": "user", "content": "Greet {{name}}" }]'),
];
