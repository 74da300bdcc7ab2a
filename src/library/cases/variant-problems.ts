import { isDeepStrictEqual } from 'node:util';
import type { Place, Problem } from '#model/problem.js';
import { problem } from '#model/problem.js';
import { nearest } from '#model/text/nearest.js';
import { listed, quoted, short } from '#model/text/quoted.js';
import type { DocumentPart, ReportProblems } from '../source/document.js';
import { earlier, stands } from '../source/place.js';
import type { Choice, EvalFiles } from './reading.js';
import { type ChosenVariant, type Variant, variantsIn } from './variants.js';

/** Reports two variants of one name, and `model` beside `models` in the defaults. */
export function reportVariants(file: DocumentPart, report: ReportProblems): void {
  report(repeatedVariants(file));
  const [model, models] = [file.in('defaults', 'model'), file.in('defaults', 'models')];
  if (!model.isWritten || !models.isWritten) return;
  const [first, second] = [model.placeOfKey(), models.placeOfKey()];
  const isSecond = (first.line ?? 0) > (second.line ?? 0);
  report([
    problem('EVA_CONTRADICTION:model_and_models', '"defaults" has "model" and "models"', {
      hint: 'keep one of them: "models" lists the models under test, "model" names the only one',
      at: isSecond ? first : second,
    }),
  ]);
}

function repeatedVariants(file: DocumentPart): readonly Problem[] {
  const first = new Map<string, Variant>();
  return variantsIn(file).flatMap((variant) => {
    const { name, at, layer } = variant;
    const known = first.get(name);
    if (known)
      return [
        problem('EVA_DUPLICATE_NAME:variant', `two variants have the name ${quoted(name)}`, {
          hint: `${stands(earlier(known.at, at))}; give one of them another name: { name: NAME, model: ${short(name)} }`,
          at,
        }),
      ];
    const twin = [...first.values()].find((other) => isDeepStrictEqual(other.layer.values, layer.values));
    first.set(name, variant);
    return twin ? [sameVariants(twin.name, name, at)] : [];
  });
}

/**
 * Lists a warning for the cases of another prompt that name variants, if the prompt's own file names its models: they have then no effect.
 * `id` is the other prompt.
 */
export function idleVariants({ cases, own }: EvalFiles, { areOfCases }: ChosenVariant, id: string): readonly Problem[] {
  if (areOfCases || !own) return [];
  const restricted = ['cases', 'scenarios']
    .flatMap((list) => cases.in(list).items())
    .filter((entry) => namesOfCase(entry).length > 0);
  if (restricted.length === 0) return [];
  const key = own.in('defaults', 'models').isWritten ? 'models' : 'model';
  return [
    problem(
      'EVA_UNUSED_SETTING:models_of_cases',
      `"models" of ${restricted.length === 1 ? 'a case' : `${restricted.length} cases`} of ${quoted(id)} has no effect: this prompt has its own "${key}", and asks all cases`,
      {
        hint: `to ask as ${quoted(id)} does, remove "${key}" here`,
        at: own.in('defaults', key).placeOfKey(),
        severity: 'warning',
      },
    ),
  ];
}

/** Reports the names in `models` of a case that no variant has, and a `model` of its own beside the variants of the file. */
export function reportVariantsOfCase(
  { cases, knowsDefaults }: EvalFiles,
  { variants }: Choice,
  entry: DocumentPart,
  report: ReportProblems,
): void {
  const models = cases.in('defaults', 'models');
  const names = variants.all.map(({ name }) => name);
  if (knowsDefaults && variants.areOfCases) report(unknownVariants(entry, names));
  if (!models.isWritten) return;
  for (const owner of [entry, entry.in('app')]) {
    const part = owner.in('model');
    const model = part.value;
    if (typeof model !== 'string') continue;
    const variant =
      variants.all.find(({ name }) => name === model) ?? variants.all.find((other) => other.model === model);
    report([
      problem('EVA_CONTRADICTION:model_of_case', 'a case has no model of its own beside "defaults.models"', {
        hint: variant
          ? `write models: [${short(variant.name)}]`
          : `add ${short(model)} to defaults.models, and write models: [${short(model)}]`,
        at: part.placeOfKey(),
      }),
    ]);
  }
}

function unknownVariants(entry: DocumentPart, names: readonly string[]): readonly Problem[] {
  return namesOfCase(entry).flatMap(({ name, part }) => {
    if (names.includes(name)) return [];
    const meant = nearest(name, names);
    return [
      problem('EVA_BAD_VALUE:variant', `there is no variant ${quoted(name)}`, {
        hint:
          names.length === 0
            ? 'list the variants in defaults.models'
            : meant === undefined
              ? `the variants are ${listed(names.map(short))}`
              : `did you mean ${quoted(meant)}?`,
        at: part.place(),
      }),
    ];
  });
}

/** Returns true if the chosen variant asks a case or scenario. A model that is no variant asks those without `models`. */
export function isAskedByVariant({ areOfCases, chosen }: ChosenVariant, entry: DocumentPart): boolean {
  const names = namesOfCase(entry);
  return names.length === 0 || !areOfCases || names.some(({ name }) => name === chosen?.name);
}

/**
 * Returns the choice for reading a case or scenario. One that the chosen variant does not ask is read with the settings of the first
 * variant that asks it, and not compared with what a provider can send: that is reported when such a variant is chosen.
 */
export function choiceForCase(choice: Choice, entry: DocumentPart): Choice {
  const { variants } = choice;
  if (isAskedByVariant(variants, entry)) return choice;
  const names = namesOfCase(entry).map(({ name }) => name);
  const chosen = variants.all.find(({ name }) => names.includes(name));
  return { ...choice, isAsked: false, variants: chosen ? { ...variants, chosen, override: [] } : variants };
}

function namesOfCase(entry: DocumentPart): readonly { readonly name: string; readonly part: DocumentPart }[] {
  return entry
    .in('models')
    .items()
    .map((part) => ({ name: String(part.value), part }));
}

export function sameVariants(first: string, second: string, at: Place): Problem {
  return problem(
    'EVA_CONTRADICTION:same_variants',
    `the variants ${quoted(first)} and ${quoted(second)} have the same model and settings`,
    { hint: 'remove one of them, or give it another setting', at },
  );
}
