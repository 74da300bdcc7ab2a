import { randomBytes } from 'node:crypto';
import { missingRubrics } from '#grade/rubric.js';
import type { Notify } from '#model/run/notice.js';
import { routeTo } from '#provider/model-name.js';
import type { OpenPrompt } from '../prompt/open-prompt.js';
import { requireTrust } from '../prompt/require-trusted.js';
import { endsWithin } from '../session/ends.js';
import type { RunOptions } from '../session/run-options.js';
import type { RunControl } from '../session/start-run.js';
import { decideLiveness, routesTo } from './liveness.js';
import { askWith, memoryStore, noPlaces, silenceNotice } from './reply-places.js';
import { completeRubrics } from './run-rubrics.js';

type RubricOptions = Pick<RunOptions, 'env' | 'user' | 'trust'>;

/**
 * Asks the judge to write the missing rubrics of a prompt, saves them, and returns the prompt as read again by `reopen`. Throws
 * EVA_NO_RUBRIC, EVA_NO_KEY, EVA_NOT_TRUSTED, and the reason of `stop`.
 */
export async function writeMissingRubrics(
  open: OpenPrompt,
  reopen: () => OpenPrompt,
  options: RubricOptions,
  control: RunControl,
): Promise<OpenPrompt> {
  const asked = open.programs.filter(({ kind }) => kind === 'provider' || kind === 'base_url');
  requireTrust(asked, open, options);
  const deps = rubricDeps(open, options.env, control);
  return (await completeRubrics(open, deps, reopen, control.onEvent)).open;
}

/** Makes the dependencies for writing rubrics. Rubrics belong to no run, so their replies stay in memory. */
function rubricDeps(open: OpenPrompt, env: RunOptions['env'], control: RunControl) {
  const notify: Notify = control.onEvent;
  const ends = endsWithin(control);
  const models = missingRubrics(open.plan.cases).map(({ judge }) => judge.model);
  const liveness = decideLiveness(routesTo(models, open.config), false, { env, open }, false);
  return {
    ask: askWith(noPlaces, memoryStore(), { open, liveness, env, ends }, { onSilence: silenceNotice(notify) }),
    route: (model: string) => routeTo(model, open.config.providers),
    nonce: () => randomBytes(16).toString('hex'),
    abort: ends.abort,
  };
}
