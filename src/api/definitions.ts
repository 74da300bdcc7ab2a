import { type CriterionDefinition, criterionOf } from '#decide/criteria/define-criterion.js';
import { findCriterion } from '#decide/criteria/index.js';
import type { Criterion } from '#decide/criterion.js';
import { isObject, type JsonValue } from '#model/data/json.js';
import type { CheckFunction } from '#model/grader.js';
import { findMetric, type Measured } from '#model/metrics.js';
import { messageOf, type Problem, placed, problem } from '#model/problem.js';
import type { ConversationFacts, Trial, TrialTurn } from '#model/run/trial.js';
import { plural, quoted, short } from '#model/text/quoted.js';
import { own } from './assertions.js';
import { type Fields, fieldProblems, frozenCopy } from './builder.js';
import { errorOf } from './error-texts.js';
import type { DefinedMetric } from './scenario-test.js';

/** A custom check. */
export interface CheckDefinition {
  /** The name in reports, lower-case words joined by underscores: `names_the_order`. */
  readonly name: string;
  /** Returns true, false or `{ pass, reason }`, or a promise of it. It must give the same answer each time. */
  readonly check: CheckFunction;
  /** Data that the function gets as `args`. Default: null. */
  readonly args?: JsonValue | undefined;
}

/** A check of `defineCheck`: an item of `assert`. */
export interface DefinedCheck {
  readonly about: string;
  readonly module: string | { readonly use: string; readonly args: JsonValue };
  readonly [own]: Pick<CheckDefinition, 'name' | 'check'>;
}

const nameHint = 'write lower-case words joined by underscores, as in names_the_order';

const fields: Fields<CheckDefinition> = {
  name: { is: 'a text', needed: nameHint },
  check: { is: 'a function', needed: 'give it a function of a response' },
  args: { is: 'plain data' },
};

/**
 * Makes an item of `assert` from a function like those of `module` in eval.yml: `(response, facts) => boolean | { pass, reason }`. An error,
 * any other result, and an answer after 2 s fail the check. The first response of an evaluation is checked twice: two answers reject it with
 * EVA_IMPURE_CHECK. Throws `EvaError` with all problems of the definition.
 */
export function defineCheck(definition: CheckDefinition): DefinedCheck {
  checkDefinition(['defineCheck', defineCheck], definition, fields, ({ name }) => [
    [!isDefinitionName(name), 'name', badName('check', name, nameHint)],
  ]);
  const { name, check, args } = definition;
  const use = `#${name}`;
  const module = args === undefined ? use : { use, args: frozenCopy(args) };
  return Object.freeze({ about: name, module, [own]: Object.freeze({ name, check }) });
}

const criterionNameHint = 'write aggregation_comparison, as in proportion_within';

const aggregationHint = 'write proportion or mean';

const criterionFields: Fields<CriterionDefinition> = {
  name: { is: 'a text', needed: criterionNameHint },
  aggregation: { is: 'a text', needed: aggregationHint },
  value: { is: 'a function', needed: 'give it a function: what a trial is worth, by its values' },
  bar: { is: 'a function', needed: 'give it a function: what the share, or the mean, must be above' },
  claim: { is: 'a function', needed: 'give it a function: the claim in words' },
  refuse: { is: 'a function' },
};

/**
 * Makes a criterion from the value of a trial and the required mean. eva tests it exactly (binomial, or Gaffke for means), like the
 * built-in ones. Throws `EvaError` with all problems of the definition, for example the name of a built-in criterion, or a name that is not
 * lower-case words joined by underscores.
 */
export function defineCriterion(definition: CriterionDefinition): Criterion {
  checkDefinition(['defineCriterion', defineCriterion], definition, criterionFields, ({ name, aggregation }) => [
    [!isDefinitionName(name) || !name.includes('_'), 'name', badName('criterion', name, criterionNameHint)],
    [findCriterion(name) !== undefined, 'name', takenName('criterion', name)],
    [
      !['proportion', 'mean'].includes(aggregation),
      'aggregation',
      unknownKind('aggregation', aggregation, aggregationHint),
    ],
  ]);
  return criterionOf(definition);
}

/** The data that a custom metric measures. */
export interface MeasuredConversation {
  readonly turns: readonly TrialTurn[];
  /** The number of the conversation, from 0. */
  readonly trial: number;
  /** The style of the simulated user; null if none was drawn. */
  readonly style: ConversationFacts['style'];
  /** Why it ended. */
  readonly ended: ConversationFacts['ended'];
}

interface MetricNaming {
  /** The name, lower-case words joined by underscores: `questions_asked`. */
  readonly name: string;
  /** The unit after a value: `s`, `characters`, `questions`. */
  readonly unit: string;
  /** The smallest possible value. Default: 0. */
  readonly least?: number;
  /** The largest possible value. A criterion on the mean needs it, or a `cap` of its own. */
  readonly cap?: number;
}

/** A custom metric. It returns null for a value that cannot be measured, which is not 0. */
export type MetricDefinition = MetricNaming &
  (
    | {
        readonly scope: 'per_turn';
        /** Returns one value per turn, in order. */
        readonly measure: (conversation: MeasuredConversation) => readonly (number | null)[];
      }
    | {
        readonly scope: 'per_conversation';
        readonly measure: (conversation: MeasuredConversation) => number | null;
      }
  );

const metricNameHint = 'write lower-case words joined by underscores, as in questions_asked';

