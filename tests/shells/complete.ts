import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { launcher } from '../support/tested-package.js';

/** The shells that eva has completion for. */
export const shells = ['bash', 'zsh', 'fish'] as const;

export type Shell = (typeof shells)[number];

/** A word of a command line that a shell completes, and where. */
export interface Typed {
  /** The command line, such as `eva eval --mo`. Words are separated by single spaces. */
  readonly line: string;
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Completes the last word of a command line in a real shell. Returns the words that the shell offers, sorted, without descriptions. */
export function complete(t: TestContext, shell: Shell, { line, cwd, env = {} }: Typed): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'eva-shell-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const script = join(folder, '_eva');
  const { stdout, status } = spawnSync(process.execPath, [launcher, 'completion', shell], { encoding: 'utf8' });
  assert.equal(status, 0);
  writeFileSync(script, stdout);
  const found = join(folder, 'found');
  const all = {
    PATH: process.env['PATH'],
    HOME: folder,
    LANG: 'C.UTF-8',
    SCRIPT: script,
    FOUND: found,
    LINE: line,
    ...env,
  };
  const ended = spawnSync(shell, argumentsOf[shell](folder), { cwd, env: all, encoding: 'utf8' });
  assert.equal(
    ended.error,
    undefined,
    `${shell} is needed for this test: install it, for example with apt-get install ${shell}`,
  );
  assert.equal(ended.stderr, '', `${shell} printed an error`);
  const offered = existsSync(found) ? readFileSync(found, 'utf8') : ended.stdout;
  const words = offered.split('\n').map((one) => (one.split('\t')[0] ?? '').trim());
  return [...new Set(words.filter((one) => one !== ''))].sort();
}

const argumentsOf: Readonly<Record<Shell, (folder: string) => readonly string[]>> = {
  bash: () => ['--norc', '--noprofile', '-uc', inBash],
  zsh: (folder) => {
    writeFileSync(join(folder, 'inner'), insideZsh);
    return ['-fc', inZsh, 'zsh', join(folder, 'inner')];
  },
  fish: () => ['--no-config', '-c', 'source $SCRIPT; complete -C "$LINE"'],
};

const inBash = `
source "$SCRIPT"
IFS=' ' read -r -a COMP_WORDS <<< "$LINE"
if [[ $LINE == *' ' ]]; then COMP_WORDS+=(''); fi
COMP_CWORD=$(( \${#COMP_WORDS[@]} - 1 ))
if [[ \${COMP_WORDS[0]} == npx ]]; then _eva_npx; else _eva; fi
printf '%s\\n' "\${COMPREPLY[@]}"
`;

/** Presses the tabulator in a zsh on a pseudo terminal. */
const inZsh = `
zmodload zsh/zpty
zpty inner zsh -f -i
zpty -w inner "source $1"
zpty -r -m inner line '*READY*' || exit 1
zpty -w -n inner "$LINE"$'\\t\\x18d'
for i in {1..200}; do
  [[ -e $FOUND.done ]] && exit 0
  zpty -rt inner line
  sleep 0.05
done
print -u2 'zsh did not answer'
exit 1
`;

/** Records what completion adds, and ends at the keys control-X d. */
const insideZsh = `
autoload -Uz compinit && compinit -u -D
source $SCRIPT
compadd() {
  if [[ \${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]]; then builtin compadd "$@"; return; fi
  local -a offered
  builtin compadd -A offered "$@"
  print -l -- $offered >> $FOUND
  builtin compadd "$@"
}
finished() { : > $FOUND.done }
zle -N finished
bindkey '^I' complete-word
bindkey '^Xd' finished
PS1=''
print REA''DY
`;
