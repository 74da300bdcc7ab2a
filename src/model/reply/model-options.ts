import type { JsonObject } from '../data/json.js';
import type { ToolChoice, ToolSpec } from './tools.js';

/** How much a model thinks before it answers: an effort that its provider knows, or a number of tokens. */
export type Reasoning = { readonly effort: string } | { readonly budget_tokens: number };

/** The form of a reply: any JSON, or JSON that is valid against a schema. */
export type ResponseFormat = 'json' | JsonSchemaFormat;

export interface JsonSchemaFormat {
  readonly json_schema: JsonObject;
  /** Default: `response`. */
  readonly name?: string;
  readonly strict?: boolean;
}

/** Options of a model. Each is sent only if a file sets it, and is then part of the key of the reply. */
export interface ModelOptions {
  /** From 0 to 1. */
  readonly top_p?: number;
  /** A whole number from 1. */
  readonly top_k?: number;
  /** 1 to 16 texts at which the model stops. */
  readonly stop?: readonly string[];
  /** In a file, the seed of the first trial; in a request, this plus the number of the trial. */
  readonly sampling_seed?: number;
  readonly reasoning?: Reasoning;
  readonly response_format?: ResponseFormat;
  readonly tools?: readonly ToolSpec[];
  readonly tool_choice?: ToolChoice;
}

/** The options of one request. */
export interface RequestOptions extends ModelOptions {
  /** Keys of the request's body that eva does not write itself, for the provider's type. */
  readonly extra?: JsonObject;
}
