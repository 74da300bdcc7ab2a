import { fileURLToPath } from 'node:url';
import type { RunObserver } from '#model/run/notice.js';
import { version } from '#model/version.js';
import { isTracked } from '#provider/process/git-program.js';
import { RunTrace, type TraceWorld } from './run-trace.js';

export interface Telemetry {
  /** Returns the observer of a run of a prompt. `traceName` returns the name that OpenTelemetry gives to a provider. */
  readonly observe: (id: string, traceName: TraceWorld['traceName']) => RunObserver;
  /** Sends what is left, for at most 5 s. Returns why something was not sent; null if nothing is known to be lost. Never throws. */
  readonly close: () => Promise<string | null>;
}

interface TelemetryWorld {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly redact: (text: string) => string;
}

/** The maximum time for sending what is left at the end of a command, in milliseconds. */
const flushMs = 5000;

/** The maximum number of spans or events that wait to be sent. Further ones are lost. */
const queueSize = 65_536;

const scope = 'eva-harness';

/** Opens the official packages of OpenTelemetry, which read the variables for endpoints, headers and time limits themselves. */
export async function openTelemetry(
  settings: TelemetrySettings,
  { env, redact }: TelemetryWorld,
): Promise<Telemetry | { readonly missing: readonly string[] }> {
  const loaded = await loadPackages();
  if ('missing' in loaded) return loaded;
  const [api, resources, traces, logs, traceExporter, logExporter] = loaded;
  let failure: string | null = null;
  const note = (...words: readonly unknown[]) => {
    failure ??= redact(words.map(String).join(' '));
  };
  const quiet = () => {};
  api.diag.setLogger(
    { error: note, warn: note, info: quiet, debug: quiet, verbose: quiet },
    { logLevel: api.DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  const resource = resources
    .defaultResource()
    .merge(resources.resourceFromAttributes({ 'service.name': 'eva', 'service.version': version }))
    .merge(resources.detectResources({ detectors: [resources.envDetector] }));
  const spans = new traces.TracerProvider({
    resource,
    spanProcessors: settings.traces
      ? [new traces.BatchSpanProcessor({ exporter: new traceExporter.OTLPTraceExporter(), maxQueueSize: queueSize })]
      : [],
  });
  const events = new logs.LoggerProvider({
    resource,
    processors: settings.logs
      ? [new logs.BatchLogRecordProcessor({ exporter: new logExporter.OTLPLogExporter(), maxQueueSize: queueSize })]
      : [],
  });
  const world = {
    tracer: spans.getTracer(scope, version),
    logger: settings.logs ? events.getLogger(scope, version) : null,
    trace: api.trace,
    kinds: api.SpanKind,
    codes: api.SpanStatusCode,
    outer: outerContext(api, env),
    content: settings.content,
    redact,
  };
  return {
    observe: (id, traceName) => guarded(new RunTrace({ ...world, traceName }, id), note),
    close: async () => {
      const ended = Promise.all([spans.shutdown(), events.shutdown()])
        .then(() => true)
        .catch(note);
      if ((await within(ended, flushMs)) === 'late') note(`not everything was sent within ${flushMs / 1000} s`);
      api.diag.disable();
      return failure;
    },
  };
}

async function loadPackages() {
  const planted = packages.filter(isPlanted);
  if (planted.length > 0) return { missing: planted };
  const loading = [
    import('@opentelemetry/api'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/sdk-logs'),
    import('@opentelemetry/exporter-trace-otlp-proto'),
    import('@opentelemetry/exporter-logs-otlp-proto'),
  ] as const;
  const settled = await Promise.allSettled(loading);
  const missing = packages.filter((_name, at) => settled[at]?.status === 'rejected');
  if (missing.length > 0) return { missing };
  return Promise.all(loading);
}

/** Returns an observer that never throws: an error in telemetry must not end a run. */
function guarded(trace: RunObserver, note: (error: unknown) => void): RunObserver {
  const attempt = <T>(work: () => T): T | undefined => {
    try {
      return work();
    } catch (error) {
      note(error);
      return undefined;
    }
  };
  return {
    onCall: (call) => {
      const onEnd = attempt(() => trace.onCall(call));
      return (end) => attempt(() => onEnd?.(end));
    },
    onTrial: (trial, scores) => attempt(() => trace.onTrial(trial, scores)),
    onEvent: (event) => attempt(() => trace.onEvent(event)),
    onEnd: (end) => attempt(() => trace.onEnd(end)),
  };
}

const packages = [
  'api',
  'resources',
  'sdk-trace',
  'sdk-logs',
  'exporter-trace-otlp-proto',
  'exporter-logs-otlp-proto',
].map((name) => `@opentelemetry/${name}`);

/** Returns true for an installed package that git tracks: it would run in eva's own process. */
function isPlanted(name: string): boolean {
  try {
    return isTracked(fileURLToPath(import.meta.resolve(name)));
  } catch {
    return false; // it is missing, which loading it says
  }
}

/** Returns the context that the variables TRACEPARENT and TRACESTATE name, as CI systems set them; else one without a span. */
function outerContext(api: typeof import('@opentelemetry/api'), env: TelemetryWorld['env']) {
  const [, traceId, spanId, flags] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(env['TRACEPARENT'] ?? '') ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return api.ROOT_CONTEXT;
  const span = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return api.isSpanContextValid(span) ? api.trace.setSpanContext(api.ROOT_CONTEXT, span) : api.ROOT_CONTEXT;
}

async function within<T>(work: Promise<T>, ms: number): Promise<T | 'late'> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

interface TelemetrySettings {
  readonly traces: boolean;
  readonly logs: boolean;
  /** True to export inputs, replies and reasons. */
  readonly content: boolean;
  /** A protocol that the variables ask for and eva does not have; null if it has all. */
  readonly unknownProtocol: string | null;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the settings of the OpenTelemetry variables; null if nothing is exported: without an endpoint, or if it is disabled. A signal
 * without an endpoint is not exported.
 */
export function telemetrySettings(env: Environment): TelemetrySettings | null {
  if (env['OTEL_SDK_DISABLED']?.trim().toLowerCase() === 'true') return null;
  const [traces, logs] = [isWanted('TRACES', env), isWanted('LOGS', env)];
  if (!traces && !logs) return null;
  const protocols = [...(traces ? [protocolOf('TRACES', env)] : []), ...(logs ? [protocolOf('LOGS', env)] : [])];
  const unknownProtocol = protocols.find((one) => one !== protocol) ?? null;
  return {
    traces,
    logs,
    content: contentValues.includes(variable(contentVariable, env).toLowerCase()),
    unknownProtocol,
  };
}

/** The only protocol that eva sends, and the default of OpenTelemetry. */
const protocol = 'http/protobuf';

const contentVariable = 'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT';

const contentValues = ['true', 'span_only', 'event_only', 'span_and_event'];

function isWanted(signal: 'TRACES' | 'LOGS', env: Environment): boolean {
  const named = variable(`OTEL_${signal}_EXPORTER`, env) || 'otlp';
  const endpoint =
    variable(`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`, env) || variable('OTEL_EXPORTER_OTLP_ENDPOINT', env);
  return endpoint !== '' && named.split(',').some((one) => one.trim() === 'otlp');
}

function protocolOf(signal: 'TRACES' | 'LOGS', env: Environment): string {
  const own = variable(`OTEL_EXPORTER_OTLP_${signal}_PROTOCOL`, env);
  return own || variable('OTEL_EXPORTER_OTLP_PROTOCOL', env) || protocol;
}

function variable(name: string, env: Environment): string {
  return env[name]?.trim() ?? '';
}
