import type { JsonObject } from '#model/data/json.js';
import { type ConfigNode, entriesOf, madeOf } from '../config-node.js';
import { type Ledger, openLedger } from '../finding.js';
import type { ImportContext, ImportedModel, ImportedPrompt, ImportedTest } from '../imported.js';
import { settingsFor } from '../providers/read-models.js';

/** Options of a test that are no settings of the model. Others are read elsewhere, or steer promptfoo alone. */
const notSettings = [
  ...['transform', 'postprocess', 'transformVars', 'prefix', 'suffix', 'provider', 'rubricPrompt', 'factuality'],
  ...['disableVarExpansion', 'disableConversationVar', 'disableDefaultAsserts', 'runSerially', 'storeOutputAs'],
  'repeat',
];

/**
 * Reads the settings of models that the options of a test set, or the `config` of a prompt. They must mean the same for all models: one that
 * does not is left out.
 */
export function settingsFrom(
  from: ImportedTest | ImportedPrompt,
  models: readonly ImportedModel[],
  context: ImportContext,
): JsonObject {
  const isTest = 'options' in from;
  const options = isTest ? Object.entries(from.options) : from.config ? entriesOf(from.config) : [];
  const written = options.filter(([key]) => !notSettings.includes(key));
  if (written.length === 0 || models.length === 0) return {};
  const node = madeOf(new Map(written), from.node);
  const read = models.map((model) => {
    const ledger = openLedger();
    return { settings: settingsFor(node, model, { ...context, ledger }), findings: ledger.all() };
  });
  const { settings = {}, findings = [] } = read[0] ?? {};
  for (const { effect, kind, at, what, ...words } of findings)
    context.ledger.add(effect, kind, at, { what: what.replace(/^config\b/, isTest ? 'options' : 'config'), ...words });
  if (read.every((other) => JSON.stringify(other.settings) === JSON.stringify(settings)))
    return isTest ? besideModels(settings, node, models, context.ledger) : settings;
  context.ledger.add('left_out', 'setting', node, {
    what: written.map(([key]) => key).join(', '),
    reason: 'they do not mean the same for all models of the configuration',
  });
  return {};
}

/** To a model of Anthropic promptfoo sends a temperature or `top_p`, and prefers the latter. A case cannot take back what the model has. */
function besideModels(
  settings: JsonObject,
  node: ConfigNode,
  models: readonly ImportedModel[],
  ledger: Ledger,
): JsonObject {
  const [own, other] = 'top_p' in settings ? ['top_p', 'temperature'] : ['temperature', 'top_p'];
  if (!(own in settings) || !models.some((model) => model.isClaude && other in model.settings)) return settings;
  const effect = own === 'top_p' ? 'left_out' : 'noted';
  ledger.add(effect, 'setting', node.child(own) ?? node, {
    what: `options.${own}`,
    reason: `promptfoo sends ${effect === 'noted' ? 'only `top_p`' : 'it without the temperature'}, which the model has`,
    ...(effect === 'left_out' && { todo: 'set top_p in `config` of the provider' }),
  });
  return Object.fromEntries(Object.entries(settings).filter(([key]) => key !== own));
}
