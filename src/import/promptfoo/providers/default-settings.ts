import type { JsonObject } from '#model/data/json.js';
import type { ConfigNode } from '../../config-node.js';
import { takesNoSampling } from './settings/claude-rule.js';
import { isReasoning } from './settings/settle.js';
import type { Target } from './target.js';

/** The limit for models that reason, to which promptfoo sends none. Each of them takes it, and it has room for reasoning. */
const unlimited = 16_384;

/** Returns the temperature and the limit that promptfoo sends to a model for which `config` sets none. Those of `settings` come first. */
export function withDefaults(settings: JsonObject, target: Target, config: ConfigNode | undefined): JsonObject {
  return { ...defaultsFor(settings, target, config), ...settings };
}

function defaultsFor(settings: JsonObject, target: Target, config: ConfigNode | undefined): JsonObject {
  const usual = { temperature: 0, max_tokens: 1024 };
  switch (target.dialect) {
    case 'chat':
    case 'responses':
      if (config?.child('omitDefaults')?.value === true) return {};
      return target.samplesAlways === true || !isReasoning(target) ? usual : { max_tokens: unlimited };
    case 'messages':
      if (settings['reasoning'] !== undefined) return {};
      return takesNoSampling(target.model) || settings['top_p'] !== undefined ? { max_tokens: 1024 } : usual;
    default:
      return {};
  }
}
