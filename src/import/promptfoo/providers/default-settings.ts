import { isObject, type JsonObject } from '#model/data/json.js';
import type { ConfigNode } from '../../config-node.js';
import { isClaude, takesNoSampling, thinksAnyway } from './settings/claude-rule.js';
import { isReasoning } from './settings/settle.js';
import type { Target } from './target.js';

/** The limit for models that reason, to which promptfoo sends none. Each of them takes it, and it has room for reasoning. */
const unlimited = 16_384;
/** The limit that promptfoo sends to a model of Anthropic that thinks. */
const thinking = 2048;
const usual = { temperature: 0, max_tokens: 1024 };

/** Returns the temperature and the limit that promptfoo sends to a model for which `config` sets none. Those of `settings` come first. */
export function withDefaults(settings: JsonObject, target: Target, config: ConfigNode | undefined): JsonObject {
  return { ...defaultsFor(settings, target, config), ...settings };
}

function defaultsFor(settings: JsonObject, target: Target, config: ConfigNode | undefined): JsonObject {
  const { dialect, type, defaults, samplesAlways } = target;
  if (defaults) return defaults;
  if (isClaude(target)) return defaultsOfClaude(settings, target);
  if ((dialect !== 'chat' && dialect !== 'responses') || config?.child('omitDefaults')?.value === true) return {};
  if (samplesAlways || !isReasoning(target)) return usual;
  return { max_tokens: type === 'azure' ? usual.max_tokens : unlimited };
}

/** A budget that does not fit into the limit for thinking has no limit here: promptfoo's request would be refused. */
function defaultsOfClaude({ reasoning, top_p }: JsonObject, { type, model }: Target): JsonObject {
  const budget = isObject(reasoning) ? Number(reasoning['budget_tokens'] ?? 0) : 0;
  if (budget >= thinking) return {};
  const thinks = budget > 0 || thinksAnyway.test(model);
  if (type === 'vertex') return { max_tokens: thinks ? thinking : 512 };
  const max_tokens = thinks ? thinking : usual.max_tokens;
  return budget > 0 || top_p !== undefined || takesNoSampling(model) ? { max_tokens } : { ...usual, max_tokens };
}
