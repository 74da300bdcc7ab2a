import { type Asking, askForVerdict } from '#provider/question/ask.js';
import { type Assessment, type CheckContext, notTrue, withNot } from '../checking/check.js';
import { openingOf } from '../checking/excerpt.js';
import { messagesOf, responsesOf } from '../judging/behavior.js';
import { refusalQuestion } from '../judging/refusal.js';

/** Checks whether the response declines: the provider reports a refusal, or the judge decides that. */
export const refuses = withNot({
  op: 'refuses',
  prepare(value) {
    if (value !== true) return notTrue;
    return { assess: (response, context) => assessRefusal(response, context) };
  },
});

async function assessRefusal(response: string, context: CheckContext): Promise<Assessment> {
  const { trial, asking, judge } = context;
  if (trial.turns.some(({ details }) => details['stop'] === 'refusal'))
    return decided(true, response, 'the provider reports a refusal');
  if (!asking || !judge) return { holds: 'unknown', reason: 'no judge was asked' };
  const reading = await askForVerdict(
    {
      case: trial.case,
      role: 'judge',
      trial: trial.index,
      vote: 0,
      settings: judge,
      ...refusalQuestion(messagesOf(trial), responsesOf(trial)),
    },
    asking satisfies Asking,
  );
  if ('unreadable' in reading) return { holds: 'unknown', reason: reading.unreadable };
  return decided(reading.value === 'YES', response, `the judge decided ${reading.value}: ${reading.reason}`);
}

function decided(holds: boolean, response: string, reason: string): Assessment {
  const explain = () => ({ reason });
  const explainFailure = () => ({ reason, ...(response.trim() !== '' && { excerpt: openingOf(response) }) });
  return holds
    ? { holds, explain, explainNot: explainFailure }
    : { holds, explain: explainFailure, explainNot: explain };
}
