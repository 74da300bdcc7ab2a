import { nearest, related } from '#model/text/nearest.js';
import { type Correction, longFlags, type WrongLine } from './command-line.js';

/** An unknown flag in a command line. */
interface UnknownFlag {
  readonly line: WrongLine;
  readonly at: number;
  /** Without its value. */
  readonly flag: string;
  /** Without dashes. */
  readonly bare: string;
  /** What follows `=`; undefined for none. */
  readonly value: string | undefined;
  /** The value, or the next word if that is no flag. */
  readonly next: string | undefined;
}

/** Corrects an unknown flag: its spelling, a value that it does not take, a word of another tool. */
export function unknownFlag(line: WrongLine): Correction | null {
  const [, written] = /^unknown option '([\s\S]*)'$/.exec(line.message) ?? [];
  const at = written === undefined ? -1 : line.words.indexOf(written);
  if (written === undefined || at < line.depth || line.depth === 0) return null;
  const [flag = '', ...rest] = written.split('=');
  const value = rest.length > 0 ? rest.join('=') : undefined;
  const following = line.words[at + 1];
  const next = value ?? (following?.startsWith('-') ? undefined : following);
  const unknown = { line, at, flag, bare: flag.replace(/^-+/, ''), value, next };
  for (const rule of rules) {
    const corrected = rule(unknown);
    if (corrected) return corrected;
  }
  return null;
}

const rules: readonly ((flag: UnknownFlag) => Correction | null)[] = [
  valueOfSwitch,
  singleDash,
  version,
  jsonFormat,
  preview,
  intoFile,
  synonym,
  everything,
  misspelt,
  setting,
  libraryFile,
  ofOtherCommand,
];

/** `--json=yes`: a flag without a value. `--cache=false` becomes `--no-cache`; other flags are left out. */
function valueOfSwitch({ line, at, flag, value }: UnknownFlag): Correction | null {
  const known = longFlags(line.command);
  if (value === undefined || !known.includes(flag)) return null;
  const isOff = /^(false|no|off|0|never)$/i.test(value);
  const negated = flag.replace(/^--/, '--no-');
  return replaced(line, at, 1, isOff ? known.filter((one) => one === negated) : [flag]);
}

/** `-replay`: a long flag with one dash. */
function singleDash({ line, at, flag, bare, value }: UnknownFlag): Correction | null {
  const known = longFlags(line.command);
  const isOne = /^-[^-]./.test(flag) && known.includes(`--${bare}`);
  return isOne ? replaced(line, at, 1, [`--${bare}`, ...(value === undefined ? [] : [value])]) : null;
}

function version({ bare }: UnknownFlag): Correction | null {
  return bare === 'version' || bare === 'V' ? { words: ['--version'] } : null;
}

/** `--format json`. */
function jsonFormat({ line, at, bare, value, next }: UnknownFlag): Correction | null {
  const isFormat = /^(format|reporter|output-format|output_format|f|o|out|output)$/.test(bare);
  if (!isFormat || next?.toLowerCase() !== 'json') return null;
  return replaced(line, at, value === undefined ? 2 : 1, ['--json']);
}

/** `eva eval --dry-run` is `eva plan`; `eva doctor --dry-run` is `eva doctor`. */
function preview({ line, at, bare }: UnknownFlag): Correction | null {
  if (!/^(dry-?run|no-run|estimate|what-if)$/.test(bare)) return null;
  const others = line.words.filter((_, index) => index !== at);
  if (line.command.name === 'eval') return { words: ['plan', ...others.slice(1)] };
  if (line.command.name === 'doctor') return { words: others.filter((word) => word !== '--fix') };
  return line.command.name === 'rubric' ? { words: others.filter((word) => word !== '--write') } : null;
}

/** `--output results.json`: the shell writes what eva prints. */
function intoFile({ line, at, bare, value, next }: UnknownFlag): Correction | null {
  const known = longFlags(line.command);
  if (!/^(output|output-file|out|outfile|o|report-file)$/.test(bare) || next === undefined) return null;
  if (known.includes('--out') || !known.includes('--json') || !/^[\w./-]+$/.test(next)) return null;
  const words = spliced(line.words, at, value === undefined ? 2 : 1, next.endsWith('.json') ? ['--json'] : []);
  return { words: [...new Set(words)], after: `> ${next}` };
}

/** A flag of another tool that means one of the command. */
function synonym({ line, at, bare, value }: UnknownFlag): Correction | null {
  const meant = meantFlag(bare, longFlags(line.command));
  return meant === undefined ? null : renamed(line, at, meant, value);
}

function misspelt({ line, at, flag, value }: UnknownFlag): Correction | null {
  const known = longFlags(line.command);
  const meant = nearest(flag, known) ?? related(flag, known);
  return meant === undefined ? null : renamed(line, at, meant, value);
}

/** `--repeat 5`: a setting of a file. */
function setting({ bare, next, line }: UnknownFlag): Correction | null {
  return ['eval', 'plan'].includes(line.command.name) ? (meantSetting(bare, next ?? '') ?? null) : null;
}

