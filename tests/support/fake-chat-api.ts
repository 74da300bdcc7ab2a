import { type FakeServer, type Faults, type SeenRequest, startFakeHttp } from './fake-http.js';

/** An answer of the fake model: a text, or further fields. */
export interface FakeChatReply {
  readonly text?: string | null;
  /** Arguments of the forced tool call; a string is sent unchanged, even if it is not JSON. */
  readonly tool_input?: unknown;
  /** Calls of declared tools, each its name and the text of its arguments. */
  readonly calls?: readonly (readonly [name: string, args: string])[];
  readonly finish_reason?: string;
  readonly refusal?: string;
  readonly usage?: { readonly prompt_tokens: number; readonly completion_tokens: number } | null;
}

export interface FakeChatOptions {
  readonly answer?: (body: SeenRequest['body']) => string | FakeChatReply;
  readonly faults?: Faults;
}

/** Matches the paths of chat completions and embeddings at Azure, with and without a deployment. */
const azurePath = /^\/openai\/(v1|deployments\/[^/]+)\/(chat\/completions|embeddings)$/;

/** Starts a loopback server with the addresses of Azure OpenAI. Use `url` as AZURE_OPENAI_ENDPOINT. */
export function startFakeAzure({ answer = () => 'hello', faults = [] }: FakeChatOptions = {}): Promise<FakeServer> {
  return startFakeHttp({
    path: '/v1/chat/completions',
    isAt: (path) => azurePath.test(path),
    faults,
    answer: (body) => toCompletion(body, answer(body)),
  });
}

/** Starts a loopback server with embeddings: each has the data that `embed` returns for its input. */
export function startFakeEmbeddings(embed: (input: string) => unknown): Promise<FakeServer> {
  return startFakeHttp({
    path: '/v1/embeddings',
    faults: [],
    answer: ({ model, input }) => ({
      object: 'list',
      model,
      data: [{ object: 'embedding', index: 0, embedding: embed(input) }],
      usage: { prompt_tokens: 3, total_tokens: 3 },
    }),
  });
}

/** Starts a loopback server with chat completions. Use `url` and `/v1` as OPENAI_BASE_URL. */
export function startFakeChatApi({ answer = () => 'hello', faults = [] }: FakeChatOptions = {}): Promise<FakeServer> {
  return startFakeHttp({ path: '/v1/chat/completions', faults, answer: (body) => toCompletion(body, answer(body)) });
}

function toCompletion(body: SeenRequest['body'], given: string | FakeChatReply): unknown {
  const reply: FakeChatReply = typeof given === 'string' ? { text: given } : given;
  const { text = null, tool_input, calls, refusal = null } = reply;
  const message = {
    role: 'assistant',
    content: text,
    refusal,
    ...(tool_input !== undefined && toolCalls(body, tool_input)),
    ...(calls && { tool_calls: calls.map(([name, args]) => functionCall(name, args)) }),
  };
  const finish_reason = reply.finish_reason ?? (tool_input === undefined && !calls ? 'stop' : 'tool_calls');
  return {
    id: 'chatcmpl-fake',
    object: 'chat.completion',
    model: body.model,
    choices: [{ index: 0, message, finish_reason }],
    ...(reply.usage !== null && { usage: reply.usage ?? { prompt_tokens: 12, completion_tokens: 7 } }),
  };
}

function toolCalls(body: SeenRequest['body'], input: unknown): object {
  const name = body.tool_choice?.function?.name ?? 'none';
  const args = typeof input === 'string' ? input : JSON.stringify(input);
  return { tool_calls: [functionCall(name, args)] };
}

function functionCall(name: string, args: string): object {
  return { id: 'call_fake', type: 'function', function: { name, arguments: args } };
}
