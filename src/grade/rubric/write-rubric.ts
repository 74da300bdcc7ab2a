import type { BehaviorJudge, ModelSettings } from '#model/case.js';
import { type Answered, type Asking, askQuestion } from '#question/ask.js';
import type { VerdictForm } from '#question/verdict.js';
import type { MissingRubric } from './missing-rubrics.js';
import { rubricPrompt } from './rubric-prompt.js';
import { readRubric, type WrittenLevels } from './rubric-reply.js';

/** The least `max_tokens` of a request for a rubric. */
const leastTokens = 4096;

/** Returns the settings of a request for a rubric: those of the judge, with enough tokens for all levels. */
export function rubricSettings({ scale: _scale, votes: _votes, ...settings }: BehaviorJudge): ModelSettings {
  return { ...settings, max_tokens: Math.max(settings.max_tokens, leastTokens) };
}

/**
 * Asks the judge what each level means, and a second time if the first reply cannot be read. Throws `NoReply` if the judge gave no reply.
 */
export function writeRubric(missing: MissingRubric, deps: Asking): Promise<Answered<WrittenLevels>> {
  return askQuestion<WrittenLevels>(
    {
      case: missing.case,
      role: 'rubric',
      trial: 0,
      turn: 0,
      vote: 0,
      settings: rubricSettings(missing.judge),
      compose: (form: VerdictForm, nonce: string) => rubricPrompt(missing, form, nonce),
      read: (reply, form) => readRubric(reply, form, missing),
    },
    deps,
  );
}
