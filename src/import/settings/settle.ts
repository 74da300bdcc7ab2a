import type { ProviderConfig } from '#model/config.js';
import { isObject, type JsonValue } from '#model/data/json.js';
import type { SubjectSettings } from '#model/settings.js';
import { needsOfSettings } from '#provider/types/features.js';
import { typeOf } from '#provider/types/index.js';
import { isReasoningModel } from '../providers/addresses.js';
import type { Target } from '../providers/target.js';
import {
  instead,
  isBudget,
  isSetting,
  keyLeftOut,
  keyNoted,
  type SettingRule,
  settingIn,
  type WrittenPart,
} from './part.js';
import { claudeSampling } from './sampling.js';

/** Applies what promptfoo and eva do with settings that exclude each other, or that a model or a provider does not take. */
export function settle(parts: readonly WrittenPart[], target: Target): readonly WrittenPart[] {
  return rules.reduce((settled, rule) => rule(settled, target), parts);
}

/** Keeps one of several values of a setting: that of a key for one limit, a schema over plain JSON, else the last. */
const keepOne: SettingRule = (parts) =>
  parts.map((one, index) => {
    const { part } = one;
    if (part.kind !== 'setting') return one;
    const isBeaten = parts.some((other, at) => {
      if (at === index || !isSetting(other, part.key)) return false;
      return rank(other) > rank(one) || (rank(other) === rank(one) && at > index);
    });
    return isBeaten
      ? { ...one, part: hasBoth(parts) && part.key === 'reasoning' ? oneOfBoth : keyNoted('another key sets the same') }
      : one;
  });

/** Returns true if both an effort and a budget are set. */
function hasBoth(parts: readonly WrittenPart[]): boolean {
  const all = parts.filter((one) => isSetting(one, 'reasoning'));
  return all.some(isBudget) && !all.every(isBudget);
}

const oneOfBoth = keyLeftOut('eva takes an effort or a budget of tokens, and another key sets that');

function rank({ part, written }: WrittenPart): number {
  const isSchema = part.kind === 'setting' && part.key === 'response_format' && isObject(part.value);
  return (
    (written.isForced ? 4 : 0) +
    (/output/i.test(written.key) || isSchema ? 2 : 0) +
    (written.key === 'max_tokens' ? 1 : 0)
  );
}

/** Models that reason take neither a temperature nor `max_tokens`, and others take no effort: promptfoo does not send them. */
const reasoningModels: SettingRule = (parts, target) => {
  const { dialect, samplesAlways, sendsAll } = target;
  if ((dialect !== 'chat' && dialect !== 'responses') || samplesAlways || sendsAll) return parts;
  const reasons = isReasoning(target);
  const isNotSent = (one: WrittenPart) => {
    if (one.written.isForced) return false;
    if (!reasons) return isSetting(one, 'reasoning') && dialect === 'chat' && !/gpt-oss|kimi-k3/.test(target.model);
    return isSetting(one, 'temperature') || (dialect === 'chat' && one.written.key === 'max_tokens');
  };
  return instead(parts, isNotSent, keyNoted('promptfoo does not send it to this model'));
};

/** Returns true for a model that reasons, by its name or by that of its deployment. */
export function isReasoning({ type, model }: Target): boolean {
  return (
    isReasoningModel(model) ||
    (type === 'azure' &&
      /deepseek[-_]r1|phi-4-(?:mini-)?reasoning|mai-(?:thinking|ds-r1|reasoning)|grok.*reasoning/i.test(model))
  );
}

/** The budget for thinking must be below the limit of the reply. */
const thinkingBudget: SettingRule = (parts) => {
  const most = Number(settingIn(parts, 'max_tokens') ?? 4096);
  const isTooLarge = (one: WrittenPart) =>
    isBudget(one) &&
    one.part.kind === 'setting' &&
    isObject(one.part.value) &&
    Number(one.part.value['budget_tokens']) >= most;
  return instead(
    parts,
    isTooLarge,
    keyLeftOut('its budget is not below max_tokens', 'set a larger max_tokens, then reasoning: { budget_tokens: N }'),
  );
};

/** A choice of a tool needs that tool. */
const choiceOfTools: SettingRule = (parts) => {
  const tools = settingIn(parts, 'tools');
  const names = Array.isArray(tools) ? tools.map((tool: JsonValue) => isObject(tool) && tool['name']) : [];
  const isLost = ({ part }: WrittenPart) =>
    part.kind === 'setting' &&
    part.key === 'tool_choice' &&
    (isObject(part.value) ? !names.includes(part.value['tool'] ?? '') : names.length === 0);
  return instead(parts, isLost, keyLeftOut('the tool that it names is not declared'));
};

/** What eva's type of provider lacks, and limits below the least that its servers take. */
const lacks: SettingRule = (parts, { type, entry }) => {
  const config = (entry?.config ?? { type }) as unknown as ProviderConfig;
  const { leastTokens = 1, lacks: lackedBy } = typeOf(config);
  const lacked = lackedBy(config);
  const isTooFew = (one: WrittenPart) =>
    isSetting(one, 'max_tokens') && Number(settingIn([one], 'max_tokens')) < leastTokens;
  const fewest = instead(parts, isTooFew, keyLeftOut(`servers with this protocol take no less than ${leastTokens}`));
  const isLacked = ({ part }: WrittenPart) => {
    if (part.kind !== 'setting') return false;
    const settings = { [part.key]: part.value } as Partial<SubjectSettings>;
    return needsOfSettings(settings).some(({ feature }) => lacked.includes(feature));
  };
  return instead(fewest, isLacked, keyLeftOut('eva cannot send it to this provider'));
};

/** Keys of a request that eva writes itself, and those that may hold secrets: an eval.yml is committed. */
const reserved: SettingRule = (parts, { type }) => {
  const { reservedKeys } = typeOf({ type });
  const isSecret = ({ part }: WrittenPart) =>
    part.kind === 'extra' && secretKey.test(JSON.stringify({ [part.key]: part.value }));
  const isReserved = ({ part }: WrittenPart) =>
    part.kind === 'extra' && (!reservedKeys || Object.hasOwn(reservedKeys, part.key));
  const open = instead(parts, isSecret, keyLeftOut('it may hold a key, which is never copied'));
  return instead(open, isReserved, keyLeftOut('eva writes this key of a request itself, or not at all'));
};

/** Matches JSON that has a key which is named like a secret, at any depth. */
const secretKey =
  /"(?:[^"]*(?:api|access|account|auth|private|secret|master|virtual|subscription)[_-]?key|key|[^"]*token|[^"]*(?:secret|passw(?:or)?d|credential|authorization|headers|cookie)[^"]*)":/i;

const rules: readonly SettingRule[] = [
  reasoningModels,
  keepOne,
  claudeSampling,
  thinkingBudget,
  lacks,
  choiceOfTools,
  reserved,
];
