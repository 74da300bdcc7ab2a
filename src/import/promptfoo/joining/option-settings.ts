import type { JsonObject } from '#model/data/json.js';
import { type ConfigNode, madeOf } from '../../config-node.js';
import { openLedger } from '../../finding.js';
import type { ImportContext, ImportedModel } from '../imported.js';
import { settingsFor } from '../providers/settings-for.js';

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
  if (isSame) return first?.settings ?? {};
  const what = written.map(([key]) => key).join(', ');
  context.ledger.add('left_out', 'setting', node, {
    what,
    reason: 'they do not mean the same for all models of the configuration',
  });
  return {};
}
