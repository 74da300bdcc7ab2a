import type { JsonObject, JsonValue } from '../data/json.js';
import type { Step, ToolCall } from '../reply/tools.js';

/** What a function of a check gets beside the response. */
export interface CheckFacts {
  /** The whole response; of a scenario, the responses of all turns. */
  readonly reply: string;
  readonly inputs: Readonly<Record<string, string>>;
  /** The item of the data set; null without one. */
  readonly item: JsonObject | null;
  /** The calls of tools of all turns; null if they are unknown. */
  readonly tool_calls: readonly ToolCall[] | null;
  /** The steps of all turns; null if they are unknown. */
  readonly steps: readonly Step[] | null;
  /** Seconds of all responses together; null if unknown. */
  readonly latency_s: number | null;
  /** The tokens of all turns together; null if unknown. */
  readonly usage: { readonly input_tokens: number; readonly output_tokens: number } | null;
  /** The `args` of the check; null without any. */
  readonly args: JsonValue;
}

/** What a function of a check decides. */
export type CheckDecision = boolean | { readonly pass: boolean; readonly reason?: string | undefined };

/** Decides on a response. It must give the same answer each time. */
export type CheckFunction = (response: string, facts: CheckFacts) => CheckDecision | Promise<CheckDecision>;
