import { isDeepStrictEqual } from 'node:util';
import type { OpenPrompt } from '#engine/prompt/open-prompt.js';
import { isFor } from '#load/rubrics/frozen-rubric.js';
import type { BehaviorSpec, Case } from '#model/case.js';
import type { Place } from '#model/problem.js';
import type { RubricsView, RubricView } from '#report/commands/rubrics.js';

/** Lists the behaviours of a prompt with their rubrics and the sources of the rubrics. Lists equal behaviours with equal levels once. */
export function rubricsView({ plan, rubrics, unused_rubrics }: OpenPrompt): RubricsView {
  const views = plan.cases.flatMap((testCase) => behaviorsIn(testCase, rubrics));
  return {
    id: plan.id,
    behaviors: views.reduce(together, []),
    unused: unused_rubrics.map(({ behavior, at }) => ({ text: behavior, ...(at && { at }) })),
  };
}

function behaviorsIn(testCase: Case, rubrics: OpenPrompt['rubrics']): readonly RubricView[] {
  return testCase.expectations.flatMap(({ grader, at }) =>
    grader.grader === 'expected_behavior' ? [viewOf(grader.params, testCase.name, at ?? testCase.at, rubrics)] : [],
  );
}

function viewOf(
  { text, judge: { scale }, rubric: levels }: BehaviorSpec,
  name: string,
  at: Place | undefined,
  rubrics: OpenPrompt['rubrics'],
): RubricView {
  const facts = { text, scale, cases: [name], levels };
  const place = at && { at };
  if (levels === null) return { ...facts, source: 'unwritten', ...place };
  const frozen = rubrics.find((entry) => isFor(entry, text, scale) && isDeepStrictEqual(entry.levels, levels));
  if (!frozen) return { ...facts, source: 'inline', ...place };
  const { written_by } = frozen;
  return {
    ...facts,
    source: 'frozen',
    ...(frozen.at && { at: frozen.at }),
    ...(written_by !== undefined && { written_by }),
  };
}

/** Adds a behaviour to a list, or its case to an equal behaviour. */
function together(views: readonly RubricView[], next: RubricView): readonly RubricView[] {
  const known = views.find((rubric) => rubricOf(rubric) === rubricOf(next));
  if (!known) return [...views, next];
  const cases = [...new Set([...known.cases, ...next.cases])];
  return views.map((one) => (one === known ? { ...known, cases } : one));
}

function rubricOf({ text, scale, source, levels }: RubricView): string {
  return JSON.stringify([text.trim(), scale, source, levels]);
}
