import { scriptedProvider } from 'eva-harness';

/**
 * Stands in for the models, so that the examples need no key: a user who gives the address when asked for it, and a judge
 * who is pleased if the steps were said. What it says is made up, and results label it as synthetic. With a key, leave out
 * `provider` and name real models.
 */
export function standIn() {
  return scriptedProvider(({ tool, messages }) => {
    const asked = messages.map(({ content }) => content).join('\n');
    if (tool?.name === 'next_message') return nextMessage(asked);
    if (tool?.name === 'verdict') {
      return asked.includes('follow the link')
        ? { reason: 'All the steps are there.', score: 9 }
        : { reason: 'The steps are missing.', score: 2 };
    }
    throw new Error('the expectation has a rubric of its own, so that none is asked for');
  });
}

/** @param {string} asked */
function nextMessage(asked) {
  if (asked.includes('follow the link')) return { message: '', next: 'goal_met' };
  if (asked.includes('Which e-mail address')) return { message: 'nuria@example.com', next: 'continue' };
  return { message: 'I forgot my password, can you help?', next: 'continue' };
}
