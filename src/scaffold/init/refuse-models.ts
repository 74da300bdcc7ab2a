import { EvaError, problem } from '#errors/index.js';
import type { ModelChoice, WishedModels } from '../choose-models.js';
import type { LibraryPlace } from './inspect-place.js';

/** The models of a new library, and how they were asked for. */
export interface RequestedModels {
  readonly choice: ModelChoice;
  /** The flags that name models. */
  readonly wished: WishedModels;
  /** True to add a workflow for GitHub. */
  readonly ci: boolean;
}

/** Throws EVA_EXISTS if an eva.yml names other models than the command line, or if no file would get the models of the command line. */
export function refuseModels({ config, hasPrompts }: LibraryPlace, { choice, wished, ci }: RequestedModels): void {
  const { provider, model, judge } = wished;
  const isNamed = [provider, model, judge].some((one) => one !== undefined);
  if (!isNamed) return;
  if (config === null) {
    const flags = [
      ...(provider === undefined || ci ? [] : ['--provider']),
      ...(model === undefined ? [] : ['--model']),
      ...(judge === undefined ? [] : ['--judge']),
    ];
    if (!hasPrompts || flags.length === 0) return;
    throw new EvaError([problem('EVA_EXISTS:prompts', { flags, model: choice.model, judge: choice.judge })]);
  }
  const isSet = (inFile: string | undefined, chosen: string, isWished: boolean) =>
    inFile === undefined ? !(hasPrompts && isWished) : inFile === chosen;
  const wanted = {
    ...(!isSet(config.model, choice.model, provider !== undefined || model !== undefined) && { model: choice.model }),
    ...(!isSet(config.judge, choice.judge, judge !== undefined) && { judge: choice.judge }),
  };
  if (Object.keys(wanted).length === 0) return;
  const { model: set = null, judge: judgeSet = null } = config;
  throw new EvaError([problem('EVA_EXISTS:models', { model: set, judge: judgeSet, wanted })]);
}
