import type { Attributes, Context, Span, SpanKind, SpanStatusCode, TraceAPI, Tracer } from '@opentelemetry/api';
import type { Logger } from '@opentelemetry/api-logs';
import type { Case } from '#model/case.js';
import { isError, messageOf } from '#model/problem.js';
import type { Call, ModelRequest, StopReason, StoredReply } from '#model/reply/exchange.js';
import type { CallEnd, ProgressEvent, RunObserver } from '#model/run/notice.js';
import type { CaseResult, RunPlan, RunResult } from '#model/run/run.js';
import type { Score, Trial } from '#model/run/trial.js';
import type { Verdict } from '#model/run/verdict.js';

export interface TraceWorld {
  readonly tracer: Tracer;
  /** null if no events are exported. */
  readonly logger: Logger | null;
  readonly trace: TraceAPI;
  readonly kinds: typeof SpanKind;
  readonly codes: typeof SpanStatusCode;
  /** The context of the command, in which runs are root spans or children of a CI job. */
  readonly outer: Context;
  readonly content: boolean;
  readonly redact: (text: string) => string;
  readonly traceName: (provider: string) => string;
}

const info = 9;

const evaluationEvent = 'gen_ai.evaluation.result';

export class RunTrace implements RunObserver {
  readonly #world: TraceWorld;
  readonly #id: string;
  #begun: Span | undefined;
  readonly #cases = new Map<string, Span>();
  readonly #open = new Set<Span>();
  readonly #trials = new Map<string, { readonly span: Span; answer: Span | undefined }>();
  #planned: ReadonlyMap<string, Case> = new Map();

  constructor(world: TraceWorld, id: string) {
    this.#world = world;
    this.#id = id;
  }

