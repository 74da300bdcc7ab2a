import type { Problem } from '#model/problem.js';
import { EvaError } from '#model/problem.js';
import { problemsMessage } from '#report/problems.js';
import { hintAsCalled, plainPaint } from '#report/text/screen.js';

const plainScreen = { paint: plainPaint, width: 100 };

type Rewording = readonly (readonly [RegExp, string])[];

/** Flags in messages, each with the option of a program that replaces it. Flags in commands to type are not replaced. */
const optionsOfFlags: Rewording = [
  [/--allow-underpowered \(in TypeScript: allow_underpowered\)/g, 'allow_underpowered: true'],
  [/\(in CI: eva eval --trust\)/g, '(in a program: trust: true)'],
  [/\beva eval [^;]*?--max-calls (\d+)/g, 'budget: { max_calls: $1 }'],
  [/\beva eval [^;]*?--items (\d+)/g, 'items: $1'],
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
  [/(add to|write in) eva\.yml(, instead of its prices)?, in USD/g, 'set the option "prices" of SigmaEval, in USD'],
  [/(?<=[{,] )[A-Za-z][\w.@/-]*(?=: \{ input: )/g, '"$&"'], // keys of prices, in which YAML needs no quotes
  [/add to eva\.yml: (below providers: )?/g, 'add to the option "providers": '],
  [
    /list the variants in defaults\.models/g,
    'remove "models": a scenario of a program asks one model, that of its "app"',
  ],
  [/ and write model: /g, ' and write '],
  [/since the prompt has none: all/g, 'since "given" and "when" name no field: all'],
  [
    /declare an input in meta\.yml and use it in the prompt/g,
    'write {{FIELD}} with the name of a field in "given" or "when"',
  ],
  [/add dataset: FILE to the case/g, 'add dataset: { items: […] } to the scenario'],
  [/^the file has (?=")/g, 'the items have '],
  [/run it again with a key/g, 'run it again when the judge can answer'],
  [/price in eva\.yml/g, 'price in the option "prices"'],
  [/the providers of eva\.yml under/g, 'the settings of providers under'],
  [/\beva\.yml/g, 'the option "providers"'],
];

/** True for an evaluation of a prompt, whose library has an eva.yml; false for scenarios, which have options instead. */
interface Reader {
  readonly readsFiles?: boolean;
}

/** Rewords a problem for a program: options in place of flags, and of eva.yml unless the program reads one. */
export function inOptions(entry: Problem, { readsFiles = false }: Reader = {}): Problem {
  const rules = readsFiles ? optionsOfFlags : [...optionsOfFiles, ...optionsOfFlags];
  const reword = (text: string) => rules.reduce((before, [flag, option]) => before.replace(flag, option), text);
  const { message, hint, at } = entry;
  return hintAsCalled(
    {
      ...entry,
      message: reword(message),
      ...(at?.file.startsWith('--') && { at: { ...at, file: reword(at.file) } }),
      ...(hint !== undefined && { hint: reword(hint) }),
    },
    { eva: 'npx eva' },
  );
}

interface ErrorDetails extends Reader {
  readonly cause?: unknown;
  /** The function of the library that the program called: the stack begins at the line that called it. */
  readonly caller?: ((...args: never[]) => unknown) | undefined;
}

/** Makes an `EvaError` whose message lists every problem, because test runners print only the message. */
export function errorOf(problems: readonly Problem[], { readsFiles, caller, ...options }: ErrorDetails = {}): EvaError {
  const reworded = problems.map((entry) => inOptions(entry, { readsFiles: readsFiles ?? false }));
  const error = new EvaError(reworded, { ...options, message: problemsMessage(reworded, plainScreen) });
  if (caller) Error.captureStackTrace(error, caller);
  return error;
}

/**
 * Runs a function, and makes the message of an `EvaError` list every problem. Call it at once in a function of the library: the stack of the error
 * begins at the line that called that function, since Node shows the code at the place where it begins.
 */
export async function withAllProblems<T>(work: () => Promise<T>, reader: Reader = {}): Promise<T> {
  const called: { readonly stack?: string } = {};
  Error.captureStackTrace(called, withAllProblems);
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof EvaError)) throw error;
    const cause = error.cause === undefined ? {} : { cause: error.cause };
    const told = errorOf(error.problems, { ...reader, ...cause, caller: errorOf });
    told.stack = [`${told.name}: ${told.message}`, ...(called.stack ?? '').split('\n').slice(2)].join('\n');
    throw told;
  }
}
