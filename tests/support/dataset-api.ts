import type { TestContext } from 'node:test';
import { benchmark } from './benchmark.js';
import type { SeenRequest } from './fake-http.js';
import type { FakeReply } from './fake-messages-api.js';
import { sentinelKey } from './secrets.js';

/** How the fake model answers the items of a data set. */
export interface DatasetAnswers {
  /** Other seeds give other answers. */
  readonly seed?: string;
  /** A pattern of which the first group is the right answer in the request. Default: `label: ([\w-]+)`. */
  readonly pattern?: string;
  /** The answers that it may give. */
  readonly classes?: readonly string[];
  /** The share of right answers, from 0 to 1. Default 0.9. */
  readonly accuracy?: number;
  /** False to give the same answer whenever the same text is asked. Default true. */
  readonly varies?: boolean;
  /** The text of an answer, with `{answer}` in the place of the class. */
  readonly form?: string;
}

export interface DatasetApiOptions extends DatasetAnswers {
  readonly latencyMs?: number;
  /** The share of requests that fail in a way after which a client asks again. */
  readonly faultRate?: number;
  /** The maximum number of repeated requests in a report. Default 1000. */
  readonly mostRepeated?: number;
}

export interface DatasetReport {
  readonly requests: number;
  /** Requests without those that failed. */
  readonly answers: number;
  /** The number of different texts that were answered. */
  readonly distinct: number;
  /** Texts (the last 200 characters) that were answered more than once. */
  readonly repeated: readonly { readonly times: number; readonly text: string }[];
}

export interface DatasetApi {
  readonly url: string;
  /** The variables that lead eva to it. */
  readonly env: Readonly<Record<string, string>>;
  /** Returns the counts since its start, once all clients have closed their connections. */
  report(): Promise<DatasetReport>;
}

/** Starts a Messages API for large data sets in a process of its own, until the test ends. */
export async function startDatasetApi(t: TestContext, options: DatasetApiOptions = {}): Promise<DatasetApi> {
  const { startServer } = await benchmark('harness/messages-api.js');
  const behaviour = new URL('bench/dataset/behaviour.js', `file://${process.cwd()}/`).href;
  const { url, report, stop } = await startServer(behaviour, options);
  t.after(stop);
  return { url, env: { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: url }, report };
}

/** Returns the same answers for a server in this process, such as `startFakeBatchesApi`. Counts how often each text was asked. */
export async function datasetAnswers(options: DatasetAnswers = {}): Promise<(body: SeenRequest['body']) => FakeReply> {
  const { answersOf, textOf } = await benchmark('dataset/answers.js');
  const answerTo = answersOf(options);
  const times = new Map<string, number>();
  return (body) => {
    const text = textOf(body);
    const time = times.get(text) ?? 0;
    times.set(text, time + 1);
    return answerTo(body, time);
  };
}
