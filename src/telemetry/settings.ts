/** Which signals are exported, and whether they contain messages. */
export interface TelemetrySettings {
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
