import type { Measured } from '#model/metrics.js';
import { findMetric } from '#model/metrics.js';
import { messageOf } from '#model/problem.js';
import type { ConversationFacts, Trial, Turn } from '#model/run/trial.js';
import { plural } from '#model/text/quoted.js';
import type { Fields } from '../options/fields.js';
import { checkDefinition, isDefinitionName } from './definition.js';
import type { DefinedMetric } from './expectations.js';

/** The data that a custom metric measures. */
export interface MeasuredConversation {
  readonly turns: readonly Turn[];
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

const nameHint = 'write lower-case words joined by underscores, as in questions_asked';
const scopeHint = 'write per_turn or per_conversation';

const fields: Fields<MetricDefinition> = {
  name: { is: 'a text', needed: nameHint },
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
  checkDefinition(['defineMetric', defineMetric], definition, fields, mistakesIn);
  const { name, scope, unit, least = 0, cap = null } = definition;
  const inBounds = (value: unknown) => measured(value, least, cap);
  const measureAll = (trial: Trial) => measure(definition, trial, inBounds);
  return { name: `${scope}.${name}`, scope, unit, least, capOf: () => cap, measure: measureAll };
}

function mistakesIn({ name, scope, ...bounds }: MetricDefinition) {
  const { least = 0, cap = null } = bounds;
  const full = `${scope}.${name}`;
  const isScope = scope === 'per_turn' || scope === 'per_conversation';
  const hasRoom = Number.isFinite(least) && (cap === null || (cap > least && Number.isFinite(cap)));
  return [
    [!isDefinitionName(name), 'name', 'EVA_BAD_VALUE:definition_name', { of: 'metric', name, advice: nameHint }],
    [!isScope, 'scope', 'EVA_BAD_VALUE:definition_kind', { of: 'scope', value: scope, advice: scopeHint }],
    [findMetric(full) !== undefined, 'name', 'EVA_BAD_VALUE:definition_taken', { of: 'metric', name: full }],
    [!hasRoom, 'cap', 'EVA_BAD_VALUE:definition_cap', { least, cap }],
  ] as const;
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
