import { openTelemetry, type Telemetry, telemetrySettings } from '#report/telemetry/open-telemetry.js';
import { visible, wrap } from '#report/text/visible.js';
import { traceName } from '#run/replies/liveness.js';
import type { PlannedRun } from '#run/session/run-options.js';
import type { CommandPlace } from '../open-command.js';
import type { Terminal } from '../output/terminal.js';

/** The traces of the runs of a command. */
export interface Tracing {
  /** Returns runs that are traced, or the same runs if nothing is exported. */
  readonly traced: (runs: readonly PlannedRun[]) => readonly PlannedRun[];
  /** Sends what is left, and prints a warning if something was not sent. Never throws. */
  readonly close: () => Promise<void>;
}

const none: Tracing = { traced: (runs) => runs, close: async () => {} };

/** Opens the export of traces if the environment has an endpoint of OpenTelemetry. Missing packages are a warning, and nothing is exported. */
export async function openTracing({ terminal, io: { env } }: CommandPlace): Promise<Tracing> {
  const settings = telemetrySettings(env);
  if (!settings) return none;
  if (settings.unknownProtocol !== null) {
    const advice = 'set OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf, and the endpoint of OTLP over HTTP (port 4318)';
    warn(`no traces are sent, since eva does not know the protocol ${settings.unknownProtocol}: ${advice}`, terminal);
    return none;
  }
  const telemetry = await openTelemetry(settings, { env, redact: terminal.redact });
  if (!('missing' in telemetry)) return tracingWith(telemetry, terminal);
  const packages = telemetry.missing.join(' ');
  warn(
    `no traces are sent, since packages of OpenTelemetry are missing or tracked by git: npm install --save-dev ${packages}`,
    terminal,
  );
  return none;
}

function tracingWith({ observe, close }: Telemetry, terminal: Terminal): Tracing {
  return {
    traced: (runs) =>
      runs.map((run) => {
        const { prompt, config } = run.open;
        return {
          ...run,
          observer: observe(prompt.id, (name) => traceName(config, name)),
        };
      }),
    close: async () => {
      const failure = await close();
      if (failure !== null) warn(`OpenTelemetry: ${failure}`, terminal);
    },
  };
}

/** The maximum length of a warning: a failed export names each of its causes. */
const mostCharacters = 300;

function warn(text: string, { err, errScreen }: Terminal): void {
  const short = text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text;
  err(`${errScreen.paint.yellow('warning:')} ${wrap(visible(short), errScreen.width - 9).join('\n  ')}\n`);
}
