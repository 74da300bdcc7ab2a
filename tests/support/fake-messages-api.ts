import { type FakeServer, type Faults, type SeenRequest, startFakeHttp } from './fake-http.js';

/** An answer of the fake model: a text, or further fields. */
export interface FakeReply {
  readonly text?: string;
  /** Arguments of the forced tool call. */
  readonly tool_input?: unknown;
  /** Calls of declared tools, each its name and arguments. */
  readonly calls?: readonly (readonly [name: string, input: unknown])[];
  readonly stop_reason?: string;
  readonly usage?: { readonly input_tokens: number; readonly output_tokens: number };
  /** The whole content, which overrides the other fields. */
  readonly content?: readonly unknown[];
}

export interface FakeMessagesOptions {
  readonly answer?: (body: SeenRequest['body']) => string | FakeReply;
  readonly faults?: Faults;
}

/** Starts a loopback server with `POST /v1/messages`. Use `url` as ANTHROPIC_BASE_URL. */
export function startFakeMessagesApi({
  answer = () => 'hello',
  faults = [],
}: FakeMessagesOptions = {}): Promise<FakeServer> {
  const message = (body: SeenRequest['body']) => toMessage(body, answer(body));
  return startFakeHttp({ path: '/v1/messages', faults, answer: message, stream: toEvents });
}

/** Returns the events with which the API streams a message of text blocks. */
// biome-ignore lint/suspicious/noExplicitAny: a message of ours
function toEvents(message: any): string {
  const { content, stop_reason, usage, ...rest } = message;
  const start = { ...rest, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } };
  const blocks = content.flatMap((block: { readonly text: string }, index: number) => [
    { type: 'content_block_start', index, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index, delta: { type: 'text_delta', text: block.text } },
    { type: 'content_block_stop', index },
  ]);
  const end = { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage };
  const events = [{ type: 'message_start', message: start }, ...blocks, end, { type: 'message_stop' }];
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
}

/** Returns the message with which the API answers a request with this body. */
export function toMessage(body: SeenRequest['body'], given: string | FakeReply): unknown {
  const reply = typeof given === 'string' ? { text: given } : given;
  return {
    id: 'msg_fake',
    type: 'message',
    role: 'assistant',
    model: body.model,
    content: reply.content ?? contentOf(body, reply),
    stop_reason: reply.stop_reason ?? (reply.tool_input === undefined && !reply.calls ? 'end_turn' : 'tool_use'),
    stop_sequence: null,
    usage: reply.usage ?? { input_tokens: 12, output_tokens: 7 },
  };
}

function contentOf(body: SeenRequest['body'], { text, tool_input, calls = [] }: FakeReply): unknown[] {
  const content: unknown[] = [];
  if (text !== undefined) content.push({ type: 'text', text });
  if (tool_input !== undefined) {
    content.push({ type: 'tool_use', id: 'toolu_fake', name: body.tool_choice?.name ?? 'none', input: tool_input });
  }
  for (const [name, input] of calls) content.push({ type: 'tool_use', id: 'toolu_fake', name, input });
  return content;
}
