import { problem } from '#errors/index.js';
import type { Problem } from '#model/problem.js';
import { quoted, short } from '#model/text/quoted.js';
import type { PromptCheck } from '../check.js';
import type { Alias } from '../context/read-aliases.js';

const aliasPattern = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/** Checks that an alias is a valid command name, belongs to one prompt only, and hides no shell keyword or builtin. */
export const aliases: PromptCheck = {
  name: 'aliases',
  run: ({ id, library }) => {
    const own = library.aliases.get(id) ?? [];
    return own.flatMap((alias, index) => {
      if (!aliasPattern.test(alias.name))
        return [
          problem('EVA_BAD_ALIAS', `the alias ${quoted(alias.name)} is not a valid command name`, {
            hint: 'write one alias per line: a letter or _, then letters, digits, _ or -',
            at: alias.at,
          }),
        ];
      const twin = own.slice(0, index).find(({ name }) => name === alias.name);
      if (twin) return [taken(alias, `line ${twin.at.line} of this file`)];
      const owner = library.aliasOwner.get(alias.name);
      if (owner !== undefined && owner !== id) return [taken(alias, `the prompt ${owner}`)];
      return shellWords.has(alias.name)
        ? [
            problem('EVA_ALIAS_HIDES', `the alias ${quoted(alias.name)} hides a command or keyword of the shell`, {
              hint: 'choose another name',
              at: alias.at,
              severity: 'warning',
            }),
          ]
        : [];
    });
  },
};

function taken({ name, at }: Alias, by: string): Problem {
  return problem('EVA_ALIAS_TAKEN', `the alias ${quoted(name)} already belongs to ${short(by)}`, {
    hint: 'choose another name',
    at,
  });
}

/**
 * Words that a shell reserves: the reserved words and built-in commands of POSIX, bash 5 (`compgen -bk`) and zsh that have the form
 * of an alias.
 */
export const shellWords: ReadonlySet<string> = new Set(
  `alias autoload bg bind bindkey break builtin caller case cd chdir command compgen complete compopt continue coproc declare dirs disown
do done echo elif else emulate enable end esac eval exec exit export false fc fg fi float for foreach function functions getopts hash help
history if in integer jobs kill let limit local log logout mapfile nocorrect noglob popd print printf pushd pwd read readarray readonly
rehash repeat return sched select set setopt shift shopt source suspend test then time times trap true ttyctl type typeset ulimit umask
unalias unfunction unhash unlimit unset unsetopt until vared wait whence where which while zcompile zle zmodload zparseopts zstyle`.split(
    /\s+/,
  ),
);
