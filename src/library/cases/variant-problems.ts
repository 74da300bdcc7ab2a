import { isDeepStrictEqual } from 'node:util';
import type { JsonValue } from '#model/data/json.js';
import type { Problem } from '#model/problem.js';
import { stands } from '#model/sentences/load-cases.js';
import { problem } from '#model/sentences/sentence.js';
import { nearest } from '#model/text/nearest.js';
import { listed, quoted, short } from '#model/text/quoted.js';
import { earlier, mappingsIn, type Path, valueAt } from '../source/place.js';
import type { EvalContext } from './eval-context.js';
import { readVariant, type Variant } from './variants.js';

/** Reports two variants of one name, and `model` beside `models` in the defaults. */
export function reportVariants({ source, document, report }: EvalContext): void {
  const items = valueAt(source.value, ['defaults', 'models']);
  if (Array.isArray(items)) report(repeatedVariants(source, items));
  const [model, models] = [
    ['defaults', 'model'],
    ['defaults', 'models'],
  ] as const;
  if (!document.holds(model) || !document.holds(models)) return;
  const [first, second] = [source.place(model, 'key'), source.place(models, 'key')];
  const isSecond = (first.line ?? 0) > (second.line ?? 0);
  report([
    problem('EVA_CONTRADICTION:model_and_models', '"defaults" has "model" and "models"', {
      hint: 'keep one of them: "models" lists the models under test, "model" names the only one',
      at: isSecond ? first : second,
    }),
  ]);
}

function repeatedVariants(source: EvalContext['source'], items: readonly JsonValue[]): readonly Problem[] {
  const first = new Map<string, Variant>();
  return items.flatMap((item, index) => {
    const variant = readVariant(source, item, index);
    if (!variant) return [];
    const known = first.get(variant.name);
    const { name, at, layer } = variant;
    if (known)
      return [
        problem('EVA_DUPLICATE_NAME:variant', `two variants have the name ${quoted(name)}`, {
          hint: `${stands(earlier(known.at, at))}; give one of them another name: { name: NAME, model: ${short(name)} }`,
          at,
        }),
      ];
    const twin = [...first.values()].find((one) => isDeepStrictEqual(one.layer.values, layer.values));
    first.set(name, variant);
    return twin ? [problem('EVA_CONTRADICTION:same_variants', { first: twin.name, second: name }, { at })] : [];
  });
}

/** Warns once of the cases of another prompt that name variants, if the prompt's own file names its models: they have then no effect. */
export function reportIdleVariants({ source, own, variants, report }: EvalContext, id: string): void {
  if (variants.areOfCases || !own) return;
  const restricted = ['cases', 'scenarios']
    .flatMap((list) => mappingsIn(source.value, [list]))
    .filter((path) => namesOfCase(source, path).length > 0);
  if (restricted.length === 0) return;
  const key = own.document.holds(['defaults', 'models']) ? 'models' : 'model';
  const at = own.source.place(['defaults', key], 'key');
  report([
    problem(
      'EVA_UNUSED_SETTING:models_of_cases',
      `"models" of ${restricted.length === 1 ? 'a case' : `${restricted.length} cases`} of ${quoted(id)} has no effect: this prompt has its own "${key}", and asks all cases`,
      { hint: `to ask as ${quoted(id)} does, remove "${key}" here`, at, severity: 'warning' },
    ),
  ]);
}

/** Reports the names in `models` of a case that no variant has, and a `model` of its own beside the variants of the file. */
export function reportVariantsOfCase(context: EvalContext, path: Path): void {
  const { source, document, report, variants } = context;
  const names = variants.all.map(({ name }) => name);
  const isRead = names.length > 0 || document.lacks(['defaults'], 'models');
  if (isRead && variants.areOfCases) report(unknownVariants(context, path, names));
  if (!document.holds(['defaults', 'models'])) return;
  for (const owner of [path, [...path, 'app']]) {
    const own = [...owner, 'model'];
    const model = valueAt(source.value, own);
    if (typeof model !== 'string') continue;
    const variant = variants.all.find((one) => one.name === model) ?? variants.all.find((one) => one.model === model);
    const params = { model, variant: variant?.name ?? null };
    report([
      problem('EVA_CONTRADICTION:model_of_case', 'a case has no model of its own beside "defaults.models"', {
        hint:
          params.variant === null
            ? `add ${short(params.model)} to defaults.models, and write models: [${short(params.model)}]`
            : `write models: [${short(params.variant)}]`,
        at: source.place(own, 'key'),
      }),
    ]);
  }
}

function unknownVariants({ source }: EvalContext, path: Path, names: readonly string[]): readonly Problem[] {
  return namesOfCase(source, path).flatMap(({ name, at: own }) => {
    if (names.includes(name)) return [];
    const params = { variant: name, nearest: nearest(name, names) ?? null, variants: names };
    return [
      problem('EVA_BAD_VALUE:variant', `there is no variant ${quoted(params.variant)}`, {
        hint:
          params.variants.length === 0
            ? 'list the variants in defaults.models'
            : params.nearest === null
              ? `the variants are ${listed(params.variants.map(short))}`
              : `did you mean ${quoted(params.nearest)}?`,
        at: source.place(own),
      }),
    ];
  });
}

/** Returns true if the chosen variant asks the case or scenario at a path. A model that is no variant asks those without `models`. */
export function isAskedByVariant({ source, variants }: EvalContext, path: Path): boolean {
  const names = namesOfCase(source, path);
  return names.length === 0 || !variants.areOfCases || names.some(({ name }) => name === variants.chosen?.name);
}

/**
 * Returns the context for reading the case or scenario at a path. One that the chosen variant does not ask is read with the settings of the
 * first variant that asks it, and not compared with what a provider can send: that is reported when such a variant is chosen.
 */
export function contextOfAsker(context: EvalContext, path: Path): EvalContext {
  if (isAskedByVariant(context, path)) return context;
  const { source, variants, defaults } = context;
  const names = new Set(namesOfCase(source, path).map(({ name }) => name));
  const chosen = variants.all.find(({ name }) => names.has(name));
  if (!chosen) return { ...context, isAsked: false };
  const shared = variants.chosen ? defaults.slice(1) : defaults;
  return {
    ...context,
    isAsked: false,
    defaults: [chosen.layer, ...shared],
    variants: { ...variants, chosen, override: [] },
  };
}

function namesOfCase(
  source: EvalContext['source'],
  path: Path,
): readonly { readonly name: string; readonly at: Path }[] {
  const own = [...path, 'models'];
  const names = valueAt(source.value, own);
  if (!Array.isArray(names)) return [];
  return names.flatMap((name: JsonValue, index) => (typeof name === 'string' ? [{ name, at: [...own, index] }] : []));
}
