import { isObject, type JsonObject, type JsonValue } from '#model/data/json.js';
import type { DraftEval, DraftPrompt, Expects } from '../draft.js';

/**
 * Returns the `defaults` of an eva.yml that apply to imported prompts, as keys such as `temperature` and `judge.pass_threshold`: those that at least
 * one of the prompts does not set itself. `model` is not listed: an import that sets no model
 * needs that of eva.yml.
 */
export function inheritedDefaults(settings: JsonValue, prompts: readonly DraftPrompt[]): readonly string[] {
  const defaults = isObject(settings) ? settings['defaults'] : undefined;
  if (!isObject(defaults)) return [];
  return keysOf(defaults).filter((path) => prompts.some((prompt) => isInherited(path, prompt.eval)));
}

function keysOf(defaults: JsonObject): readonly string[] {
  return Object.entries(defaults).flatMap(([key, value]) => {
    if (key === 'model') return [];
    return key === 'judge' && isObject(value) ? Object.keys(value).map((inner) => `${key}.${inner}`) : [key];
  });
}

function isInherited(path: string, draft: DraftEval): boolean {
  const [key = '', ofJudge] = path.split('.');
  if (ofJudge !== undefined && !asksJudge(draft)) return false;
  const { defaults, shared, cases } = draft;
  const models = Array.isArray(defaults['models']) ? defaults['models'] : [];
  const isSet = (value: JsonValue | undefined) => isObject(value) && hasKey(value, key, ofJudge);
  const isInAll = (values: readonly (JsonValue | undefined)[]) => values.length > 0 && values.every(isSet);
  return !(isSet(defaults) || isSet(shared.rest) || isInAll(models) || isInAll(cases.map(settingsOf)));
}

function settingsOf({ setup, expects }: DraftEval['cases'][number]): JsonObject {
  return { ...setup, ...expects.rest };
}

function hasKey(settings: JsonObject, key: string, ofJudge: string | undefined): boolean {
  const value = settings[key];
  return ofJudge === undefined ? value !== undefined : isObject(value) && value[ofJudge] !== undefined;
}

/** Returns true if a judge scores replies: by a rubric, or for refusals. */
function asksJudge({ shared, cases }: DraftEval): boolean {
  return [shared, ...cases.map(({ expects }) => expects)].some(
    ({ assert, rubric }: Expects) =>
      rubric.length > 0 || assert.some(({ item }) => /"(?:not_)?refuses"/.test(JSON.stringify(item))),
  );
}
