import { aCase, body, edit, type FirstStep, greeter, greeting, slip, twice } from './fixture.js';

const folder = 'prompts/greet';

function renamed(from: string, to: string, content: string): FirstStep {
  const files = greeter({ [to === 'eval.yml' ? 'eval.yml' : 'prompt.md']: null, [from]: content });
  return slip(from, files, { rename: `${folder}/${from}`, to: `${folder}/${to}` });
}

const script = 'grep -q Ada\n';
const runs = (name: string) => aCase('assert:', `  - command: [sh, ${name}]`);

/** Files with other names than eva reads. */
export const fileNames: readonly FirstStep[] = [
  renamed('eval.yaml', 'eval.yml', greeting),
  renamed('Eval.yml', 'eval.yml', greeting),
  renamed('tests.yml', 'eval.yml', greeting),
  renamed('prompt.markdown', 'prompt.md', body),
  renamed('Prompt.md', 'prompt.md', body),
  renamed('system.txt', 'prompt.txt', body),
  renamed('messages.json', 'messages.yml', '[{ "role": "user", "content": "Greet {{name}}" }]'),
  twice(
    slip('a script that is not written yet', runs('check.sh'), {
      create: `${folder}/check.sh`,
      write: script,
      says: 'create it',
    }),
    { type: 'eva trust greet', answer: 'y' },
  ),
  twice(
    slip('a misspelt script', { ...runs('chek.sh'), [`${folder}/check.sh`]: script }, edit('chek.sh', 'check.sh')),
    { type: 'eva trust greet', answer: 'y' },
  ),
];
