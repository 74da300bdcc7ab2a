import { problem } from '#errors/index.js';
import type { Case } from '#model/case.js';
import { isObject } from '#model/data/json.js';
import { type BehaviorSpec, judgedChecks, type RubricLevels } from '#model/grader.js';
import type { Problem } from '#model/problem.js';
import type { BehaviorJudge, Scale } from '#model/settings.js';
import { behaviorScale, type FrozenRubric, frozenLevels, isFor, readLevels } from '../rubrics/frozen-rubric.js';
import { layerAt, nearestNumber } from '../source/layer.js';
import { mappingsIn, type Path, valueAt } from '../source/place.js';
import type { EvalContext } from './eval-context.js';
import { judgeLayers, judgeProblems } from './judge.js';
import { readReference } from './references/judge-reference.js';
import { builtInJudge, modelSettings } from './settings.js';

/** Reads the expected behaviour of an item of `then`: its text, judge and rubric. `inputs` are those that all trials share. */
export function readBehavior(
  context: EvalContext,
  path: Path,
  written: string,
  inputs: Readonly<Record<string, string>>,
): BehaviorSpec {
  const own = layerAt(context.source, [...path, 'judge']);
  context.report([...judgeProblems(own), ...strayThreshold(context, path)]);
  const judge = judgeOf(context, path);
  const text = written.trim();
  const reference = readReference(context, path, inputs);
  return {
    text,
    ...(reference !== undefined && { reference }),
    judge,
    rubric: rubricOf(context, path, text, judge.scale),
  };
}

/** Merges the judge's settings of item, case and defaults. Only the item sets the scale, since the scale belongs to its rubric. */
function judgeOf(context: EvalContext, path: Path): BehaviorJudge {
  const layers = [...layerAt(context.source, [...path, 'judge']), ...judgeLayers(context, path.slice(0, -2))];
  return {
    ...modelSettings(layers, builtInJudge),
    scale: scaleOf(context, path),
    votes: nearestNumber(layers, 'votes') ?? 1,
  };
}

function scaleOf({ source, document }: EvalContext, path: Path): Scale {
  const own = [...path, 'judge', 'scale'];
  const written = document.holds(own) && document.isSound(own) ? valueAt(source.value, own) : undefined;
  return written === undefined ? behaviorScale : (written as unknown as Scale);
}

/** Returns the levels of the item, else those of rubrics.yml; null if the judge has yet to write them. */
function rubricOf({ document, source, rubrics, report }: EvalContext, path: Path, text: string, scale: Scale) {
  const own = [...path, 'rubric'];
  if (!document.holds(own)) return frozenLevels(rubrics, text, scale);
  const isScaled = !document.holds([...path, 'judge', 'scale']) || document.isSound([...path, 'judge', 'scale']);
  const { levels, problems } = isScaled ? readLevels(document, source, own, scale) : noLevels;
  report(problems);
  return levels;
}

const noLevels: { levels: RubricLevels | null; problems: readonly Problem[] } = { levels: null, problems: [] };

function strayThreshold({ document, source }: EvalContext, path: Path): readonly Problem[] {
  const own = [...path, 'judge', 'pass_threshold'];
  if (!document.holds(own)) return [];
  return [
    problem('EVA_UNKNOWN_KEY:threshold_of_behavior', '"pass_threshold" has no effect beside "expected_behavior"', {
      hint: 'remove it: the criteria set the score that passes',
      at: source.place(own, 'key'),
    }),
  ];
}

/** Warns of a `judge:` that neither a rubric nor an expected behaviour uses. */
export function reportUnusedJudge(
  { document, source, report }: EvalContext,
  path: Path,
  of: 'rubric' | 'expected_behavior',
): void {
  const items = mappingsIn(source.value, [...path, 'then']);
  const isThen = document.holds([...path, 'then']) ? items.length > 0 : document.lacks(path, 'then');
  const own = [...path, 'judge'];
  if (!document.holds(own) || !document.isSound(own) || !isThen) return;
  if (!items.every((item) => document.lacks(item, 'expected_behavior'))) return;
  if (asksJudge(valueAt(source.value, path))) return;
  const at = source.place(own, 'key');
  report([
    problem('EVA_UNUSED_JUDGE', `"judge" has no ${of === 'rubric' ? 'rubric to judge by' : 'behaviour to judge'}`, {
      hint: `remove it, or add ${of}:`,
      at,
      severity: 'warning',
    }),
  ]);
}

/** Returns true if a check in a part of the file asks the judge. */
function asksJudge(part: unknown): boolean {
  if (Array.isArray(part)) return part.some(asksJudge);
  if (!isObject(part)) return false;
  return Object.entries(part).some(([key, value]) => judgedChecks.includes(key) || asksJudge(value));
}

/** Returns true if a behaviour of the cases uses this rubric of rubrics.yml instead of levels of its own. */
export function isJudgedBy(cases: readonly Case[], rubric: FrozenRubric): boolean {
  return cases.some(({ expectations }) =>
    expectations.some(({ grader }) => {
      if (grader.grader !== 'expected_behavior') return false;
      const { text, judge, rubric: levels } = grader.params;
      return isFor(rubric, text, judge.scale) && levels === rubric.levels;
    }),
  );
}
