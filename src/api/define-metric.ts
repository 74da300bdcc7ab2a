import { findMetric } from '#metrics/index.js';
import type { Measured } from '#metrics/metric.js';
import type { ConversationFacts, Trial, Turn } from '#model/trial.js';
import type { DefinedMetric } from './expectations.js';

/** What a metric of one's own gets to see. */
export interface MeasuredConversation {
  readonly turns: readonly Turn[];
  /** Number of the conversation, from 0. */
  readonly trial: number;
  /** How the user wrote; null without a drawn style. */
  readonly style: ConversationFacts['style'];
  /** Why it ended. */
  readonly ended: ConversationFacts['ended'];
}

interface MetricNaming {
  /** Lower-case words joined by underscores: `questions_asked`. */
  readonly name: string;
  /** `s`, `characters`, `questions`: as it stands behind a value. */
  readonly unit: string;
  /** The smallest value that can occur; 0 unless set. */
  readonly least?: number;
  /** The largest value that can occur; a mean needs it, or a `cap` of its own. */
  readonly cap?: number;
}

/** A metric of one's own. null for what cannot be measured, which is not 0. */
export type MetricDefinition = MetricNaming &
  (
    | {
        readonly scope: 'per_turn';
        /** One value for each turn, in order. */
        readonly measure: (conversation: MeasuredConversation) => readonly (number | null)[];
      }
    | {
        readonly scope: 'per_conversation';
        readonly measure: (conversation: MeasuredConversation) => number | null;
      }
  );

/**
 * Makes a metric that `MetricExpectation` takes like a built-in one. A value that is no number between `least` and `cap`, and an
 * error that `measure` throws, leave the conversation ungraded with the reason. Throws an Error for a name that is not
 * lower-case words joined by underscores or that a built-in metric has, and for bounds that leave no room.
 */
export function defineMetric(definition: MetricDefinition): DefinedMetric {
  const { name, scope, unit, least = 0, cap = null } = definition;
  const full = `${scope}.${name}` as const;
  if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name)) {
    throw new Error(`"${name}" is no name of a metric: write lower-case words joined by underscores`);
  }
  if (scope !== 'per_turn' && scope !== 'per_conversation') {
    throw new Error(`the scope of ${name} must be per_turn or per_conversation`);
  }
  if (findMetric(full)) throw new Error(`eva has a metric named ${full} of its own`);
  if (!Number.isFinite(least) || (cap !== null && !(cap > least && Number.isFinite(cap)))) {
    throw new Error(`the values of ${name} cannot lie between ${least} and ${cap}`);
  }
  const inBounds = (value: unknown) => measured(value, least, cap);
  return { name: full, scope, unit, least, capOf: () => cap, measure: (trial) => measure(definition, trial, inBounds) };
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
    return turns.map(() => notMeasured(`a value for each of ${turns.length} turns was needed`));
  } catch (error) {
    const reason = notMeasured(`it threw: ${error instanceof Error ? error.message : String(error)}`);
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
