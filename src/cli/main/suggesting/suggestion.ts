import type { UsageHint } from '#errors/sentences/commands/cli.js';
import { shellWord } from '#model/text/quoted.js';
import { type Correction, type Knowledge, type WrongLine, wrongLine } from './command-line.js';
import { dashes, flagsBeforeCommand, missingArgument, tooManyArguments, unknownCommand } from './command-rules.js';
import { unknownFlag } from './flag-rules.js';
import { badArgument, badValue } from './value-rules.js';

const rules: readonly ((line: WrongLine) => Correction | null)[] = [
  dashes,
  flagsBeforeCommand,
  unknownCommand,
  unknownFlag,
  badValue,
  badArgument,
  missingArgument,
  tooManyArguments,
];

/** The maximum number of mistakes of a command line that are corrected. */
const mostMistakes = 5;

/**
 * Returns how to correct a command line: the whole line as it should be typed, if the parser accepts that, or the setting of a file that
 * does what a flag should do. If neither is known, names the help to read.
 */
export function suggestion(message: string, words: readonly string[], knowledge: Knowledge): UsageHint {
  const first = wrongLine(words, withoutLabel(message), knowledge);
  const help = { help: first.depth === 0 ? null : words.slice(0, first.depth).join(' ') };
  let line = first;
  let after = '';
  let isExample = false;
  for (let mistakes = 0; mistakes < mostMistakes; mistakes++) {
    const correction = correct(line);
    if (!correction) return help;
    if ('setting' in correction) return correction;
    if ('lines' in correction) return typed(correction.lines, knowledge.calledAs) ?? help;
    after = correction.after ?? after;
    isExample ||= correction.isExample === true;
    const mistake = knowledge.mistakeIn(correction.words);
    if (mistake === null) return typed([correction.words], knowledge.calledAs, { after, isExample }) ?? help;
    line = wrongLine(correction.words, withoutLabel(mistake), knowledge);
  }
  return help;
}

function correct(line: WrongLine): Correction | null {
  for (const rule of rules) {
    const correction = rule(line);
    if (correction) return correction;
  }
  return null;
}

/** The maximum length of a line that people retype. */
const longestLine = 200;

const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

/** Returns command lines as people type them in a shell; null if they are too long, or hold characters that nobody can see. */
function typed(
  lines: readonly (readonly string[])[],
  eva: string,
  { after = '', isExample = false }: { readonly after?: string; readonly isExample?: boolean } = {},
): UsageHint | null {
  const commands = lines.map((words) => [eva, ...words.map(typedWord)].join(' '));
  const line = [commands.join(' && '), after].filter((part) => part !== '').join(' ');
  if (line.length > longestLine || invisible.test(line)) return null;
  return isExample ? { example: line } : { line };
}

function withoutLabel(message: string): string {
  return message.replace(/^error: /, '');
}

/** Quotes a word for a shell if it needs that. Flags do not. */
function typedWord(word: string): string {
  const [flag = ''] = /^--?[a-zA-Z][\w-]*=?/.exec(word) ?? [];
  const rest = word.slice(flag.length);
  return flag !== '' && rest === '' ? flag : flag + shellWord(rest);
}
