import { messageOf } from './messages-api.js';

/** Every request is answered `latencyMs` later with one and the same message of some 500 bytes. Tells how many came since it told last. */
export function open({ latencyMs = 0 }) {
  const text = `<diff>${'a line of the answer, and one more '.repeat(8)}</diff>`;
  const answered = { delayMs: latencyMs, body: messageOf([{ type: 'text', text }]) };
  let requests = 0;
  return {
    answer: () => {
      requests += 1;
      return answered;
    },
    report: () => {
      const told = { requests };
      requests = 0;
      return told;
    },
  };
}
