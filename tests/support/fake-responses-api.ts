import type { Response, ResponseOutputItem } from 'openai/resources/responses/responses';
import { type FakeServer, type Faults, type SeenRequest, startFakeHttp } from './fake-http.js';

/** A response as the server sends it: the official package adds `output_text` itself. */
type SentResponse = Omit<Response, 'output_text'>;

/** An answer of the fake model: a text, or further fields. */
export interface FakeResponse {
  readonly text?: string;
  readonly refusal?: string;
  /** Calls of functions, each its name and the text of its arguments. */
  readonly calls?: readonly (readonly [name: string, args: string])[];
  /** Replaces all items of the output. */
  readonly output?: Response['output'];
  /** Replaces or adds fields of the response. */
  readonly fields?: Partial<SentResponse>;
}

export interface FakeResponsesOptions {
  readonly answer?: (body: SeenRequest['body']) => string | FakeResponse;
  readonly faults?: Faults;
}

/** Starts a loopback server with the Responses protocol. Use `url` and `/v1` as OPENAI_BASE_URL. */
export function startFakeResponses({
  answer = () => 'hello',
  faults = [],
}: FakeResponsesOptions = {}): Promise<FakeServer> {
  return startFakeHttp({ path: '/v1/responses', faults, answer: (body) => responseTo(body, answer(body)) });
}

/** Returns the whole answer to a request, in the types of the official package. */
export function responseTo(body: SeenRequest['body'], given: string | FakeResponse): SentResponse {
  const reply: FakeResponse = typeof given === 'string' ? { text: given } : given;
  return {
    id: 'resp_fake',
    object: 'response',
    created_at: 1,
    status: 'completed',
    access_programs: null,
    error: null,
    incomplete_details: null,
    instructions: null,
    max_output_tokens: body.max_output_tokens,
    metadata: {},
    model: body.model,
    output: reply.output ?? itemsOf(reply),
    parallel_tool_calls: true,
    temperature: 1,
    tool_choice: 'auto',
    tools: [],
    top_p: 1,
    usage: {
      input_tokens: 12,
      input_tokens_details: { cached_tokens: 4, cache_write_tokens: 0 },
      output_tokens: 7,
      output_tokens_details: { reasoning_tokens: 3 },
      total_tokens: 19,
    },
    ...reply.fields,
  };
}

function itemsOf({ text, refusal, calls = [] }: FakeResponse): Response['output'] {
  const parts = [
    ...(text === undefined ? [] : [{ type: 'output_text' as const, text, annotations: [] }]),
    ...(refusal === undefined ? [] : [{ type: 'refusal' as const, refusal }]),
  ];
  const message: ResponseOutputItem = {
    type: 'message',
    id: 'msg_fake',
    role: 'assistant',
    status: 'completed',
    content: parts,
  };
  return [
    { type: 'reasoning', id: 'rs_fake', summary: [] },
    ...(parts.length > 0 ? [message] : []),
    ...calls.map(([name, args]): ResponseOutputItem => functionCall(name, args)),
  ];
}

function functionCall(name: string, args: string): ResponseOutputItem {
  return { type: 'function_call', id: 'fc_fake', call_id: 'call_fake', name, arguments: args, status: 'completed' };
}
