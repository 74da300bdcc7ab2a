import { messageOf } from './messages-api.js';

/** Every request is answered `latencyMs` later with one and the same message of some 500 bytes. Tells how many came since it told last, and the time from the first to the last answer. */
export function open({ latencyMs = 0 }) {
  const text = `<diff>${'a line of the answer, and one more '.repeat(8)}</diff>`;
  const answered = { delayMs: latencyMs, body: messageOf([{ type: 'text', text }]) };
  let came = [];
  return {
    answer: () => {
      came.push(performance.now());
      return answered;
    },
    report: () => {
      const told = { requests: came.length, span_ms: came.length === 0 ? 0 : came.at(-1) + latencyMs - came[0] };
      came = [];
      return told;
    },
  };
}
