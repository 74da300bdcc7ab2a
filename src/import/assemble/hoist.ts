import type { JsonObject } from '#model/data/json.js';
import { type DraftCase, type Expects, noExpects, type Traced } from '../draft.js';

/**
 * Moves what all judged cases share into `defaults`: the first checks that are equal, and rubrics, extract and judge that are equal as a
 * whole. A look has none of them, and does not inherit them.
 */
export function hoist(cases: readonly DraftCase[]) {
  const judged = cases.filter(({ isLook }) => !isLook);
  const [first, second] = judged;
  if (!first || !second) return { shared: noExpects, cases };
  const assert = withAllSources(
    commonStart(judged.map(({ expects }) => expects.assert)),
    judged.map(({ expects }) => expects.assert),
  );
  const all = judged.map(({ expects }) => expects);
  const rubric = areEqual(all.map((one) => one.rubric.map(({ item }) => item)))
    ? withAllSources(
        first.expects.rubric,
        all.map((one) => one.rubric),
      )
    : [];
  const { extract } = first.expects.rest;
  const judge = sharedJudge(judged);
  const rest = {
    ...(extract && areEqual(all.map((one) => one.rest.extract ?? null)) && { extract }),
    ...(judge && { judge }),
  };
  const shared = { assert, rubric, rest };
  return { shared, cases: cases.map((one) => (one.isLook ? one : withoutShared(one, shared))) };
}

/** Returns the judge of all cases that ask one; undefined if they differ. */
function sharedJudge(cases: readonly DraftCase[]): Expects['rest']['judge'] {
  const asking = cases.filter(({ expects }) => expects.rubric.length > 0 || expects.rest.judge !== undefined);
  const judges = asking.map(({ expects }) => expects.rest.judge ?? null);
  return areEqual(judges) ? (judges[0] ?? undefined) : undefined;
}

function withoutShared(one: DraftCase, shared: Expects): DraftCase {
  const { assert, rubric, rest } = one.expects;
  const left = Object.entries(rest).filter(([key]) => !(key in shared.rest));
  return {
    ...one,
    expects: {
      assert: assert.slice(shared.assert.length),
      rubric: shared.rubric.length > 0 ? [] : rubric,
      rest: Object.fromEntries(left),
    },
  };
}

/** Adds the assertions of all cases to the items that these share. */
export function withAllSources<T>(
  shared: readonly Traced<T>[],
  lists: readonly (readonly Traced<T>[])[],
): readonly Traced<T>[] {
  return shared.map((one, at) => {
    const sources = lists.flatMap((list) => list[at] ?? []).flatMap(({ source, others = [] }) => [source, ...others]);
    const others = [...new Set(sources)].filter((source) => source !== one.source);
    return others.length === 0 ? one : { ...one, others };
  });
}

function commonStart(lists: readonly (readonly Traced<JsonObject>[])[]): readonly Traced<JsonObject>[] {
  const [first = []] = lists;
  const length = first.findIndex(
    ({ item }, at) => !lists.every((one) => JSON.stringify(one[at]?.item) === JSON.stringify(item)),
  );
  return length < 0 ? first : first.slice(0, length);
}

export function areEqual(values: readonly unknown[]): boolean {
  return values.every((one) => JSON.stringify(one) === JSON.stringify(values[0]));
}
