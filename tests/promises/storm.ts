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

export const rateLimited: Fault = { status: 429, headers: { 'retry-after-ms': '20' } };
const overloaded: Fault = { status: 529 };
const broken: Fault = { status: 500 };

/** How often each fault is met in all. */
export type Mixture = readonly (readonly [Fault, number])[];

/** 2,000 answers take 4,347 requests: 30 % 429, 10 % 529, 5 % 500, 5 % reset, 2 % hang, 2 % truncated. */
export const storm: Mixture = [
  [rateLimited, 1_304],
  [overloaded, 435],
  [broken, 217],
  ['reset', 217],
  ['hang', 87],
  ['truncate', 87],
];

/** 1,000 answers take 1,429 requests, of which 30 % go wrong in every way but one: nothing hangs. */
export const showers: Mixture = [
  [rateLimited, 215],
  [overloaded, 71],
  [broken, 57],
  ['reset', 43],
  ['truncate', 43],
];

export function faultsIn(mixture: Mixture): number {
  return mixture.reduce((sum, [, count]) => sum + count, 0);
}

/** A mixture dealt out to the cases evenly, and in each of them strewn among its answers; a hang comes first, since it lasts. */
export function weatherOf(mixture: Mixture, caseCount: number, seed: number): Weather {
  const random = seeded(seed);
  return Array.from({ length: caseCount }, (_, one) => {
    const faults = mixture.flatMap(([fault, count]) => Array<Fault>(share(count, caseCount, one)).fill(fault));
    const hangs = faults.filter((fault) => fault === 'hang');
    const others = faults.filter((fault) => fault !== 'hang');
    return [...hangs, ...shuffled([...others, ...Array<Fault>(sampleSize - 1).fill(null)], random)];
  });
}

/** How many of so many things fall to one case, so that all have alike. */
function share(things: number, caseCount: number, one: number): number {
  return Math.floor(((one + 1) * things) / caseCount) - Math.floor((one * things) / caseCount);
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
