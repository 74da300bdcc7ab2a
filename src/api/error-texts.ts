import { EvaError } from '#errors/index.js';
import type { Problem } from '#model/problem.js';
import { problemsMessage } from '#report/problems.js';
import { plainPaint } from '#report/text/paint.js';

const plainScreen = { paint: plainPaint, width: 100 };

/** Flags in messages, each with the option of a program that replaces it. Flags in commands to type are not replaced. */
const optionsOfFlags: readonly (readonly [RegExp, string])[] = [
  [/--allow-underpowered \(in TypeScript: allow_underpowered\)/g, 'allow_underpowered: true'],
  [/\(in CI: eva eval --trust\)/g, '(in a program: trust: true)'],
  [/under providers: in eva\.yml|below providers: in eva\.yml/g, 'in the option "providers"'],
  [/an entry for its server in eva\.yml/g, 'an entry for its server in the option "providers"'],
  [/add to eva\.yml: /g, 'add the option '],
  [/--model\b/g, 'the option "models"'],
  [/--root (?=[/'])/g, 'root: '],
  [/--root( DIR)?/g, 'the option "root"'],
  [/--case\b/g, 'the option "cases"'],
  [/--items and --item\b/g, 'the options "items" and "item"'],
  [/(?<!\beva .*)--(replay|record|resume)\b/g, '$1: true'],
];

function inOptions(entry: Problem): Problem {
  const reword = (text: string) =>
    optionsOfFlags.reduce((before, [flag, option]) => before.replace(flag, option), text);
  return { ...entry, message: reword(entry.message), ...(entry.hint !== undefined && { hint: reword(entry.hint) }) };
}

/** Makes an `EvaError` whose message lists every problem, because test runners print only the message. */
export function errorOf(problems: readonly Problem[], options: { readonly cause?: unknown } = {}): EvaError {
  const own = problems.map(inOptions);
  return new EvaError(own, { ...options, message: problemsMessage(own, plainScreen) });
}

/** Runs a function, and makes the message of an `EvaError` list every problem. */
export async function withAllProblems<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof EvaError)) throw error;
    throw errorOf(error.problems, error.cause === undefined ? {} : { cause: error.cause });
  }
}
