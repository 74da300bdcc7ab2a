import { createHash } from 'node:crypto';
import { messageOf } from '../harness/messages-api.js';
import { faults } from '../kills/behaviour.js';
import { answersOf, textOf } from './answers.js';

/**
 * Answers like `answersOf` with the same options. `faultRate`: the share of requests that fail instead; the client asks again. Reports the
 * number of requests, of answers and of distinct requests, and up to `mostRepeated` requests that were answered more than once.
 */
export function open({ latencyMs = 0, faultRate = 0, mostRepeated = 1000, ...options }) {
  const answerTo = answersOf(options);
  const answered = new Map();
  let requests = 0;
  return {
    answer(bytes) {
      requests += 1;
      if (isFault(requests, faultRate)) return faults[requests % faults.length];
      const body = JSON.parse(bytes.toString('utf8'));
      const time = count(answered, textOf(body));
      return { delayMs: latencyMs, body: toMessage(answerTo(body, time), body) };
    },
    report: () => ({
      requests,
      answers: [...answered.values()].reduce((sum, { times }) => sum + times, 0),
      distinct: answered.size,
      repeated: [...answered.values()].filter(({ times }) => times > 1).slice(0, mostRepeated),
    }),
  };
}

/** Spreads the faults evenly over the requests. */
function isFault(number, rate) {
  return Math.floor(number * rate) > Math.floor((number - 1) * rate);
}

const longestText = 200;

/** Counts an answer to a text. Returns the number of earlier ones. Keeps the digest and the end of the text, where the item is. */
function count(answered, text) {
  const digest = createHash('sha256').update(text).digest('base64');
  const known = answered.get(digest);
  if (known === undefined) answered.set(digest, { times: 1, text: text.slice(-longestText) });
  else known.times += 1;
  return (known?.times ?? 1) - 1;
}

function toMessage({ text, tool_input: input }, { tools }) {
  if (input === undefined) return messageOf([{ type: 'text', text }]);
  return messageOf([{ type: 'tool_use', id: 'toolu_1', name: tools[0].name, input }], 'tool_use');
}
