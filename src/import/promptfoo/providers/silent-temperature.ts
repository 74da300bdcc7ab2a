import type { JsonObject } from '#model/data/json.js';
import type { ConfigNode } from '../../config-node.js';
import { takesNoSampling } from './settings/claude-rule.js';
import { isReasoning } from './settings/settle.js';
import type { Target } from './target.js';

/** Returns true if promptfoo asks a model at temperature 0 although its `config` sets no temperature. */
export function isAskedAtZero(target: Target, config: ConfigNode | undefined, settings: JsonObject): boolean {
  if (settings['temperature'] !== undefined) return false;
  switch (target.dialect) {
    case 'chat':
    case 'responses':
      return config?.child('omitDefaults')?.value !== true && (target.samplesAlways === true || !isReasoning(target));
    case 'messages':
      return !takesNoSampling(target.model) && settings['top_p'] === undefined && settings['reasoning'] === undefined;
    default:
      return false;
  }
}
