import { isObject } from '#model/data/json.js';
import type { Target } from '../target.js';
import { leftOut, noted, type WrittenPart } from './part.js';
import { instead, isBudget, isSetting, type Rule, settingIn } from './part-rules.js';

const notSampled = /claude-(?:opus-(?:4-[78]|5)|sonnet-5|(?:fable|mythos)-5)(?![0-9])/i;

/** Models of Anthropic that think if a request says nothing about it. */
export const thinksAnyway = /claude-(?:opus|fable|mythos)-5(?![0-9])/;

/** Returns true for a model of Anthropic at a server with its protocol. */
export function isClaude({ type, dialect }: Target): boolean {
  return dialect === 'messages' || type === 'bedrock' || type === 'vertex';
}

/** Returns true for a model of Anthropic that takes no sampling settings. */
export function takesNoSampling(model: string): boolean {
  return notSampled.test(model);
}

const notToModel = noted('promptfoo does not send it to this model');
const notBeside = noted('promptfoo does not send it beside the other settings');

/** Sampling settings that models of Anthropic do not take, or not together. */
export const claudeSampling: Rule = (parts, target) => {
  if (!isClaude(target)) return parts;
  if (takesNoSampling(target.model)) {
    const sampled = instead(parts, (one) => isSetting(one, 'temperature', 'top_p', 'top_k'), notToModel);
    const noBudget = leftOut('this model takes no budget of tokens', 'set reasoning: { effort: high }');
    return instead(sampled, (one) => isBudget(one), noBudget);
  }
  if (parts.some(isBudget)) {
    const refused = (one: WrittenPart) =>
      isSetting(one, 'temperature', 'top_k') || isForcedChoice(one) || isLowTopP(one);
    return instead(parts, refused, notBeside);
  }
  return settingIn(parts, 'top_p') === undefined
    ? parts
    : instead(parts, (one) => isSetting(one, 'temperature'), notBeside);
};

function isForcedChoice({ part }: WrittenPart): boolean {
  return part.kind === 'setting' && part.key === 'tool_choice' && (part.value === 'required' || isObject(part.value));
}

function isLowTopP({ part }: WrittenPart): boolean {
  return part.kind === 'setting' && part.key === 'top_p' && Number(part.value) < 0.95;
}
