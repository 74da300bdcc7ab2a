import { EvaError } from '#errors/index.js';
import type { Problem } from '#model/problem.js';
import { problemsMessage } from '#report/problems.js';
import { plainPaint } from '#report/text/paint.js';

const plainScreen = { paint: plainPaint, width: 100 };

type Rewording = readonly (readonly [RegExp, string])[];

/** Flags in messages, each with the option of a program that replaces it. Flags in commands to type are not replaced. */
const optionsOfFlags: Rewording = [
  [/--allow-underpowered \(in TypeScript: allow_underpowered\)/g, 'allow_underpowered: true'],
  [/\(in CI: eva eval --trust\)/g, '(in a program: trust: true)'],
  [/--root (?=[/'])/g, 'root: '],
  [/--root( DIR)?/g, 'the option "root"'],
  [/--items and --item\b/g, 'the options "items" and "item"'],
  [/(?<!\beva [^;]*)--max-calls (\d+)/g, 'budget: { max_calls: $1 }'],
  [/(?<!\beva [^;]*)--(model|case)\b(?!-)/g, 'the option "$1s"'],
  [/(?<!\beva [^;]*)--(replay|record|resume|look)\b/g, '$1: true'],
];

/** What messages say about eva.yml and cases, for scenarios: `SigmaEval` reads no eva.yml. */
const optionsOfFiles: Rewording = [
  [/(fewer) cases( at a time)? with --case/g, '$1 scenarios$2'],
  [/(under|below) providers: in eva\.yml/g, 'in the option "providers"'],
  [/(add to|write in) eva\.yml: providers: /g, 'add the option providers: '],
  [/add to eva\.yml: /g, 'add to the option "providers": '],
  [/ and write model: /g, ' and write '],
  [/price in eva\.yml/g, 'price in the option "prices"'],
  [/the providers of eva\.yml under/g, 'the settings of providers under'],
  [/\beva\.yml/g, 'the option "providers"'],
];

function inOptions(entry: Problem, rules: Rewording): Problem {
  const reword = (text: string) => rules.reduce((before, [flag, option]) => before.replace(flag, option), text);
  return { ...entry, message: reword(entry.message), ...(entry.hint !== undefined && { hint: reword(entry.hint) }) };
}

/** True for an evaluation of a prompt, whose library has an eva.yml; false for scenarios, which have options instead. */
interface Reader {
  readonly readsFiles?: boolean;
}

/** Makes an `EvaError` whose message lists every problem, because test runners print only the message. */
export function errorOf(
  problems: readonly Problem[],
  { readsFiles = false, ...options }: Reader & { readonly cause?: unknown } = {},
): EvaError {
  const rules = readsFiles ? optionsOfFlags : [...optionsOfFiles, ...optionsOfFlags];
  const own = problems.map((entry) => inOptions(entry, rules));
  return new EvaError(own, { ...options, message: problemsMessage(own, plainScreen) });
}

/** Runs a function, and makes the message of an `EvaError` list every problem. */
export async function withAllProblems<T>(work: () => Promise<T>, reader: Reader = {}): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof EvaError)) throw error;
    throw errorOf(error.problems, { ...reader, ...(error.cause !== undefined && { cause: error.cause }) });
  }
}
