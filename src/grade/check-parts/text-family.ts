import type { JsonValue } from '#model/data/json.js';
import {
  type Assess,
  type Assessment,
  type Check,
  checkOf,
  type Explanation,
  isAssessed,
  isTexts,
  notOf,
  type Unassessed,
} from './check.js';
import { clipExcerpt, quote } from './excerpt.js';
import { type Preparation, type RefusedCheck, refusedCheck } from './preparation.js';

/** A rule whose value is a text, and its forms for a list of texts. */
export interface TextRule {
  readonly op: string;
  /** True for a rule with an `_all` form. */
  readonly hasAll?: true;
  /** How findings of lists speak of a text that is met, and of further ones that are not. */
  readonly words: { readonly met: string; readonly notMetEither: string };
  /** Returns the text as it is compared. Default: as it is. */
  readonly read?: (text: string) => string;
  readonly prepare: (text: string, preparation: Preparation) => { readonly assess: Assess } | RefusedCheck;
}

const empty: RefusedCheck = refusedCheck(
  'EVA_BAD_CHECK:empty_text',
  'every response contains an empty text, so this check decides nothing',
  'write a text of at least one character, or remove the check',
);

/** Returns the checks of a rule on a text: `X`, `not_X`, `X_any`, `not_X_any`, and `X_all` if it has such a form. */
export function textFamily(rule: TextRule): readonly Check[] {
  const { op, hasAll } = rule;
  const single = { op, prepare: prepareOne(rule) };
  const any = { op: `${op}_any`, prepare: prepareList(rule, anyOf) };
  const all = hasAll ? [checkOf({ op: `${op}_all`, prepare: prepareList(rule, allOf) })] : [];
  return [checkOf(single), notOf(single), checkOf(any), ...all, notOf(any)];
}

function prepareOne({ read = asItIs, prepare }: TextRule) {
  return (value: JsonValue, preparation: Preparation): { readonly assess: Assess } | RefusedCheck => {
    if (typeof value !== 'string')
      return refusedCheck('EVA_BAD_CHECK:not_text', 'the value must be a text', 'put it in quotes');
    const text = read(value);
    return text === '' ? empty : prepare(text, preparation);
  };
}

interface Item {
  readonly text: string;
  readonly assess: Assess;
}

type Combine = (items: readonly Item[], words: TextRule['words']) => Assess;

function prepareList(rule: TextRule, combine: Combine) {
  return (value: JsonValue, preparation: Preparation): { readonly assess: Assess } | RefusedCheck => {
    if (!isTexts(value))
      return refusedCheck(
        'EVA_BAD_CHECK:not_texts',
        'the value must be a list of at least one text',
        'write ["a", "b"]',
      );
    const items: Item[] = [];
    for (const text of value.map(rule.read ?? asItIs)) {
      const prepared = text === '' ? empty : rule.prepare(text, preparation);
      if ('problemOf' in prepared) return prepared;
      items.push({ text, assess: prepared.assess });
    }
    return { assess: combine(items, rule.words) };
  };
}

function asItIs(text: string): string {
  return text;
}

interface AssessedItem extends Item {
  readonly found: Assessment;
}

/** Combines texts to a rule that holds if one of them is met. It cannot be evaluated if none is met and one cannot be evaluated. */
function anyOf(items: readonly Item[], { met, notMetEither }: TextRule['words']): Assess {
  return async (response, context) => {
    const assessed: AssessedItem[] = [];
    for (const item of items) {
      const assessment = await item.assess(response, context);
      if (assessment.holds === true) {
        const explain = () => ({ reason: `${quote(item.text)} ${met}` });
        return { holds: true, explain, explainNot: () => naming(item.text, assessment.explainNot()) };
      }
      assessed.push({ ...item, found: assessment });
    }
    const unassessed = firstUnassessed(assessed);
    if (unassessed) return unassessed;
    const explainNot = () => ({ reason: `none of the ${items.length} ${met}` });
    return { holds: false, explain: () => explainAll(assessed, notMetEither), explainNot };
  };
}

/** Combines texts to a rule that holds if all of them are met. It fails if one is not met, even if another cannot be evaluated. */
function allOf(items: readonly Item[]): Assess {
  return async (response, context) => {
    const assessed: AssessedItem[] = [];
    for (const item of items) assessed.push({ ...item, found: await item.assess(response, context) });
    const unmet = assessed.filter(({ found }) => found.holds === false);
    if (unmet.length > 0) {
      const explain = () => explainAll(unmet, 'missing as well');
      return { holds: false, explain, explainNot: explain };
    }
    const explain = () => ({ reason: `all ${items.length} were found` });
    return firstUnassessed(assessed) ?? { holds: true, explain, explainNot: explain };
  };
}

function firstUnassessed(assessed: readonly AssessedItem[]): Unassessed | undefined {
  for (const { text, found } of assessed) if (!isAssessed(found)) return { ...found, ...naming(text, found) };
  return undefined;
}

/** Explains why texts are not met: the first with its own explanation, the others by name. */
function explainAll([first, ...others]: readonly AssessedItem[], words: string): Explanation {
  if (!first || !isAssessed(first.found)) throw new Error('a list of texts without a text that is not met');
  const explanation = naming(first.text, first.found.explain());
  if (others.length === 0) return explanation;
  const also = clipExcerpt(others.map(({ text }) => quote(text)).join(', '), 200);
  return { ...explanation, reason: `${explanation.reason}; ${words}: ${also}` };
}

/** Adds the text to a reason that does not name it. */
function naming(text: string, { reason, excerpt }: Explanation): Explanation {
  const named = reason.includes(quote(text)) ? reason : `${quote(text)}: ${reason}`;
  return { reason: named, ...(excerpt && { excerpt }) };
}
