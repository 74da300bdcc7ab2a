import { textOf } from '#dataset/item.js';
import type { PlacedItem } from '#dataset/item-index.js';
import { problem } from '#errors/index.js';
import type { CheckSpec } from '#model/case/grader.js';
import type { JsonValue } from '#model/data/json.js';
import type { Problem } from '#model/problem.js';
import { resolveCheck } from '#model/references.js';
import { isBlank } from '#model/text/characters.js';
import type { ClassNames } from './class-names.js';

/** A field whose text must not be blank. */
export interface TextUse {
  readonly field: string;
  /** The key that uses it: `reference`, `expected`. */
  readonly key: string;
  /** All texts that it may be, and whether letter case counts; absent for any text. */
  readonly classes?: ClassNames;
}

/** A check whose value comes from items. */
export interface ItemCheck {
  readonly spec: CheckSpec;
  readonly fields: readonly string[];
}

/** Returns the problem of a check as it is written; undefined if it can run. */
export type CheckValue = (spec: CheckSpec) => Problem | undefined;

interface Expected {
  readonly texts: readonly TextUse[];
  readonly checks: readonly ItemCheck[];
}

/** Returns the problems of the expected values of an item. Values that are missing are reported elsewhere. */
export function itemProblems(
  item: PlacedItem,
  { texts, checks }: Expected,
  checkValue: CheckValue,
): readonly Problem[] {
  return [
    ...texts.flatMap((use) => textProblem(item, use) ?? []),
    ...checks.flatMap((check) => checkProblem(item, check, checkValue) ?? []),
  ];
}

function textProblem(item: PlacedItem, { field, key, classes }: TextUse): Problem | undefined {
  const text = textOf(item.value(field));
  if (text === null) return undefined;
  if (isBlank(text)) return problem('EVA_DATA_VALUE:blank', { field, key }, { at: item.place(field) });
  if (!classes || classes.indexOf(text) !== undefined) return undefined;
  const params = { field, value: text, meant: classes.nearest(text) };
  return problem('EVA_DATA_VALUE:class', params, { at: item.place(field) });
}

function checkProblem(item: PlacedItem, { spec, fields }: ItemCheck, checkValue: CheckValue): Problem | undefined {
  const values = new Map(fields.map((field) => [field, item.value(field) ?? null]));
  if ([...values.values()].includes(null)) return undefined;
  const wrong = checkValue(resolveCheck(spec, ({ field }) => values.get(field) as JsonValue));
  const [field = ''] = fields;
  return wrong && problem('EVA_DATA_VALUE:check', { field, flaw: wrong.message }, { at: item.place(field) });
}
