import { problem } from '#errors/index.js';
import { meantOr } from '#errors/sentences/input/load/cases.js';
import { inputsHint } from '#errors/sentences/input/load/references.js';
import type { Problem } from '#model/problem.js';
import { bodyText } from '#model/prompt.js';
import { reservedIn } from '#model/references.js';
import { nearest } from '#model/text/nearest.js';
import { placeholders, quoted, short } from '#model/text/quoted.js';
import { type Path, valueAt } from '../../source/place.js';
import { contextAt, type EvalContext, type EvaluatedPrompt } from '../eval-context.js';
import type { ConstantInputs, FilledInputs } from '../inputs/case-inputs.js';
import type { KnownNames } from './braces.js';
import { checkPaths, fieldsIn, inputsIn, type References } from './find-references.js';

/** The inputs that the references of a case name. */
export interface ReferredInputs {
  /** Those that are used, and those that an unknown name probably means. `all`: a program sees every input. */
  readonly used: readonly string[] | 'all';
  /** A problem for each name that is unknown. */
  readonly problems: readonly Problem[];
  /** The names that a writer may have meant with braces in a plain text. */
  readonly names: KnownNames;
}

/** The inputs of a case that are known before their values are. */
interface GivenInputs {
  readonly constants: ConstantInputs;
  readonly dataset: FilledInputs | null;
}

/** The maximum number of names among which eva looks for misspellings, and of those in a hint. */
const mostCompared = 1000;
const mostListed = 12;

/** Finds the inputs that references name. If a mistake hides some inputs of the case, no name is unknown. */
export function referredInputs(
  context: EvalContext,
  references: References,
  { constants, dataset }: GivenInputs,
): ReferredInputs {
  const { prompt } = context;
  const named = inputsIn(references);
  const used = references.hasProgram ? ('all' as const) : named.map(({ name }) => name);
  const names = knownNames(prompt, [...constants.given.keys(), ...(dataset?.filled?.given.keys() ?? [])]);
  const fields = dataset?.filled?.fields ?? [];
  const isWhole = prompt && !constants.isPartial && (!dataset || dataset.filled);
  if (!isWhole || named.length === 0) return { used, problems: [], names: { inputs: names, fields } };
  const unknown = named
    .filter(({ name }) => !names.has(name))
    .map((one) => ({ ...one, meant: names.size > mostCompared ? undefined : nearest(one.name, names) }));
  const known = [...names].slice(0, mostListed);
  return {
    names: { inputs: names, fields },
    used: used === 'all' ? used : [...used, ...unknown.flatMap(({ meant }) => meant ?? [])],
    problems: unknown.map(({ name, meant, path }) => {
      const params = { name, meant: meant ?? null, isField: fields.includes(name), known };
      return problem(
        'EVA_UNKNOWN_REFERENCE:input',
        `the input ${quoted(params.name)} is unknown: neither this case nor meta.yml nor the body has it`,
        {
          hint: params.isField
            ? `it is a field: write { field: ${short(params.name)} }`
            : meantOr(params.meant ?? undefined, inputsHint(params.name, params.known)),
          at: contextAt(context, path).source.place(path),
        },
      );
    }),
  };
}

function knownNames(prompt: EvaluatedPrompt | null, given: readonly string[]): ReadonlySet<string> {
  if (!prompt) return new Set(given);
  const { inputs, body } = prompt;
  return new Set([...given, ...inputs.map(({ name }) => name), ...placeholders(bodyText(body))]);
}

/**
 * Reports the references in the case or scenario at a path that have no value: all fields if it has no data set, and those in `json_value` that
 * look like references but are invalid.
 */
export function reportUnknownReferences(context: EvalContext, path: Path, references: References): void {
  const { document, report } = context;
  for (const check of checkPaths(context, path)) {
    for (const op of ['json_value', 'not_json_value']) reportReserved(context, [...check, op, 'equals']);
  }
  if (document.holds([...path, 'dataset'])) return;
  report(
    fieldsIn(references).map(({ field, path: name }) =>
      problem('EVA_UNKNOWN_REFERENCE', `the field ${quoted(field)} is unknown: the case has no data set`, {
        hint: 'add dataset: with the path of a file, or write the value itself',
        at: contextAt(context, name).source.place(name.slice(0, -1)),
      }),
    ),
  );
}

function reportReserved(context: EvalContext, path: Path): void {
  const { source, report } = contextAt(context, path);
  const reserved = reservedIn(valueAt(source.value, path));
  report(
    reserved.map(({ key, path: inside }) =>
      problem(
        'EVA_BAD_CHECK:reserved_key',
        `json_value: a mapping with the single key "${short(key)}" is reserved for references`,
        {
          hint: 'write { field: NAME }; to expect such a mapping, put it into a field of a data set',
          at: source.place([...path, ...inside]),
        },
      ),
    ),
  );
}
