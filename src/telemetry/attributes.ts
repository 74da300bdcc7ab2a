import type { Attributes } from '@opentelemetry/api';
import type { Call, ModelRequest, StopReason, StoredReply } from '#model/reply/exchange.js';
import type { RunPlan, RunResult } from '#model/run/run.js';

/** The names that OpenTelemetry gives to the ends of replies. */
const finishReasons: Readonly<Partial<Record<StopReason, string>>> = {
  end: 'stop',
  max_tokens: 'length',
  tool_call: 'tool_call',
  refusal: 'content_filter',
  app_error: 'error',
};

/** Returns the operation of a call: `chat`, `embeddings`, or `invoke_agent` for an application. */
export function operationOf({ request }: Call): 'chat' | 'embeddings' | 'invoke_agent' {
  if (!('max_tokens' in request)) return 'invoke_agent';
  return request.embed ? 'embeddings' : 'chat';
}

/** Returns the attributes of a call. `traceName` returns the name that OpenTelemetry gives to a provider. */
export function callAttributes(call: Call, traceName: (provider: string) => string): Attributes {
  const { request, role, draw } = call;
  const own = 'max_tokens' in request ? requestAttributes(request, traceName) : { 'gen_ai.agent.name': request.model };
  return {
    'gen_ai.operation.name': operationOf(call),
    ...own,
    'eva.call.role': role,
    'eva.trial.turn': draw.turn,
    ...(draw.attempt > 0 && { 'eva.call.attempt': draw.attempt }),
  };
}

function requestAttributes(request: ModelRequest, traceName: (provider: string) => string): Attributes {
  const { provider, model, max_tokens, temperature, options } = request;
  return {
    'gen_ai.provider.name': traceName(provider),
    'gen_ai.request.model': model,
    ...(request.embed !== true && { 'gen_ai.request.max_tokens': max_tokens }),
    ...(temperature !== undefined && { 'gen_ai.request.temperature': temperature }),
    ...(options?.top_p !== undefined && { 'gen_ai.request.top_p': options.top_p }),
    ...(options?.top_k !== undefined && { 'gen_ai.request.top_k': options.top_k }),
    ...(options?.stop && { 'gen_ai.request.stop_sequences': [...options.stop] }),
    ...(options?.sampling_seed !== undefined && { 'gen_ai.request.seed': options.sampling_seed }),
  };
}

/** Returns the attributes of a reply. A token count that the provider does not report is absent. */
export function replyAttributes({ reply }: StoredReply): Attributes {
  const { usage, model, stop } = reply;
  return {
    ...(model !== '' && { 'gen_ai.response.model': model }),
    'gen_ai.response.finish_reasons': [finishReasons[stop] ?? stop],
    ...(usage.input_tokens !== null && { 'gen_ai.usage.input_tokens': usage.input_tokens }),
    ...(usage.output_tokens !== null && { 'gen_ai.usage.output_tokens': usage.output_tokens }),
  };
}

/** Returns the messages of a call and its reply, in the form of OpenTelemetry. */
export function contentAttributes({ request }: Call, stored: StoredReply | null): Attributes {
  const system = 'system' in request ? request.system : undefined;
  const input = request.messages.map(({ role, content }) => ({ role, parts: [text(content)] }));
  const output = stored && [
    {
      role: 'assistant',
      parts: [text(stored.reply.text)],
      finish_reason: finishReasons[stored.reply.stop] ?? stored.reply.stop,
    },
  ];
  return {
    ...(system !== undefined && { 'gen_ai.system_instructions': JSON.stringify([text(system)]) }),
    'gen_ai.input.messages': JSON.stringify(input),
    ...(output && { 'gen_ai.output.messages': JSON.stringify(output) }),
  };
}

function text(content: string): { readonly type: 'text'; readonly content: string } {
  return { type: 'text', content };
}

export function planAttributes(runId: string, { id, variant, partial, evidence }: RunPlan): Attributes {
  return {
    'test.suite.name': id,
    'eva.run.id': runId,
    'eva.prompt.id': id,
    'eva.prompt.digest': evidence.prompt,
    ...(variant?.variant !== undefined && { 'eva.variant': variant.variant }),
    ...(partial && { 'eva.run.partial': true }),
  };
}

export function resultAttributes({ state, all_passed, cases, evidence }: RunResult): Attributes {
  const passed = cases.filter((one) => one.passed === true).length;
  return {
    'test.suite.run.status': state === 'unfinished' ? 'aborted' : all_passed ? 'success' : 'failure',
    'eva.run.state': state,
    'eva.cases.passed': passed,
    'eva.cases.total': cases.length,
    ...(evidence.synthetic && { 'eva.run.synthetic': true }),
  };
}
