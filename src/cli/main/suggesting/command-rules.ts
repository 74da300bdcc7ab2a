import { nearest, related } from '#model/text/nearest.js';
import { type Correction, longFlags, promptIn, type WrongLine } from './command-line.js';

/** Corrects an unknown command: a prompt without one, a typing mistake, a word of another tool. */
export function unknownCommand(line: WrongLine): Correction | null {
  const [, written] = /^unknown command '([^']*)'/.exec(line.message) ?? [];
  if (written === undefined || line.words[line.depth] !== written) return null;
  const before = line.words.slice(0, line.depth);
  const after = line.words.slice(line.depth + 1);
  if (line.depth === 0 && written === 'eva') return { words: after };
  if (line.depth === 0 && promptIn(written, line.prompts()) !== undefined)
    return { words: ['eval', ...withIds(line.words, line)] };
  const names = line.command.commands.map(({ name }) => name);
  const meant = meantCommands(written, before[0]).find(
    ([first = '']) => first.startsWith('-') || names.includes(first),
  );
  if (meant) return { words: withArguments([...before, ...meant], after, line) };
  const name = nearest(written, names) ?? related(written, names);
  return name === undefined ? null : { words: [...before, name, ...after] };
}

/** Joins a command and the arguments of another. A prompt is no argument of `report`: its runs are listed by `log`. */
function withArguments(command: readonly string[], after: readonly string[], line: WrongLine): readonly string[] {
  const [first = ''] = command;
  if (first.startsWith('-')) return command;
  const words = withIds(after, line);
  const isOfPrompt = words.some((word) => line.prompts().includes(word));
  return first === 'report' && isOfPrompt ? ['log', ...words] : [...command, ...words];
}

/** Replaces paths below prompts/ by ids. */
function withIds(words: readonly string[], { prompts }: WrongLine): readonly string[] {
  return words.map((word) => promptIn(word, prompts()) ?? word);
}

/** Corrects flags before the command (`eva --replay eval diff`), and a command written as a flag (`eva --list`). */
export function flagsBeforeCommand({ words, depth, eva, message }: WrongLine): Correction | null {
  const [first = ''] = words;
  if (depth > 0 || !message.startsWith('unknown option') || !first.startsWith('-')) return null;
  const names = eva.commands.map(({ name }) => name);
  const at = words.findIndex((word) => names.includes(word));
  if (at > 0) return { words: [...words.slice(at), ...words.slice(0, at)] };
  const bare = first.replace(/^-+/, '').toLowerCase();
  if (['v', 'version', 'ver'].includes(bare)) return { words: ['--version'] };
  if (['help', 'h', '?'].includes(bare)) return { words: ['--help'] };
  if (words.length > 1) return null;
  const meant = names.includes(bare) ? [[bare]] : meantCommands(bare, undefined);
  const known = meant.find(([name = '']) => names.includes(name));
  return known ? { words: known } : null;
}

/** Corrects hyphens that a word processor has replaced by dashes: `—replay`. */
export function dashes({ words, command }: WrongLine): Correction | null {
  const fixed = words.map((word) => {
    const hyphened = word.replace(/^[\u2010-\u2015\u2212]+-*/u, '--');
    return longFlags(command).includes(hyphened.replace(/=.*$/s, '')) ? hyphened : word;
  });
  return fixed.some((word, i) => word !== words[i]) ? { words: fixed } : null;
}

/** Completes a command that needs an argument with an example. */
export function missingArgument({ words, message, command, prompts }: WrongLine): Correction | null {
  if (!message.startsWith('missing required argument')) return null;
  if (command.name === 'new') return { words: [...words, 'my-prompt'], isExample: true };
  if (command.argument?.value === 'folder') return { words: [...words, '.eva/runs'], isExample: true };
  const [id] = prompts();
  return command.argument?.value !== 'prompt' || id === undefined ? null : { words: [...words, id], isExample: true };
}

/** Splits a command that takes one prompt into one for each, and drops arguments where a command takes none. */
export function tooManyArguments({ words, message, command, depth, prompts }: WrongLine): Correction | null {
  if (!message.startsWith('too many arguments')) return null;
  const rest = words.slice(depth);
  if (rest.some((word) => word.startsWith('-'))) return null;
  const start = words.slice(0, depth);
  if (command.argument === null) return { words: start };
  const ids = rest.map((word) => promptIn(word, prompts()));
  return ids.includes(undefined) || command.argument.value !== 'prompt'
    ? null
    : { lines: ids.map((id = '') => [...start, id]) };
}

/** Words that people type instead of a command, with the command lines that are suggested for them. */
const meanings: readonly (readonly [words: string, ...lines: string[]])[] = [
  ['run test tests evaluate evaluation exec execute start go try bench benchmark judge-all', 'eval'],
  ['check lint validate verify diagnose checkup health', 'doctor'],
  ['fix repair mend autofix format fmt', 'doctor --fix'],
  ['create add generate scaffold make touch new-prompt', 'new'],
  ['convert migrate promptfoo import-promptfoo from-promptfoo', 'import promptfoo'],
  ['setup install bootstrap quickstart init-library', 'init'],
  ['ls prompts dir status stat overview summary all', 'list', 'doctor'],
  ['show result results open inspect last output print display export', 'report'],
  ['browser serve server web ui gui dashboard html', 'view'],
  ['diff versus vs ab better worse regression regressions', 'compare'],
  ['matrix side-by-side', 'report --group'],
  ['history logs runs journal', 'log'],
  ['cost costs estimate preview dry-run dryrun price prices budget', 'plan'],
  ['delete remove rm prune purge gc cleanup', 'clean'],
  ['approve release publish ready advance graduate status-set', 'promote'],
  ['allow permit authorize grant', 'trust'],
  ['continue resume retry rerun restart', 'eval --resume'],
  ['rubrics behaviors behaviours levels', 'rubric'],
  ['join combine collect', 'merge'],
  ['completions complete autocomplete', 'completion'],
  ['version', '--version'],
  ['usage man commands', '--help'],
];

/** Words that people type for a subcommand of `eva cache`. */
const cacheMeanings: readonly (readonly [words: string, ...lines: string[]])[] = [
  ['clean delete remove rm prune purge empty reset flush', 'clear'],
  ['ls list show size info status stat', 'stats'],
];

/** Returns the words of eva's command line that a foreign command means, without those that eva does not have. */
function meantCommands(word: string, parent: string | undefined): readonly (readonly string[])[] {
  const table = parent === 'cache' ? cacheMeanings : meanings;
  const found = table.filter(([words]) => words.split(' ').includes(word.toLowerCase()));
  return found.flatMap(([, ...lines]) => lines.map((line) => line.split(' ')));
}
