import { problem } from '#errors.js';
import type { Expectation, Grader } from '#model/case.js';
import type { ThenItem } from '#model/documents.gen.js';
import type { Problem } from '#model/problem.js';
import { readChecks } from './checks.js';
import { type Decided, readCriteria } from './criteria.js';
import type { EvalContext, Path } from './eval-context.js';
import type { Layer } from './layer.js';
import { valueAt } from './value-at.js';

/** The further expectations of the `then:` list at a path. */
export function readThen(context: EvalContext, path: Path, layers: readonly Layer[]): readonly Expectation[] {
  const items = (valueAt(context.source.value, path) ?? []) as unknown as readonly (Partial<ThenItem> | null)[];
  return items.flatMap((item, index) => (item && readExpectation(context, [...path, index], item, layers)) ?? []);
}

function readExpectation(
  context: EvalContext,
  path: Path,
  item: Partial<ThenItem>,
  layers: readonly Layer[],
): Expectation | undefined {
  const wrong = countProblem(context, path);
  if (wrong) context.report([wrong]);
  if (wrong || subjects.every((key) => item[key] === undefined)) return undefined;
  const [decided, grader, words] = graderOf(context, path, item);
  const criteria = readCriteria(context, [...path, 'criteria'], decided, layers);
  return { about: item.about ?? words, grader, criteria, at: context.source.place(path) };
}

function graderOf(context: EvalContext, path: Path, item: Partial<ThenItem>): readonly [Decided, Grader, string] {
  const { expected_behavior, metric } = item;
  if (expected_behavior !== undefined) {
    return ['scores', { grader: 'expected_behavior', params: { text: expected_behavior, scale: { min: 1, max: 10 } } }, expected_behavior];
  }
  if (metric !== undefined) return ['metric', { grader: 'metric', params: { metric } }, metric];
  const checks = readChecks(context, [...path, 'assert']);
  return ['checks', { grader: 'trial_passes', params: { checks } }, 'every check'];
}

const subjects = ['expected_behavior', 'metric', 'assert'] as const;

function countProblem({ document, source }: EvalContext, path: Path): Problem | undefined {
  const given = subjects.filter((key) => document.holds([...path, key]));
  if (given.length === 1) return undefined;
  const at = source.place(path);
  if (given.length === 0) {
    if (!subjects.every((key) => document.lacks(path, key))) return undefined;
    const hint = `add one of ${subjects.join(', ')}`;
    return problem('EVA_MISSING_KEY', 'the item says what decides, but not about what', { at, hint });
  }
  const hint = 'make an item of its own for each';
  return problem('EVA_ONE_KEY', `the item speaks of ${given.join(' and ')} at once`, { at, hint });
}
