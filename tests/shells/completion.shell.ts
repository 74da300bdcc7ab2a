import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { goodPrompt, tempLibrary } from '../support/temp-library.js';

const shells = ['bash', 'zsh', 'fish'] as const;
const root = tempLibrary(
  { after: () => {} },
  { ...goodPrompt(), 'prompts/digest/prompt.md': '', 'prompts/$(exit 3)/x': '' },
);

before(async () => {
  const { writeCompletion } = await import(join(process.cwd(), 'scripts/completion.js'));
  writeCompletion(join(root, 'completion'));
});

/** Calls the function of the script as bash does, and zsh with bashcompinit. */
const lastWords = `
  source completion/eva.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _eva; printf '%s\\n' "\${COMPREPLY[@]}"`;

const scripts = {
  bash: (words: readonly string[]) => ['-c', lastWords, 'bash', ...words],
  zsh: (words: readonly string[]) => [
    ...['-fc', `autoload -U +X compinit bashcompinit && compinit -u -D && bashcompinit; emulate sh; ${lastWords}`],
    ...['zsh', ...words],
  ],
  fish: (words: readonly string[]) => ['-c', 'source completion/eva.fish; complete -C "$argv"', '--', ...words],
};

for (const shell of shells) {
  const completed = (...words: readonly string[]) =>
    execFileSync(shell, scripts[shell](words), { cwd: root, encoding: 'utf8' })
      .split('\n')
      .flatMap((line) => line.split('\t')[0] || [])
      .filter((word) => word.startsWith(words.at(-1) ?? '')); // zsh leaves that to its own completion

  test(`${shell} completes commands, subcommands, flags with their values, and prompts`, () => {
    assert.deepEqual(completed('eva', 'ev'), ['eval']);
    assert.deepEqual(completed('eva', 'cache', 'cl'), ['clear']);
    assert.deepEqual(completed('eva', 'eval', '--repl'), ['--replay']);
    assert.deepEqual(completed('eva', 'new', 'x', '--body', 'm'), ['md', 'messages']);
    assert.deepEqual(completed('eva', 'eval', 'd').toSorted(), ['diff', 'digest']);
    assert.ok(!completed('eva', 'doctor', '--').includes('--replay'));
  });
}
