import type { JsonObject, JsonValue } from '../data/json.js';

/** A tool that the model under test may call. eva declares it and does not run it. */
export interface ToolSpec {
  readonly name: string;
  readonly description?: string;
  /** The JSON Schema of its arguments. */
  readonly input_schema: JsonObject;
}

/** Whether the model under test calls tools: as it likes, never, at least one, or this one. */
export type ToolChoice = 'auto' | 'none' | 'required' | { readonly tool: string };

/** A call of a tool by a model or an application. Untrusted, like the text of a reply. */
export interface ToolCall {
  readonly name: string;
  readonly arguments: ToolArguments;
  /** What the tool returned. Only applications run tools. */
  readonly result?: JsonValue;
}

/** The arguments of a call as JSON, or the text that is no JSON. */
export type ToolArguments = JsonValue | UnreadableArguments;

export interface UnreadableArguments {
  readonly unreadable: string;
}

/** One step of an application, such as a search or a plan. Untrusted, like the text of a reply. */
export interface Step {
  readonly name: string;
  readonly input?: JsonValue;
  readonly output?: JsonValue;
  /** Seconds. */
  readonly duration_s?: number;
}
