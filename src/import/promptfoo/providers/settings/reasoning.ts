import { isObject } from '#model/data/json.js';
import { textAt } from '../../../config-node.js';
import { thinksAnyway } from './claude-rule.js';
import { leftOut, noted, type Part, type Reader, setting } from './part.js';

/** Reads an effort: `reasoning_effort`, `effort`. */
export const effort: Reader = ({ node: { value } }) => effortPart(value);

function effortPart(value: unknown): Part | readonly Part[] {
  if (value === null || value === undefined) return [];
  if (typeof value !== 'string' || value.trim() === '') return leftOut('it is no text');
  return setting('reasoning', { effort: value.trim() });
}

/** Reads `reasoning` of the Responses protocol. A summary of the thoughts changes no answer. */
export const reasoning: Reader = ({ node }) => {
  if (!isObject(node.value)) return leftOut('it is no mapping');
  const { effort: level, summary, max_tokens: budget, ...others } = node.value;
  const rest = Object.keys(others).map((key) => leftOut(`eva does not know its key ${key}`));
  return [
    ...[effortPart(level)].flat(),
    ...(budget === undefined ? [] : [setting('reasoning', { budget_tokens: budget })]),
    ...(summary === undefined || level !== undefined ? [] : [noted('a summary of the thoughts changes no answer')]),
    ...rest,
  ];
};

/** Reads `thinking` of the Messages API. */
export const thinking: Reader = ({ node }, { target }) => {
  if (!isObject(node.value)) return leftOut('it is no mapping');
  const { type, budget_tokens: budget } = node.value;
  if (type === 'disabled') {
    return thinksAnyway.test(target.model)
      ? leftOut('this model thinks unless a request forbids it, which eva cannot do')
      : noted('eva asks for no thinking unless reasoning is set');
  }
  if (type === 'enabled' && Number.isInteger(budget) && Number(budget) > 0) {
    return setting('reasoning', { budget_tokens: Number(budget) });
  }
  return leftOut('eva knows a budget of tokens or an effort', 'set reasoning: { effort: high }');
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
  if (!isObject(node.value)) return leftOut('it is no mapping');
  const level = textAt(node, 'thinkingLevel');
  if (level !== undefined) return setting('reasoning', { effort: level.toLowerCase() });
  const { thinkingBudget: budget } = node.value;
  if (budget === undefined) return noted('it changes no answer');
  const same = efforts.get(budget);
  return same === undefined
    ? leftOut('eva has an effort there, and no budget', 'set reasoning: { effort: medium }')
    : setting('reasoning', { effort: same });
};

/** Reads `reasoning_config` and the like, whose form differs by model. */
export const otherReasoning: Reader = () => leftOut('eva does not know its form', 'set reasoning: { effort: high }');

/** Reads `think` of Ollama. A model that can think does so without it. */
export const think: Reader = ({ node: { value } }) => {
  if (value === true) return noted('a model that can think does so anyway');
  return value === false ? setting('reasoning', { effort: 'none' }) : effortPart(value);
};