/** `--config eva.yml`: eva always reads that file. */
function libraryFile({ line, at, bare, value, next }: UnknownFlag): Correction | null {
  const isIt = /^(c|config|config-file|settings)$/.test(bare) && /^(\.\/)?eva\.yml$/.test(next ?? '');
  return isIt ? replaced(line, at, value === undefined ? 2 : 1, []) : null;
}

/** `eva eval --fix` is `eva doctor --fix`, where doctor has it. */
function ofOtherCommand({ line, at, bare }: UnknownFlag): Correction | null {
  const isOther = bare === 'fix' && line.command.argument?.value === 'prompt' && line.command.name !== 'doctor';
  return isOther ? { words: ['doctor', ...spliced(line.words, at, 1, ['--fix']).slice(line.depth)] } : null;
}

/** `eva doctor --all`: without ids a command is for all prompts. */
function everything({ line, at, bare }: UnknownFlag): Correction | null {
  const { argument } = line.command;
  const isForAll = /^(all|everything|all-prompts|a)$/.test(bare) && argument?.value === 'prompt' && argument.isRepeated;
  return isForAll
    ? { words: line.words.filter((word, i) => i < line.depth || (i !== at && word.startsWith('-'))) }
    : null;
}

/** Puts another flag in place of one, with its value. A value stays only if the new flag takes one. */
function renamed(line: WrongLine, at: number, meant: string, value: string | undefined): Correction | null {
  const flag = line.command.flags.find(({ names }) => names.includes(meant));
  return replaced(line, at, 1, [flag?.value === null || value === undefined ? meant : `${meant}=${value}`]);
}

function replaced(line: WrongLine, at: number, count: number, by: readonly string[]): Correction {
  return { words: spliced(line.words, at, count, by) };
}

function spliced(words: readonly string[], at: number, count: number, by: readonly string[]): readonly string[] {
  return [...words.slice(0, at), ...by, ...words.slice(at + count)];
}

/** Words that people type for a flag, by eva's flag. A word may mean several: the first that the command has counts. */
const meanings: readonly (readonly [flag: string, words: string])[] = [
  ['--case', 'filter grep only test tests cases pattern filter-pattern case-name scenario name t k'],
  ['--model', 'models provider providers engine llm m r'],
  ['--max-cost', 'max-budget budget cost max-usd max-spend max-price spend'],
  ['--max-calls', 'calls max-requests requests'],
  ['--max-tokens', 'token-budget max-total-tokens'],
  ['--root', 'dir directory path cwd library project base-dir basedir folder C d'],
  ['--replay', 'offline recorded playback use-recordings no-network mock'],
  ['--record', 'save update-recordings update-snapshots updatesnapshot update u'],
  ['--resume', 'continue'],
  ['--fail-fast', 'bail exitfirst stop-on-failure x'],
  ['--watch', 'watch-mode watchall watch-all auto rerun w'],
  ['--look', 'no-judge no-grade no-verdict'],
  ['--check', 'dry-run dryrun simulate what-if n'],
  ['--strict', 'pedantic werror warnings-as-errors'],
  ['--failed', 'failures fail failing filter-failing only-failed errors'],
  ['--number', 'limit last max-count first lines'],
  ['--items', 'limit first filter-first-n filter-sample'],
  ['--out', 'output csv export outfile output-file o'],
  ['--yes', 'force assume-yes no-input non-interactive y f'],
  ['--older-than', 'age before older'],
  ['--full', 'verbose details detail long explain expanded v l'],
  ['--show', 'verbose show-replies print-replies show-output v'],
  ['--all', 'everything a'],
  ['--group', 'compare side-by-side'],
  ['--trust', 'allow allow-programs'],
  ['--changed', 'since ref base diff-base modified only-changed'],
  ['--provider', 'p vendor'],
  ['--json', 'as-json machine-readable'],
];

/** Returns the flag of a command that a foreign one means; undefined for none. `word` has no dashes before it. */
function meantFlag(word: string, known: readonly string[]): string | undefined {
  const spelt = word.length === 1 ? word : word.toLowerCase().replaceAll('_', '-');
  return meanings.find(([flag, words]) => known.includes(flag) && words.split(' ').includes(spelt))?.[0];
}

/** Settings of files that other tools have as flags: the words, the setting for a value, and the file. */
const settings: readonly (readonly [words: string, setting: (value: string) => string, file: string])[] = [
  [
    'repeat n samples sample-size trials runs num-runs iterations num-trials times',
    (value) => `sample_size: ${countIn(value, 20)}`,
    'eval.yml, under defaults: or in a case; for fewer items of a data set, add --items N',
  ],
  ['concurrency max-concurrency workers parallel jobs j', (value) => `concurrency: ${countIn(value, 4)}`, 'eva.yml'],
];

/** Returns the setting of a file that a flag means; undefined for none. */
function meantSetting(word: string, value: string): { setting: string; file: string } | undefined {
  const found = settings.find(([words]) => words.split(' ').includes(word.toLowerCase()));
  return found && { setting: found[1](value), file: found[2] };
}

function countIn(value: string, fallback: number): string {
  return /^[1-9]\d{0,5}$/.test(value) ? value : String(fallback);
}
