import type { Case } from '#model/case.js';
import type { JsonValue } from '#model/data/json.js';
import type { CheckFunction } from '#model/grader.js';
import type { CountedChecks, Excerpt, Trial } from '#model/run/trial.js';
import type { EmbeddingSettings, JudgeSettings } from '#model/settings.js';
import type { ModuleRunner } from '#provider/process/module-runner.js';
import type { RequireUnchanged } from '#provider/process/start-program.js';
import type { Asking } from '#provider/question/ask.js';
import { type Preparation, type RefusedCheck, refusedCheck } from './preparation.js';

/**
 * The outcome of a check on one trial. `reason` says what was expected and found; the excerpt shows the part of the response that decided
 * it.
 */
export interface CheckOutcome {
  /**
   * `cannot`: the check could not be evaluated, so that it fails, as its `not_` form does. `unknown`: a fact that it needs is unknown, so
   * that the trial is ungraded.
   */
  readonly holds: boolean | 'cannot' | 'unknown';
  readonly reason: string;
  readonly excerpt?: Excerpt;
  /** The checks that it counts. */
  readonly counted?: CountedChecks;
}

/** What programs and modules of checks need. */
export interface ProgramDeps {
  /** Absolute path of the prompt's directory, in which `command` runs. */
  readonly promptDir: string;
  /** Environment of `command`: only variables of an allow-list, no API keys. */
  readonly programEnv: Readonly<Record<string, string>>;
  /** Masks keys in a text. Checks apply it to what comes from programs before they shorten it: part of a key is no longer found. */
  readonly redact: (text: string) => string;
  /** Called before each start of a program. */
  readonly requireUnchanged?: RequireUnchanged | undefined;
  /** The checks that are functions of the program itself, by name. */
  readonly functions?: ReadonlyMap<string, CheckFunction> | undefined;
  /** Calls functions of modules; undefined if none may run. */
  readonly modules?: ModuleRunner | undefined;
  readonly signal: AbortSignal;
  /** Returns the item that the response is about as JSON, for `command`; undefined in a case without a data set. */
  readonly item?: (() => string) | undefined;
  /** Runs a `command` when it is its turn, if many trials are graded at once; undefined: at once. */
  readonly inTurn?: (<T>(program: () => Promise<T>) => Promise<T>) | undefined;
}

/** The dependencies of checks. Times are in milliseconds. */
export interface CheckContext extends ProgramDeps {
  /** The case, with the values of the item in a case on a data set: its inputs, and the tools and settings of its model. */
  readonly testCase: Case;
  /** The trial: its turns with their latency, tokens, cost, tool calls and steps. A case has one turn. */
  readonly trial: Trial;
  /** The judge of the check, and its embedding model; absent if it needs none. */
  readonly judge?: JudgeSettings | undefined;
  readonly embedding?: EmbeddingSettings | undefined;
  /** Asks models, for checks that need one; undefined if no model may be asked. */
  readonly asking?: Asking | undefined;
  /** Time limit of one `command`. */
  readonly timeoutMs: number;
  /** Time limit of one pattern search or one schema validation; 1000 by default. */
  readonly regexLimitMs?: number;
}

/** Runs a check on a response. Throws `NoReply` if the check could not run for a reason outside the response. */
export type RunCheck = (response: string, context: CheckContext) => CheckOutcome | Promise<CheckOutcome>;

/**
 * A rule on one trial: on the text of its responses, or on what else is known of it. `prepare` reads its value once, when the run is
 * planned, within the time that `preparation` has left. It never throws.
 */
export interface Check {
  readonly op: string;
  /** True for a check of the whole reply, whatever piece of it the other checks of the case see. */
  readonly seesWholeReply?: boolean;
  prepare(value: JsonValue, preparation: Preparation): { readonly run: RunCheck } | RefusedCheck;
}

/** Returns the time limit of one pattern search or schema validation in milliseconds. */
export function regexLimit(context: CheckContext): number {
  return context.regexLimitMs ?? 1000;
}

/** Milliseconds for a check that validates a list, item by item, each within `regexLimit`. Other trials may work in between. */
export function listLimit(context: CheckContext): number {
  return 10 * regexLimit(context);
}

/** Why a check holds or does not, with the part of the response that shows it. */
export interface Explanation {
  readonly reason: string;
  readonly excerpt?: Excerpt;
}

/** The result of evaluating a rule, for the check and for its `not_` form: whether the rule holds, or why that is not known. */
export type Assessment = Assessed | Unassessed;

/** Only the explanation that is shown is made. */
interface Assessed {
  readonly holds: boolean;
  /** Explains the outcome of the check. */
  readonly explain: () => Explanation;
  /** Explains the outcome of the `not_` form. */
  readonly explainNot: () => Explanation;
}

/** `cannot`: the rule could not be evaluated, so that both forms fail. `unknown`: the trial is ungraded. */
export interface Unassessed extends Explanation {
  readonly holds: 'cannot' | 'unknown';
}

/** Evaluates a rule on a response. Throws `NoReply` if that is impossible for a reason outside the response. */
export type Assess = (response: string, context: CheckContext) => Assessment | Promise<Assessment>;

export function isAssessed(found: Assessment): found is Assessed {
  return typeof found.holds === 'boolean';
}

/** A rule that makes two checks: itself, and its `not_` form. */
interface Rule extends Pick<Check, 'op' | 'seesWholeReply'> {
  /** Reads the value once. It never throws. */
  readonly prepare: (value: JsonValue, preparation: Preparation) => { readonly assess: Assess } | RefusedCheck;
}

/** Returns the checks of a rule: `X` and `not_X`. */
export function withNot(rule: Rule): readonly Check[] {
  return [checkOf(rule), notOf(rule)];
}

/** Returns the check of a rule, without its other forms. */
export function checkOf(rule: Rule): Check {
  return formOf(rule, rule.op, (assessed) => ({ holds: assessed.holds, ...assessed.explain() }));
}

/** Returns the `not_` form of a rule: it holds if the rule could be evaluated and does not hold. */
export function notOf(rule: Rule): Check {
  return formOf(rule, `not_${rule.op}`, (assessed) => ({ holds: !assessed.holds, ...assessed.explainNot() }));
}

function formOf({ prepare, ...rule }: Rule, op: string, outcomeOf: (assessed: Assessed) => CheckOutcome): Check {
  return {
    ...rule,
    op,
    prepare(value, preparation) {
      const prepared = prepare(value, preparation);
      if ('problemOf' in prepared) return prepared;
      return {
        run: async (response, context) => {
          const assessment = await prepared.assess(response, context);
          return isAssessed(assessment) ? outcomeOf(assessment) : assessment;
        },
      };
    },
  };
}

/** Prepares an operator whose value is a count, 1 or more. */
export function withCount(make: (count: number) => RunCheck): Check['prepare'] {
  return (value) => {
    if (Number.isSafeInteger(value) && Number(value) >= 1) return { run: make(Number(value)) };
    return refusedCheck(
      'EVA_BAD_CHECK:not_count',
      'the value must be a whole number, 1 or more',
      (op) => `write a number, for example ${op}: 100`,
    );
  };
}

/** Refuses a check that can only be `true`. */
export const notTrue: RefusedCheck = refusedCheck(
  'EVA_BAD_CHECK:not_true',
  'the value must be true',
  (op) => `write ${op}: true`,
);

export function isTexts(value: JsonValue): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string');
}
