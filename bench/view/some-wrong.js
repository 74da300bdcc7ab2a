import { messageOf } from '../harness/messages-api.js';

/** Answers at once with about 1 kB. Of twenty answers one lacks what the checks ask for. */
export function open() {
  let requests = 0;
  return {
    answer: () => {
      requests += 1;
      const text = `${'a line of the answer, and one more '.repeat(28)}${requests % 20 === 0 ? '' : '<diff>'}`;
      return { body: messageOf([{ type: 'text', text }]) };
    },
    report: () => ({ requests }),
  };
}
