import { routeModel } from '#provider/model-name.js';
import { openLedger } from '../../finding.js';
import type { ImportContext, ImportedModel } from '../imported.js';
import { type LostProvider, namesOf, promptsOf, shownId } from './provider-ref.js';
import { readSettings } from './settings/read-settings.js';
import type { Dialect, Target } from './target.js';

/** The settings that a prompt needs, whatever the model: others were chosen for the model that is replaced. */
const kept = ['tools', 'tool_choice', 'response_format'];

/** Makes the model of `--model` take the place of the providers that eva cannot ask. */
export function replacement(lost: readonly LostProvider[], model: string, context: ImportContext): ImportedModel {
  for (const { ref, why } of lost) {
    context.ledger.add('replaced', 'provider', ref.node, {
      what: shownId(ref.id),
      reason: `${why.unreachable}; --model ${model} takes its place`,
    });
  }
  const refs = lost.map(({ ref }) => ref);
  const prompts = refs.map(({ options }) => promptsOf(options));
  const all = prompts.flatMap((names) => names ?? []);
  const transform = refs.map(({ options }) => options?.child('transform')).find((one) => one !== undefined);
  return {
    node: (refs[0] as LostProvider['ref']).node,
    names: [...new Set(refs.flatMap(namesOf))],
    model,
    ...settingsOf(lost, model, context),
    ...(prompts.every((names) => names !== undefined) && { prompts: [...new Set(all)] }),
    ...(transform && { transform }),
    reportsCalls: true,
  };
}

/** Reads the tools, the format and the system message of the first provider that has some. */
function settingsOf(
  lost: readonly LostProvider[],
  model: string,
  context: ImportContext,
): Pick<ImportedModel, 'settings' | 'system' | 'systemSource'> {
  const route = routeModel(model, {});
  if (!('route' in route)) return { settings: {} };
  const { type } = route.route.config;
  for (const { ref } of lost) {
    const target: Target = { type, model, dialect: dialectOf(ref.id), read: [], key: '' };
    const read = readSettings(ref.options?.child('config'), target, { ...context, ledger: openLedger() });
    if ('unreachable' in read) continue;
    const { system, systemSource: source } = read;
    const settings = Object.fromEntries(Object.entries(read.settings).filter(([key]) => kept.includes(key)));
    if (Object.keys(settings).length > 0 || system)
      return { settings, ...(system !== undefined && { system }), ...(source && { systemSource: source }) };
  }
  return { settings: {} };
}

/** The words in which the configs of providers out of reach are written. Others are read as those of chat completions. */
const dialects: readonly (readonly [RegExp, Dialect])[] = [
  [/^(?:google|palm|vertex):/, 'gemini'],
  [/^(?:bedrock|sagemaker):/, 'bedrock'],
  [/^[a-z]+:responses:/, 'responses'],
];

/** Returns the words in which the config of a provider is written. */
export function dialectOf(id: string): Dialect {
  return dialects.find(([pattern]) => pattern.test(id))?.[1] ?? 'chat';
}
