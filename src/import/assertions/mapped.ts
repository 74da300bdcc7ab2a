import type { JsonObject, JsonValue } from '#model/data/json.js';
import type { CodeFiles } from '../code/code-files.js';
import { type ConfigNode, childText } from '../config-node.js';
import type { ProviderEntry } from '../draft.js';
import type { FindingWords } from '../finding.js';
import type { ImportContext, ImportedTest } from '../imported.js';

/** Why something is not carried over as it is, and what to do by hand. */
export type Remark = Omit<FindingWords, 'what'>;

/** What an assertion becomes: checks that must all hold, rubrics that must all pass, or nothing. */
export type Mapped = CarriedChecks | CarriedRubrics | NotMapped;

interface Remarks {
  /** Something near to it is written, which can give another verdict. */
  readonly replaced?: Remark;
  /** What people should know, though it gives the same verdict. */
  readonly noted?: Remark;
}

export interface CarriedChecks extends Remarks {
  readonly kind: 'checks';
  readonly checks: readonly JsonObject[];
  /** True if its score is 1 if the checks hold, and else 0: a threshold can count it. */
  readonly isDecision: boolean;
  /** The name of the checks in reports, for one whose value says little. */
  readonly name?: string;
  /** The embedding model of the checks. */
  readonly embedding?: Reached;
  /**
   * What the checks see of an answer: what the case extracts if it is absent. `whole`: code computes its output from the whole answer. `facts`:
   * everything but its text.
   */
  readonly sees?: 'whole' | 'facts';
  /** True if code looks at the case, and so at all variables of the test. */
  readonly needsAllVars?: boolean;
}

export interface CarriedRubrics extends Remarks {
  readonly kind: 'rubrics';
  readonly rubrics: readonly RubricText[];
  /** The `reference` of the case that the rubrics speak of. */
  readonly reference?: string;
  /** Texts for the case that another assertion has given another reference: the reference is then part of the rubric. */
  readonly withReference?: (reference: string) => readonly RubricText[];
}

/** A rubric, and the least score with which it passes: eva's default if it is absent. */
export interface RubricText {
  readonly text: string;
  readonly pass_threshold?: number;
}

export interface NotMapped extends Remark {
  readonly kind: 'left_out';
}

/** Carries an assertion over as checks that must all hold; without checks it holds anyway. */
export function carried(
  checks: readonly JsonObject[],
  rest: Omit<CarriedChecks, 'kind' | 'checks' | 'isDecision'> = {},
): CarriedChecks {
  return { kind: 'checks', checks, isDecision: true, ...rest };
}

/** Leaves an assertion out. */
export function notMapped(reason: string, todo?: string): NotMapped {
  return { kind: 'left_out', reason, ...(todo !== undefined && { todo }) };
}

/** A model that eva can ask, with the entry of eva.yml that it needs; or why eva cannot ask it. */
type ReachedModel = Reached | { readonly unreachable: string };

export interface Reached {
  readonly model: string;
  readonly entry?: ProviderEntry;
}

/** What the readers of assertions know and share. */
export interface ExpectationContext extends ImportContext {
  /** Finds the judge that a `provider` names. */
  reachModel(node: ConfigNode): ReachedModel;
  /** Finds the embedding model that a `provider` names; the default one without a `provider`. */
  reachEmbedding(node: ConfigNode | undefined): ReachedModel;
  /** True if a price is known for each model under test. */
  readonly hasPrice: boolean;
  /** The names of the tools that all models under test declare; empty without tools. */
  readonly tools: readonly string[];
  /** True if all models under test report their tool calls. */
  readonly reportsCalls: boolean;
  /** True if the models answer with JSON that promptfoo hands on as a parsed value (`response_format` with a schema). */
  readonly parsesJson: boolean;
  /**
   * True if promptfoo gives code the tool calls of an answer as a chat API lists them: `[{ id, type, function: { name, arguments } }]`, or the
   * message that has them.
   */
  readonly callsInOutput: boolean;
  /** The `transform` that all models under test share; it applies before that of a test. */
  readonly providerTransform?: ConfigNode;
  /** Collects the code of the prompt's checks. */
  readonly code: CodeFiles;
}

/** One assertion of a test, as promptfoo sees it: with the variables of the test in its value. */
export interface Assertion {
  readonly node: ConfigNode;
  readonly test: ImportedTest;
  /** The type without `not-`. */
  readonly type: string;
  readonly isNot: boolean;
  /** Its value; undefined without one. The code of a `javascript` or `python` assertion is here as well. */
  readonly value: JsonValue | undefined;
}

export function assertionType(node: ConfigNode): string | undefined {
  return childText(node, 'type');
}

/** Returns the `threshold` of an assertion; undefined without one, null if it is no number. */
export function thresholdOf({ node }: Pick<Assertion, 'node'>): number | null | undefined {
  return numberInNode(node.child('threshold'));
}

/** Returns a number, which may be written as text; undefined for nothing, null for anything else. */
export function numberInNode(node: ConfigNode | undefined): number | null | undefined {
  const value = node?.value;
  if (value === undefined || value === null) return undefined;
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** Returns the model of a `provider` for a purpose, if it names one for each: an embedding model is no judge, and a judge is no embedding model. */
export function forPurpose(purpose: 'text' | 'embedding', node: ConfigNode | undefined): ConfigNode | undefined {
  const isByPurpose = ['text', 'embedding', 'classification'].some((key) => node?.child(key));
  return isByPurpose ? node?.child(purpose) : node;
}
