import { isObject } from '#model/data/json.js';
import { childText } from '../config-node.js';
import type { Target } from '../providers/target.js';
import {
  instead,
  isBudget,
  isSetting,
  keyLeftOut,
  keyNoted,
  type Reader,
  type SettingPart,
  type SettingRule,
  settingIn,
  settingPart,
  type WrittenPart,
} from './part.js';

function numberOf(key: string, min: number, max: number): Reader {
  return ({ node: { value } }) => {
    if (value === null) return [];
    if (typeof value !== 'number') return keyLeftOut('it is no number');
    return value >= min && value <= max ? settingPart(key, value) : keyLeftOut(`it is not between ${min} and ${max}`);
  };
}

function wholeNumberOf(key: string, min: number, max: number): Reader {
  return ({ node: { value } }) => {
    if (value === null) return [];
    if (typeof value !== 'number' || !Number.isInteger(value)) return keyLeftOut('it is no whole number');
    return value >= min && value <= max ? settingPart(key, value) : keyLeftOut(`it is not between ${min} and ${max}`);
  };
}

export const tokenLimit = wholeNumberOf('max_tokens', 1, 10_000_000);

export const temperature = numberOf('temperature', 0, 2);

export const topP = numberOf('top_p', 0, 1);

export const samplingSeed = wholeNumberOf('sampling_seed', -(2 ** 31), 2 ** 31 - 1);

/** Reads `top_k`. Zero and less mean no limit, in all servers that take them. */
export const topK: Reader = (written, reading) => {
  const { value } = written.node;
  if (typeof value === 'number' && value <= 0) return keyNoted('it sets no limit');
  return wholeNumberOf('top_k', 1, 1_000_000)(written, reading);
};

/** Reads `num_predict` of Ollama, where less than 1 means no limit. */
export const numPredict: Reader = (written, reading) => {
  const { value } = written.node;
  if (typeof value === 'number' && value < 1) return keyNoted('it sets no limit, and eva always does: 4096 tokens');
  return tokenLimit(written, reading);
};

/** Reads the texts at which a model stops. */
export const stop: Reader = ({ node: { value } }) => {
  if (value === null) return [];
  const texts = Array.isArray(value) ? (value as readonly unknown[]) : [value];
  if (texts.length === 0) return [];
  if (!texts.every((text) => typeof text === 'string' && text !== '')) return keyLeftOut('it is no list of texts');
  return texts.length <= 16 ? settingPart('stop', texts as readonly string[]) : keyLeftOut('it has more than 16 texts');
};

/** Reads an effort: `reasoning_effort`, `effort`. */
export const effort: Reader = ({ node: { value } }) => effortPart(value);

function effortPart(value: unknown): SettingPart | readonly SettingPart[] {
  if (value === null || value === undefined) return [];
  if (typeof value !== 'string' || value.trim() === '') return keyLeftOut('it is no text');
  return settingPart('reasoning', { effort: value.trim() });
}

/** Reads `reasoning` of the Responses protocol. A summary of the thoughts changes no answer. */
export const reasoning: Reader = ({ node }) => {
  if (!isObject(node.value)) return keyLeftOut('it is no mapping');
  const { effort: level, summary, max_tokens: budget, ...others } = node.value;
  const rest = Object.keys(others).map((key) => keyLeftOut(`eva does not know its key ${key}`));
  return [
    ...[effortPart(level)].flat(),
    ...(budget === undefined ? [] : [settingPart('reasoning', { budget_tokens: budget })]),
    ...(summary === undefined || level !== undefined ? [] : [keyNoted('a summary of the thoughts changes no answer')]),
    ...rest,
  ];
};

/** Reads `thinking` of the Messages API. */
export const thinking: Reader = ({ node }, { target }) => {
  if (!isObject(node.value)) return keyLeftOut('it is no mapping');
  const { type, budget_tokens: budget } = node.value;
  if (type === 'disabled') {
    return thinksAnyway.test(target.model)
      ? keyLeftOut('this model thinks unless a request forbids it, which eva cannot do')
      : keyNoted('eva asks for no thinking unless reasoning is set');
  }
  if (type === 'enabled' && Number.isInteger(budget) && Number(budget) > 0) {
    return settingPart('reasoning', { budget_tokens: Number(budget) });
  }
  return keyLeftOut('eva knows a budget of tokens or an effort', 'set reasoning: { effort: high }');
};

/** Budgets that Google's chat completions take as an effort. */
const efforts = new Map<unknown, string>([
  [0, 'none'],
  [1024, 'low'],
  [8192, 'medium'],
  [24576, 'high'],
]);

/** Reads `thinkingConfig` of Gemini, as far as an effort says the same. */
export const thinkingConfig: Reader = ({ node }) => {
  if (!isObject(node.value)) return keyLeftOut('it is no mapping');
  const level = childText(node, 'thinkingLevel');
  if (level !== undefined) return settingPart('reasoning', { effort: level.toLowerCase() });
  const { thinkingBudget: budget } = node.value;
  if (budget === undefined) return keyNoted('it changes no answer');
  const same = efforts.get(budget);
  return same === undefined
    ? keyLeftOut('eva has an effort there, and no budget', 'set reasoning: { effort: medium }')
    : settingPart('reasoning', { effort: same });
};

/** Reads `reasoning_config` and the like, whose form differs by model. */
export const otherReasoning: Reader = () => keyLeftOut('eva does not know its form', 'set reasoning: { effort: high }');

/** Reads `think` of Ollama. A model that can think does so without it. */
export const think: Reader = ({ node: { value } }) => {
  if (value === true) return keyNoted('a model that can think does so anyway');
  return value === false ? settingPart('reasoning', { effort: 'none' }) : effortPart(value);
};

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

const notToModel = keyNoted('promptfoo does not send it to this model');

const notBeside = keyNoted('promptfoo does not send it beside the other settings');

/** Sampling settings that models of Anthropic do not take, or not together. */
export const claudeSampling: SettingRule = (parts, target) => {
  if (!isClaude(target)) return parts;
  if (takesNoSampling(target.model)) {
    const sampled = instead(parts, (one) => isSetting(one, 'temperature', 'top_p', 'top_k'), notToModel);
    const noBudget = keyLeftOut('this model takes no budget of tokens', 'set reasoning: { effort: high }');
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