const scopeHint = 'write per_turn or per_conversation';

const metricFields: Fields<MetricDefinition> = {
  name: { is: 'a text', needed: metricNameHint },
  scope: { is: 'a text', needed: scopeHint },
  unit: { is: 'a text', needed: 'write what stands behind a value: s, words, questions' },
  least: { is: 'a number' },
  cap: { is: 'a number' },
  measure: { is: 'a function', needed: 'give it a function of a conversation' },
};

/**
 * Makes a metric that `MetricExpectation` accepts like a built-in one. A value that is not a number between `least` and `cap`, and an error
 * in `measure`, leave the conversation ungraded, with the reason. Throws `EvaError` with all problems of the definition, for example the
 * name of a built-in metric, or a `least` above `cap`.
 */
export function defineMetric(definition: MetricDefinition): DefinedMetric {
  checkDefinition(['defineMetric', defineMetric], definition, metricFields, mistakesIn);
  const { name, scope, unit, least = 0, cap = null } = definition;
  const inBounds = (value: unknown) => measured(value, least, cap);
  const measureAll = (trial: Trial) => measure(definition, trial, inBounds);
  return { name: `${scope}.${name}`, scope, unit, least, capOf: () => cap, measure: measureAll };
}

function mistakesIn({ name, scope, ...bounds }: MetricDefinition): readonly Mistake[] {
  const { least = 0, cap = null } = bounds;
  const full = `${scope}.${name}`;
  const isScope = scope === 'per_turn' || scope === 'per_conversation';
  const hasRoom = Number.isFinite(least) && (cap === null || (cap > least && Number.isFinite(cap)));
  return [
    [!isDefinitionName(name), 'name', badName('metric', name, metricNameHint)],
    [!isScope, 'scope', unknownKind('scope', scope, scopeHint)],
    [findMetric(full) !== undefined, 'name', takenName('metric', full)],
    [
      !hasRoom,
      'cap',
      problem(
        'EVA_BAD_VALUE:definition_cap',
        `there are no values between the lower bound ${least} and the cap ${cap}`,
        { hint: 'write a cap above the lower bound' },
      ),
    ],
  ];
}

function measure(
  definition: MetricDefinition,
  trial: Trial,
  inBounds: (value: unknown) => Measured,
): readonly Measured[] {
  const { turns } = trial;
  try {
    if (definition.scope === 'per_conversation') return [inBounds(definition.measure(shownOf(trial)))];
    const values: unknown = definition.measure(shownOf(trial));
    if (Array.isArray(values) && values.length === turns.length) return values.map(inBounds);
    return turns.map(() => notMeasured(`a list of ${plural(turns.length, 'value')} was needed, one for each turn`));
  } catch (error) {
    const reason = notMeasured(`it threw: ${messageOf(error)}`);
    return definition.scope === 'per_turn' ? turns.map(() => reason) : [reason];
  }
}

function shownOf({ turns, index, conversation }: Trial): MeasuredConversation {
  return structuredClone({
    turns,
    trial: index,
    style: conversation?.style ?? null,
    ended: conversation?.ended ?? 'max_turns',
  });
}

function measured(value: unknown, least: number, cap: number | null): Measured {
  if (value === null || value === undefined) return notMeasured('it cannot be measured here');
  if (typeof value !== 'number' || !Number.isFinite(value)) return notMeasured(`${String(value)} is no number`);
  if (value < least) return notMeasured(`${value} is below its least value ${least}`);
  if (cap !== null && value > cap) return notMeasured(`${value} is above its cap ${cap}`);
  return { value };
}

function notMeasured(reason: string): Measured {
  return { value: null, reason };
}

/** A possible mistake in a definition: whether it occurs, the property, and the problem. */
type Mistake = readonly [isMade: boolean, property: string, entry: Problem];

function badName(kind: string, name: string, hint: string): Problem {
  return problem('EVA_BAD_VALUE:definition_name', `${quoted(name)} cannot be the name of a ${kind}`, { hint });
}

function takenName(kind: string, name: string): Problem {
  return problem('EVA_BAD_VALUE:definition_taken', `eva has a built-in ${kind} with the name ${short(name)}`, {
    hint: 'choose another name',
  });
}

function unknownKind(of: string, value: string, hint: string): Problem {
  return problem('EVA_BAD_VALUE:definition_kind', `unknown ${of} ${quoted(value)}`, { hint });
}

/** Returns whether a name is lower-case words joined by underscores. */
function isDefinitionName(name: string): boolean {
  return /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name);
}

/** Throws `EvaError` with all problems of a definition: those of its fields, else its mistakes. `maker` is the public function that got it. */
function checkDefinition<T>(
  [maker, caller]: readonly [string, (definition: T) => unknown],
  definition: T,
  fields: Fields<T>,
  mistakesOf: (definition: T) => readonly Mistake[],
): void {
  const name = isObject(definition) ? definition['name'] : undefined;
  const file = typeof name === 'string' ? `${maker} ${quoted(name)}` : maker;
  const shape = fieldProblems(definition, fields, file);
  const mistakes = shape.length > 0 ? [] : mistakesOf(definition).filter(([isMade]) => isMade);
  const problems = mistakes.map(([, property, entry]) => placed(entry, { file, property }));
  if (shape.length + problems.length > 0) throw errorOf([...shape, ...problems], { caller });
}