  /** The span of the run, which begins when it is needed first. */
  get #run(): Span {
    const { tracer, outer } = this.#world;
    this.#begun ??= tracer.startSpan(`eva.run ${this.#id}`, { attributes: { 'test.suite.name': this.#id } }, outer);
    return this.#begun;
  }

  onCall(call: Call): (end: CallEnd) => void {
    const started = Date.now();
    const isOfTrial = call.role !== 'rubric';
    const trial = isOfTrial ? this.#trial(call.case, call.draw.trial) : null;
    return (end) => {
      if ('stored' in end ? !isFresh(end.stored, started) : !wasMade(end.error)) return;
      const span = this.#callSpan(call, end, { started, parent: trial?.span ?? this.#run });
      if (trial && call.role === 'subject') trial.answer = span;
    };
  }

  onTrial(trial: Trial, scores: readonly Score[]): void {
    const own = this.#trial(trial.case, trial.index);
    this.#trials.delete(keyOf(trial.case, trial.index));
    own.span.setAttributes({
      'eva.trial.outcome': trial.outcome,
      ...(trial.origin && { 'eva.item.id': this.#safe(trial.origin.item), 'eva.item.draw': trial.origin.draw }),
    });
    if (trial.outcome !== 'finished') this.#fail(own.span, trial.outcome, trial.reason);
    own.span.end();
    for (const score of scores) this.#scored(trial, score, own.answer ?? own.span);
  }

  onEvent(event: ProgressEvent): void {
    if (event.event === 'run_started') {
      this.#run.setAttributes(this.#safely(planAttributes(event.run_id, event.plan)));
      this.#planned = new Map(event.plan.cases.map((testCase) => [testCase.name, testCase]));
    } else if (event.event === 'case_decided') this.#decided(event.result);
    else if (event.event === 'run_finished') this.#run.setAttributes(resultAttributes(event.result));
  }

  onEnd({ state, error }: Parameters<RunObserver['onEnd']>[0]): void {
    for (const { span } of this.#trials.values()) span.end();
    for (const span of this.#open) span.end();
    if (state !== 'with_result') this.#run.setAttribute('test.suite.run.status', 'aborted');
    if (state === 'with_error') this.#fail(this.#run, nameOf(error), messageOf(error));
    this.#run.end();
  }

  #trial(name: string, index: number): { readonly span: Span; answer: Span | undefined } {
    const key = keyOf(name, index);
    const known = this.#trials.get(key);
    if (known) return known;
    const span = this.#start(`trial ${index + 1}`, this.#case(name), { 'eva.trial.number': index + 1 });
    const made = { span, answer: undefined };
    this.#trials.set(key, made);
    return made;
  }

  #case(name: string): Span {
    const known = this.#cases.get(name);
    if (known) return known;
    const safe = this.#safe(name);
    const span = this.#start(`case ${safe}`, this.#run, { 'test.case.name': safe });
    this.#cases.set(name, span);
    this.#open.add(span);
    return span;
  }

  #start(name: string, parent: Span, attributes: Attributes): Span {
    return this.#world.tracer.startSpan(name, { attributes }, this.#within(parent));
  }

  #within(span: Span): Context {
    return this.#world.trace.setSpan(this.#world.outer, span);
  }

  #callSpan(call: Call, end: CallEnd, { started, parent }: { readonly started: number; readonly parent: Span }): Span {
    const { tracer, kinds, content, traceName } = this.#world;
    const stored = 'stored' in end ? end.stored : null;
    const span = tracer.startSpan(
      `${operationOf(call)} ${this.#safe(call.request.model)}`,
      {
        kind: kinds.CLIENT,
        startTime: startOf(stored, started),
        attributes: this.#safely({
          ...callAttributes(call, traceName),
          ...(stored && replyAttributes(stored)),
          ...(content && contentAttributes(call, stored)),
        }),
      },
      this.#within(parent),
    );
    if ('error' in end) this.#fail(span, nameOf(end.error), messageOf(end.error));
    span.end();
    return span;
  }

  #decided(result: CaseResult): void {
    const span = this.#case(result.name);
    const { passed, look, verdicts, trials, stopped_at } = result;
    const counted = trials.slice(0, stopped_at ?? trials.length);
    const missing = counted.filter(({ outcome }) => outcome === 'missing').length;
    span.setAttributes({
      ...(!look && passed !== null && { 'test.case.result.status': passed ? 'pass' : 'fail' }),
      'eva.case.trials': (stopped_at ?? trials.length) - missing,
      ...(missing > 0 && { 'eva.case.trials_without_reply': missing }),
    });
    for (const verdict of verdicts) this.#emit(span, this.#verdictAttributes(result.name, verdict));
    this.#open.delete(span);
    span.end();
  }

  #verdictAttributes(name: string, { claim, outcome, estimate, reason }: Verdict): Attributes {
    return {
      'gen_ai.evaluation.name': claim,
      ...(estimate !== null && { 'gen_ai.evaluation.score.value': estimate }),
      'gen_ai.evaluation.score.label': outcome,
      ...(this.#world.content && { 'gen_ai.evaluation.explanation': reason }),
      'eva.evaluation.of': 'case',
      'test.case.name': name,
    };
  }

  #scored(trial: Trial, score: Score, span: Span): void {
    const about = this.#planned.get(trial.case)?.expectations[score.expectation]?.about;
    const reasons = score.findings
      .filter(({ holds }) => holds !== true)
      .map(({ about: what, reason }) => `${what}: ${reason}`);
    const explanation = score.value === null ? [score.reason, ...reasons] : reasons;
    this.#emit(span, {
      'gen_ai.evaluation.name': about ?? `expectation ${score.expectation + 1}`,
      ...(score.value !== null && { 'gen_ai.evaluation.score.value': score.value }),
      'gen_ai.evaluation.score.label': labelOf(score),
      ...(score.value === null && { 'error.type': score.why }),
      ...(this.#world.content && explanation.length > 0 && { 'gen_ai.evaluation.explanation': explanation.join('\n') }),
      'eva.evaluation.of': 'trial',
      'test.case.name': trial.case,
      'eva.trial.number': trial.index + 1,
      ...(trial.origin && { 'eva.item.id': trial.origin.item }),
    });
  }

  #emit(span: Span, attributes: Attributes): void {
    this.#world.logger?.emit({
      eventName: evaluationEvent,
      severityNumber: info,
      severityText: 'INFO',
      attributes: this.#safely(attributes),
      context: this.#within(span),
    });
  }

  /** Marks a span as failed. Texts of servers and models are exported only with the contents of messages. */
  #fail(span: Span, type: string, message: string): void {
    const { codes, content } = this.#world;
    span.setAttribute('error.type', type);
    span.setStatus({ code: codes.ERROR, ...(content && { message: this.#safe(message) }) });
  }

  #safely(attributes: Attributes): Attributes {
    const entries = Object.entries(attributes);
    return Object.fromEntries(
      entries.map(([name, value]) => [name, typeof value === 'string' ? this.#safe(value) : value]),
    );
  }

  #safe(text: string): string {
    return this.#world.redact(text).replace(/\p{Surrogate}/gu, '\ufffd');
  }
}

function keyOf(name: string, index: number): string {
  return `${index} ${name}`;
}

/** Returns true if a call to a model gave this reply now; false if a journal, cache or recording had it. */
function isFresh({ source, run_id, ts }: StoredReply, started: number): boolean {
  return source === 'model' && run_id === undefined && Date.parse(ts) >= started;
}

/** Returns false for calls that were refused before anything was sent. */
function wasMade(error: unknown): boolean {
  const why = isError(error) && 'why' in error ? error.why : undefined;
  return why !== 'no_recording' && why !== 'budget' && why !== 'provider_given_up';
}

/** Returns when the successful attempt began: a call may have waited for its turn before. Milliseconds since 1970. */
function startOf(stored: StoredReply | null, started: number): number {
  const latency = stored?.reply.latency_s ?? null;
  return stored === null || latency === null ? started : Math.max(started, Date.parse(stored.ts) - latency * 1000);
}

/** Returns `pass` or `fail` if all findings hold or one does not, `ungraded` or `failed` without a value, else `value`. */
function labelOf(score: Score): string {
  if (score.value === null) return score.why;
  if (score.findings.length === 0) return 'value';
  return score.findings.every(({ holds }) => holds === true) ? 'pass' : 'fail';
}

function nameOf(error: unknown): string {
  if (isError(error) && 'why' in error) return String(error.why);
  return isError(error) ? error.name : '_OTHER';
}

const finishReasons: Readonly<Partial<Record<StopReason, string>>> = {
  end: 'stop',
  max_tokens: 'length',
  tool_call: 'tool_call',
  refusal: 'content_filter',
  app_error: 'error',
};

function operationOf({ request }: Call): 'chat' | 'embeddings' | 'invoke_agent' {
  if (!('max_tokens' in request)) return 'invoke_agent';
  return request.embed ? 'embeddings' : 'chat';
}

function callAttributes(call: Call, traceName: (provider: string) => string): Attributes {
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
function replyAttributes({ reply }: StoredReply): Attributes {
  const { usage, model, stop } = reply;
  return {
    ...(model !== '' && { 'gen_ai.response.model': model }),
    'gen_ai.response.finish_reasons': [finishReasons[stop] ?? stop],
    ...(usage.input_tokens !== null && { 'gen_ai.usage.input_tokens': usage.input_tokens }),
    ...(usage.output_tokens !== null && { 'gen_ai.usage.output_tokens': usage.output_tokens }),
  };
}

function contentAttributes({ request }: Call, stored: StoredReply | null): Attributes {
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

function planAttributes(runId: string, { id, variant, partial, evidence }: RunPlan): Attributes {
  return {
    'test.suite.name': id,
    'eva.run.id': runId,
    'eva.prompt.id': id,
    'eva.prompt.digest': evidence.prompt,
    ...(variant?.variant !== undefined && { 'eva.variant': variant.variant }),
    ...(partial && { 'eva.run.partial': true }),
  };
}

function resultAttributes({ state, all_passed, cases, evidence }: RunResult): Attributes {
  const passed = cases.filter((one) => one.passed === true).length;
  return {
    'test.suite.run.status': state === 'unfinished' ? 'aborted' : all_passed ? 'success' : 'failure',
    'eva.run.state': state,
    'eva.cases.passed': passed,
    'eva.cases.total': cases.length,
    ...(evidence.synthetic && { 'eva.run.synthetic': true }),
  };
}
