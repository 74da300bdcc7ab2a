import type { JsonObject } from '#model/data/json.js';
import { type ConfigNode, madeOf } from '../config-node.js';
import { openLedger } from '../finding.js';
import type { ImportContext, ImportedModel } from '../imported.js';
import { settingsFor } from '../providers/read-models.js';

/** Options of a test that are no settings of the model. Others are read elsewhere, or steer promptfoo alone. */
const notSettings = [
  ...['transform', 'postprocess', 'transformVars', 'prefix', 'suffix', 'provider', 'rubricPrompt', 'factuality'],
  ...[
    'disableVarExpansion',
    'disableConversationVar',
    'disableDefaultAsserts',
    'runSerially',
    'storeOutputAs',
    'repeat',
  ],
];

interface OptionsFor {
  readonly models: readonly ImportedModel[];
  readonly context: ImportContext;
  /** The key that has the options, for findings: `options` of a test, `config` of a prompt. */
  readonly within: 'options' | 'config';
}

/** To a model of Anthropic promptfoo sends a temperature or `top_p`, and prefers the latter. A case cannot take back what the model has. */
function besideModels(
  settings: JsonObject,
  node: ConfigNode,
  { models, context }: Pick<OptionsFor, 'models' | 'context'>,
): JsonObject {
  const [own, other] = 'top_p' in settings ? ['top_p', 'temperature'] : ['temperature', 'top_p'];
  if (!(own in settings) || !models.some((model) => model.isClaude && other in model.settings)) return settings;
  const effect = own === 'top_p' ? 'left_out' : 'noted';
  context.ledger.add(effect, 'setting', node.child(own) ?? node, {
    what: `options.${own}`,
    reason: `promptfoo sends ${effect === 'noted' ? 'only `top_p`' : 'it without the temperature'}, which the model has`,
    ...(effect === 'left_out' && { todo: 'set top_p in `config` of the provider' }),
  });
  return Object.fromEntries(Object.entries(settings).filter(([key]) => key !== own));
}

/**
 * Reads the settings of models that the options of a test set, or the `config` of a prompt. They must mean the same for all models: one that
 * does not is left out.
 */
export function optionSettings(
  options: ReadonlyMap<string, ConfigNode>,
  at: ConfigNode,
  { models, context, within }: OptionsFor,
): JsonObject {
  const written = [...options].filter(([key]) => !notSettings.includes(key));
  if (written.length === 0 || models.length === 0) return {};
  const node = madeOf(new Map(written), at);
  const read = models.map((model) => {
    const ledger = openLedger();
    return { settings: settingsFor(node, model, { ...context, ledger }), findings: ledger.all() };
  });
  const [first] = read;
  for (const { effect, kind, at: place, what, ...words } of first?.findings ?? [])
    context.ledger.add(effect, kind, place, { what: what.replace(/^config\b/, within), ...words });
  const isSame = read.every(({ settings }) => JSON.stringify(settings) === JSON.stringify(first?.settings));
  if (isSame)
    return within === 'options'
      ? besideModels(first?.settings ?? {}, node, { models, context })
      : (first?.settings ?? {});
  const what = written.map(([key]) => key).join(', ');
  context.ledger.add('left_out', 'setting', node, {
    what,
    reason: 'they do not mean the same for all models of the configuration',
  });
  return {};
}
