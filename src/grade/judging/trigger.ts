import type { Case } from '#model/case.js';
import type { Finding } from '#model/run/score.js';
import { type Asking, askForVerdict } from '#question/ask.js';
import { decisionVerdict } from '#question/verdict.js';
import { type Graded, gradedBy } from '../graded.js';
import { triggerPrompt } from './trigger-prompt.js';

/** 1 if the trigger judge decides of a query as its list says, else 0; no value if its decision cannot be read. */
export async function gradeTrigger(one: Case, trial: number, deps: Asking): Promise<Graded> {
  return gradedBy(await triggerFinding(one, trial, deps));
}

async function triggerFinding(one: Case, trial: number, deps: Asking): Promise<Finding> {
  const { subject } = one;
  if (subject.kind !== 'trigger') throw new Error(`"${one.name}" is graded as a query but is a ${subject.kind}`);
  const { query, routing, settings, should_match } = subject;
  const about = should_match ? 'should_match' : 'should_not_match';
  const reading = await askForVerdict(
    {
      case: one.name,
      role: 'trigger',
      trial,
      vote: 0,
      settings,
      kind: decisionVerdict,
      compose: (form, nonce) => triggerPrompt(query, routing, form, nonce),
      shown: [query],
    },
    deps,
  );
  if ('unreadable' in reading)
    return {
      about,
      holds: null,
      reason: `ungraded: two replies of the trigger judge held no verdict; the last: ${reading.unreadable}`,
      judge_reply: reading.reply,
    };
  const holds = (reading.value === 'YES') === should_match;
  return { about, holds, reason: `decided ${reading.value}: ${reading.reason}` };
}
