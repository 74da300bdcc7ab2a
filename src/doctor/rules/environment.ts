import { join } from 'node:path';
import { commandLinesOf } from '#library/programs.js';
import { notTrusted, untrustedOf } from '#library/trust.js';
import { groupBy, uniqueBy } from '#model/data/collections.js';
import type { Problem } from '#model/problem.js';
import { problem } from '#model/problem.js';
import { quoted, short } from '#model/text/quoted.js';
import { missingPrograms, withoutMissing } from '#run/prompt/program-faults.js';
import { askersText, envFileText, otherJudgeText, setKeyText, unsetText } from '#run/replies/missing-key.js';
import type { Alias, LibraryRule, PromptRule } from '../context.js';

const floor = { major: 20, minor: 19 };

export const nodeVersion: LibraryRule = ({ env }) => {
  const [major = 0, minor = 0] = env.nodeVersion.split('.').map(Number);
  if (major > floor.major || (major === floor.major && minor >= floor.minor)) return [];
  return [
    problem('EVA_OLD_NODE', `this is Node ${short(env.nodeVersion)}, which is too old for eva`, {
      hint: `install Node ${floor.major}.${floor.minor} or newer`,
    }),
  ];
};

/** Warns of provider keys that are not set: without a key, runs call no model. */
export const keysPresent: LibraryRule = ({ askers, env, config, root }) => {
  if (config === null) return [];
  const needed = askers.flatMap((asker) => {
    const variable = env.missingKey(asker.model, config.config);
    return variable === undefined ? [] : [{ variable, asker }];
  });
  const keyed = askers.filter((asker) => needed.every((need) => need.asker !== asker));
  const other_model = keyed.find(({ role }) => role === 'the model under test')?.model ?? null;
  const byVariable = [...groupBy(needed, ({ variable }) => variable)].sort(([a], [b]) => (a < b ? -1 : 1));
  return byVariable.map(([variable, own], index) => {
    const asked_by = own.map(({ asker }) => asker);
    const env_file = index === byVariable.length - 1 ? (env.envFile?.(root) ?? null) : null;
    const similar = own[0] && env.similarKey?.(own[0].asker.model, config.config);
    const params = { variable, ...(similar !== undefined && { similar }), asked_by, other_model, env_file };
    return problem(
      'EVA_NO_KEY:doctor',
      `${unsetText({ ...params, isEmpty: false })}: runs that need it call no model and exit with 3; ${askersText(params.asked_by)} it`,
      {
        hint: `${setKeyText(params)} to call the models${otherJudgeText(params)}${envFileText(params.env_file)}`,
        severity: 'warning',
      },
    );
  });
};

/** Warns of providers that cannot be called, since a package, a region or a project is missing. */
export const providersReachable: LibraryRule = ({ askers, env, config }) => {
  if (config === null) return [];
  const models = new Set(askers.map(({ model }) => model));
  const found = [...models].flatMap((model) => env.unreachable?.(model, config.config) ?? []);
  return uniqueBy(found, ({ message }) => message).map((entry) => ({ ...entry, severity: 'warning' }));
};

/** Checks that the programs of checks and applications exist: a run would need them after its first calls. */
export const programsExist: PromptRule = ({ cases, cases_id, library: { root, env } }) =>
  missingPrograms(commandLinesOf(join(root, 'prompts', cases_id), cases), { root, env: env.variables ?? {} });

/** Warns of untrusted programs of checks and applications: an evaluation stops until they are trusted. */
export const untrustedPrograms: PromptRule = ({ id, programs, library }) => {
  const named = programs.filter(({ kind }) => kind === 'check' || kind === 'module' || kind === 'app');
  const own = withoutMissing(named, { root: library.root, env: library.env.variables ?? {} });
  return (own.length === 0 ? [] : untrustedOf(own, library.root, library.trust())).map((program) =>
    notTrusted(program, { id, at: program.at, severity: 'warning' }),
  );
};

/** Warns of untrusted programs and servers that eva.yml names. */
export const untrustedProviders: LibraryRule = ({ programs, root, trust }) =>
  (programs.length === 0 ? [] : untrustedOf(programs, root, trust())).map((program) =>
    notTrusted(program, { at: { file: 'eva.yml' }, severity: 'warning' }),
  );

const aliasPattern = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/** Checks that an alias is a valid command name, belongs to one prompt only, and hides no shell keyword or builtin. */
export const aliases: PromptRule = ({ id, library }) => {
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
const shellWords: ReadonlySet<string> = new Set(
  `alias autoload bg bind bindkey break builtin caller case cd chdir command compgen complete compopt continue coproc declare dirs disown
do done echo elif else emulate enable end esac eval exec exit export false fc fg fi float for foreach function functions getopts hash help
history if in integer jobs kill let limit local log logout mapfile nocorrect noglob popd print printf pushd pwd read readarray readonly
rehash repeat return sched select set setopt shift shopt source suspend test then time times trap true ttyctl type typeset ulimit umask
unalias unfunction unhash unlimit unset unsetopt until vared wait whence where which while zcompile zle zmodload zparseopts zstyle`.split(
    /\s+/,
  ),
);

/** Reports the problems of reading a prompt's files and planning its run. A prompt without eval.yml is only a warning. */
export const promptFiles: PromptRule = ({ problems }) =>
  problems.map((entry) => (entry.code === 'EVA_NO_EVAL_FILE' ? { ...entry, severity: 'warning' } : entry));

export const libraryFiles: LibraryRule = ({ fileProblems }) => fileProblems();

/** Reports a library without prompts: a wrong `--root` in CI must not look healthy. */
export const somePrompts: LibraryRule = ({ ids }) =>
  ids.length > 0
    ? []
    : [
        problem('EVA_NO_PROMPTS', 'this library has no prompts, so there was nothing to check', {
          hint: 'make one: eva new ID; or check --root and EVA_ROOT',
        }),
      ];
