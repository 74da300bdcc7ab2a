import type { BehaviorJudge, ModelSettings } from '#model/case.js';
import { type Answered, type Asking, askQuestion } from '#question/ask.js';
import type { VerdictForm } from '#question/verdict.js';
import type { MissingRubric } from './missing-rubrics.js';
import { rubricPrompt } from './rubric-prompt.js';
import { readRubric, type WrittenLevels } from './rubric-reply.js';

/** Tokens that a rubric may take, unless its judge may use more. */
const leastTokens = 4096;

/** Returns how a judge is asked for a rubric: as it judges, but with room for all levels. */
export function rubricSettings({ scale: _scale, votes: _votes, ...settings }: BehaviorJudge): ModelSettings {
  return { ...settings, max_tokens: Math.max(settings.max_tokens, leastTokens) };
}

/** Asks the judge what each level means, and once more if that cannot be read. Throws `NoReply` if a reply could not be had. */
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
