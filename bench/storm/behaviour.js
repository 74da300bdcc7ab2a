import { randomFrom } from '../calibration/random.js';
import { messageOf } from '../harness/messages-api.js';

/** Each request by itself has this chance of each fault, whatever came before; the seed chooses. Tells how often each struck. */
export function open({ seed, latencyMs }) {
  const { uniform } = randomFrom(seed);
  const told = { requests: 0, faults: Object.fromEntries(weather.map(({ name }) => [name, 0])) };
  const answer = () => {
    told.requests += 1;
    const struck = faultAt(uniform());
    if (struck) told.faults[struck.name] += 1;
    return { delayMs: latencyMs, ...(struck?.answer ?? good) };
  };
  return { answer, report: () => told };
}

const body = messageOf([{ type: 'text', text: '<diff>x = 2</diff>' }]);
const good = { body };
const error = JSON.stringify({ type: 'error', error: { type: 'some_error', message: 'a storm' } });

const weather = [
  {
    name: '429, retry-after-ms: 20',
    share: 0.3,
    answer: { status: 429, headers: { 'retry-after-ms': '20' }, body: error },
  },
  { name: '529', share: 0.1, answer: { status: 529, body: error } },
  { name: '500', share: 0.05, answer: { status: 500, body: error } },
  { name: 'reset', share: 0.05, answer: { fault: 'reset', body } },
  { name: 'hang', share: 0.02, answer: { fault: 'hang', body } },
  { name: 'truncated', share: 0.02, answer: { fault: 'truncate', body } },
];

function faultAt(chance) {
  let sum = 0;
  return weather.find(({ share }) => {
    sum += share;
    return chance < sum;
  });
}
