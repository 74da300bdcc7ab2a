import { once } from 'node:events';
import type { TestContext } from 'node:test';
import { Worker } from 'node:worker_threads';
import type { Fault } from '../support/fake-http.js';

/** What happens to the requests of each case, in their order; later ones go well. */
export type Weather = readonly (readonly Fault[])[];

export interface StormPlan {
  readonly weather: Weather;
  /** What each case is answered where that is not `good` or `bad`. */
  readonly texts: readonly string[];
}

export interface Counts {
  readonly requests: number;
  readonly faults: number;
}

export interface Storm {
  readonly url: string;
  readonly counts: () => Promise<Counts>;
}

/** The trials of a case in a storm. */
export const sampleSize = 25;

/**
 * Whether the k-th answer that a case gets is good, in fair weather as in foul: all of the first ten cases, and of the others
 * one more of 25 from case to case.
 */
export function isGood(one: number, k: number): boolean {
  return one < 10 || (k * 7) % sampleSize < one - 10;
}

/** A server in a thread of its own: in ours it would accept one connection in each turn of a loop that eva keeps busy. */
export async function startStorm(t: TestContext, weather: Weather, texts: readonly string[] = []): Promise<Storm> {
  const workerData: StormPlan = { weather, texts };
  const worker = new Worker(new URL('./storm-server.js', import.meta.url), { workerData });
  t.after(() => worker.terminate());
  const [url] = await once(worker, 'message');
  return {
    url,
    counts: async () => {
      worker.postMessage('counts');
      const [counts] = await once(worker, 'message');
      return counts;
    },
  };
}

const soon = { 'retry-after-ms': '5' };
export const rateLimited: Fault = { status: 429, headers: soon };
const overloaded: Fault = { status: 529, headers: soon };
const broken: Fault = { status: 500 };

/**
 * Weather in which 25 answers of a case take 45 requests or, in every fourth case, 46: 30 % 429, 10 % 529, 5 % 500, 5 %
 * reset, 5 % truncated and a hang now and then. At most five counted failures a case, one of them a hang, so that no
 * trial can use up its six attempts or its two time-outs, whichever requests are its own.
 */
export function foulWeather(caseCount: number, seed: number): Weather {
  const random = seeded(seed);
  return Array.from({ length: caseCount }, (_, one) => {
    const hangs: Fault[] = one % 4 === 0 ? ['hang'] : [];
    const fifth: Fault = one % 2 === 0 ? 'reset' : 'truncate';
    const counted: Fault[] = [broken, broken, 'reset', 'truncate', ...(hangs.length > 0 ? [] : [fifth])];
    const faults = [...Array(14).fill(rateLimited), ...Array(5).fill(overloaded), ...counted];
    return [...hangs, ...shuffled([...faults, ...Array(45 - faults.length).fill(null)], random)];
  });
}

/** Park and Miller's generator: the same numbers for the same seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
