import { parentPort, workerData } from 'node:worker_threads';
import type { Fault, SeenRequest } from '../support/fake-http.js';
import { startFakeMessagesApi } from '../support/fake-messages-api.js';
import { codeIn } from './evaluate.js';
import { type Counts, isGood, type StormPlan } from './storm.js';

// A thread that serves the Messages API in this weather. Its first message is its address; to each message it answers with counts.
const { weather, texts } = workerData as StormPlan;
const asked = new Map<number, number>();
const answered = new Map<number, number>();
let faults = 0;

function countUp(counts: Map<number, number>, one: number): number {
  const count = counts.get(one) ?? 0;
  counts.set(one, count + 1);
  return count;
}

const caseOf = (body: SeenRequest['body']) => Number(codeIn(body));
const faultAt = (one: number, number: number): Fault => weather[one]?.[number] ?? null;

const server = await startFakeMessagesApi({
  faults: (_, { body }) => {
    const one = caseOf(body);
    const fault = faultAt(one, countUp(asked, one));
    if (fault !== null) faults += 1;
    return fault;
  },
  answer: (body) => {
    const one = caseOf(body);
    const isLost = typeof faultAt(one, (asked.get(one) ?? 0) - 1) === 'string';
    if (isLost) return 'a half of this never counts';
    return texts[one] ?? (isGood(one, countUp(answered, one)) ? 'good' : 'bad');
  },
});

parentPort?.on('message', () => {
  const counts: Counts = { requests: server.requests.length, faults };
  parentPort?.postMessage(counts);
});
parentPort?.postMessage(server.url);
