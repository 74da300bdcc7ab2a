import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';

const require = createRequire(import.meta.url);
/** The messages of OTLP, generated from its official schema. */
const { opentelemetry } = require('otlp-schema/build/src/generated/root.js');
const collector = opentelemetry.proto.collector;

type Value = string | number | boolean | readonly Value[];

/** A span as it was received. */
export interface SeenSpan {
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for a root span. */
  readonly parentSpanId: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly status: { readonly code?: number; readonly message?: string };
  readonly attributes: Readonly<Record<string, Value>>;
  readonly resource: Readonly<Record<string, Value>>;
}

/** An event as it was received. */
export interface SeenEvent {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly attributes: Readonly<Record<string, Value>>;
}

/** A loopback receiver of OTLP. */
export interface OtlpReceiver {
  readonly url: string;
  readonly spans: readonly SeenSpan[];
  readonly events: readonly SeenEvent[];
  /** The paths and the headers of all requests. */
  readonly requests: readonly { readonly path: string; readonly headers: NodeJS.Dict<string | string[]> }[];
  /** Everything that was received, as text. */
  text(): string;
  close(): void;
}

/** Starts a receiver of OTLP over HTTP. `status` answers every request; `null` answers none. */
export async function startOtlpReceiver(status: number | null = 200): Promise<OtlpReceiver> {
  const spans: SeenSpan[] = [];
  const events: SeenEvent[] = [];
  const requests: { path: string; headers: NodeJS.Dict<string | string[]> }[] = [];
  const bodies: string[] = [];
  const server = createServer(async (incoming, response) => {
    const sent = await buffer(incoming);
    const bytes = incoming.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent;
    const path = incoming.url ?? '';
    requests.push({ path, headers: incoming.headers });
    bodies.push(bytes.toString('utf8'));
    if (path.endsWith('/v1/traces')) spans.push(...spansIn(bytes));
    if (path.endsWith('/v1/logs')) events.push(...eventsIn(bytes));
    if (status === null) return;
    response.writeHead(status, { 'content-type': 'application/x-protobuf' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, spans, events, requests, text: () => bodies.join('\n'), close };
}

// biome-ignore lint/suspicious/noExplicitAny: decoded by the schema
type Decoded = any;

function spansIn(bytes: Uint8Array): readonly SeenSpan[] {
  const { resourceSpans } = decoded(collector.trace.v1.ExportTraceServiceRequest, bytes);
  return resourceSpans.flatMap(({ resource, scopeSpans }: Decoded) =>
    scopeSpans.flatMap(({ spans }: Decoded) =>
      spans.map((span: Decoded) => ({
        name: span.name,
        kind: span.kind,
        traceId: hex(span.traceId),
        spanId: hex(span.spanId),
        parentSpanId: hex(span.parentSpanId),
        startMs: Number(span.startTimeUnixNano) / 1e6,
        endMs: Number(span.endTimeUnixNano) / 1e6,
        status: span.status ?? {},
        attributes: record(span.attributes),
        resource: record(resource.attributes),
      })),
    ),
  );
}

function eventsIn(bytes: Uint8Array): readonly SeenEvent[] {
  const { resourceLogs } = decoded(collector.logs.v1.ExportLogsServiceRequest, bytes);
  return resourceLogs.flatMap(({ scopeLogs }: Decoded) =>
    scopeLogs.flatMap(({ logRecords }: Decoded) =>
      logRecords.map((one: Decoded) => ({
        name: one.eventName,
        traceId: hex(one.traceId),
        spanId: hex(one.spanId),
        attributes: record(one.attributes),
      })),
    ),
  );
}

function decoded(message: Decoded, bytes: Uint8Array): Decoded {
  return message.toObject(message.decode(bytes), { longs: String, bytes: Buffer, arrays: true });
}

function hex(bytes: Uint8Array | undefined): string {
  return Buffer.from(bytes ?? []).toString('hex');
}

function record(attributes: readonly Decoded[] = []): Readonly<Record<string, Value>> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, valueIn(value)]));
}

function valueIn(value: Decoded): Value {
  if (value.arrayValue) return value.arrayValue.values.map(valueIn);
  if (value.intValue !== undefined) return Number(value.intValue);
  return value.stringValue ?? value.doubleValue ?? value.boolValue;
}
