import type { JsonValue } from '#model/data/json.js';
import {
  describeUnreadable,
  type MediaFile,
  type SentMessage,
  type SentPart,
  type Step,
  type ToolCall,
} from '#model/reply/exchange.js';
import { isUnreadable } from '#model/reply/reported-calls.js';
import type { TrialTurn } from '#model/run/trial.js';
import { type Text, text } from './text.js';

export interface TurnView {
  readonly message: Text;
  /** The messages as sent, with the system prompt; absent if `message` is all that was sent. */
  readonly messages?: readonly MessageView[];
  readonly response: Text;
  /** The number of attempts that failed before the response came. Absent without any. */
  readonly failed_attempts?: number;
  /** Why the last of them failed. Absent without any, and in runs that did not keep it. */
  readonly last_failure?: Text;
  /** The tool calls in their order; absent if there are none or if they are unknown. */
  readonly calls?: readonly CallView[];
  /** The steps of an application in their order; absent if there are none or if they are unknown. */
  readonly steps?: readonly StepView[];
}

/** A message as sent. Files are named, without their bytes. */
export interface MessageView {
  readonly role: SentMessage['role'];
  readonly parts: readonly PartView[];
}

export type PartView = { readonly text: Text } | { readonly file: FileView };

export interface FileView extends Pick<MediaFile, 'media_type' | 'bytes'> {
  readonly path: Text;
}

/** A tool call. Arguments and result are JSON; arguments that are no JSON are the text that the model wrote. */
export interface CallView {
  /** The number of the call among those of all turns, from 1, as in the reasons of checks. Absent if there is only one. */
  readonly number?: number;
  readonly name: Text;
  readonly arguments: Text;
  /** Why eva cannot read the arguments, such as `no JSON`. */
  readonly unreadable?: string;
  readonly result?: Text;
}

/** A step of an application. Input and output are JSON. */
export interface StepView {
  readonly name: Text;
  readonly input?: Text;
  readonly output?: Text;
  readonly duration_s?: number;
}

export function turnViews(turns: readonly TrialTurn[]): readonly TurnView[] {
  const counts = turns.map(({ tool_calls = [] }) => tool_calls.length);
  const isNumbered = counts.reduce((sum, count) => sum + count, 0) > 1;
  let before = 0;
  return turns.map((turn, index) => {
    const first = before + 1;
    before += counts[index] ?? 0;
    return turnView(turn, isNumbered ? first : null);
  });
}

/** Returns one turn. `firstNumber` is the number of its first call; null if calls have none. */
function turnView(
  { user_message, app_response, retries, last_failure, messages, tool_calls = [], steps = [] }: TrialTurn,
  firstNumber: number | null,
): TurnView {
  const callAt = (call: ToolCall, index: number): CallView => ({
    ...(firstNumber !== null && { number: firstNumber + index }),
    ...callView(call),
  });
  return {
    message: text(user_message),
    ...(messages && { messages: messages.map(messageView) }),
    response: text(app_response),
    ...(retries !== undefined && { failed_attempts: retries }),
    ...(last_failure && { last_failure: text(last_failure) }),
    ...(tool_calls.length > 0 && { calls: tool_calls.map(callAt) }),
    ...(steps.length > 0 && { steps: steps.map(stepView) }),
  };
}

function messageView({ role, content, parts = [{ text: content }] }: SentMessage): MessageView {
  return { role, parts: parts.map(partView) };
}

function partView(part: SentPart): PartView {
  if ('text' in part) return { text: text(part.text) };
  const { path, media_type, bytes } = part.file;
  return { file: { path: text(path), media_type, bytes } };
}

function callView({ name, arguments: given, result }: ToolCall): CallView {
  return {
    name: text(name),
    ...(isUnreadable(given)
      ? { arguments: text(given.unreadable), unreadable: describeUnreadable(given) }
      : { arguments: asText(given) }),
    ...(result !== undefined && { result: asText(result) }),
  };
}

function stepView({ name, input, output, duration_s }: Step): StepView {
  return {
    name: text(name),
    ...(input !== undefined && { input: asText(input) }),
    ...(output !== undefined && { output: asText(output) }),
    ...(duration_s !== undefined && { duration_s }),
  };
}

function asText(value: JsonValue): Text {
  return text(typeof value === 'string' ? value : JSON.stringify(value));
}
