import { type ConversationSubject, modelUnderTest, type PromptSubject } from '#model/case.js';
import { uniqueBy } from '#model/data/collections.js';
import type { Place, Problem, Severity } from '#model/problem.js';
import { problem } from '#model/problem.js';
import type { Body } from '#model/prompt.js';
import type { MediaPath } from '#model/reply/exchange.js';
import type { SubjectSettings } from '#model/settings.js';
import { short } from '#model/text/quoted.js';
import { type ModelRoute, routeModel } from '#provider/model-name.js';
import { needsOfSettings } from '#provider/types/features.js';
import { typeOf } from '#provider/types/index.js';
import type { Choice, EvalFiles } from '../cases/reading.js';
import type { DocumentPart } from '../source/document.js';
import { type Layer, nearestLayer } from '../source/layer.js';

/** A feature that a case needs, and the place of what needs it. */
interface PlacedNeed {
  readonly feature: LackedFeature;
  /** The name of the setting, or of the kind of content. One problem is reported for each. */
  readonly of: string;
  readonly at: Place | undefined;
}

/**
 * Lists what a case or scenario needs and the provider of its model cannot send: settings, several messages, files. Lists nothing for a
 * case that the chosen variant does not ask. `layers` are those of its settings.
 */
export function providerLacks(
  { prompt, providers }: EvalFiles,
  { isAsked }: Choice,
  entry: DocumentPart,
  layers: readonly Layer[],
  subject: PromptSubject | ConversationSubject,
): readonly Problem[] {
  const settings = modelUnderTest(subject);
  if (!isAsked || !providers || !settings) return [];
  const result = routeModel(settings.model, providers);
  if (!('route' in result)) return [];
  const { route } = result;
  const lacked = new Set<string>(typeOf(route.config).lacks(route.config));
  const needs = [
    ...needsOfSettings(settings).flatMap(({ feature, path: [key = '', ...inside] }) => {
      const layer = nearestLayer(layers, key);
      return layer ? [{ feature, of: key, at: layer.keyAt(key, ...inside) }] : [];
    }),
    ...messageNeeds(prompt?.body ?? '', entry, subject, settings),
  ];
  // The first feature of a setting that is lacked implies the others.
  const refused = uniqueBy(
    needs.filter(({ feature }) => lacked.has(feature)),
    ({ of }) => of,
  );
  return refused.map((need) => lack(need, settings, route));
}

function lack({ feature, at }: PlacedNeed, settings: SubjectSettings, route: ModelRoute): Problem {
  const { model, top_k } = settings;
  const { name: type, reservedKeys } = typeOf(route.config);
  const extra =
    feature === 'top_k' && reservedKeys && !('top_k' in reservedKeys)
      ? `extra: { ${type}: { top_k: ${top_k} } }`
      : undefined;
  const severity = feature === 'temperature' ? { severity: 'warning' as const } : {};
  const through = typeOf(route.config).instead ? 'program' : 'server';
  return lackOf({ model, feature, through, instead: insteadOf(route, feature), extra }, { at, ...severity });
}

/** Makes the problem of a feature that the provider of a model lacks. */
export function lackOf(
  missing: Lack,
  details: { readonly at: Place | undefined; readonly severity?: Severity },
): Problem {
  return problem('EVA_PROVIDER_LACKS', `${short(missing.model)} cannot send ${features[missing.feature][0]}`, {
    hint: lackHint(missing),
    ...details,
  });
}

/** Returns what else can send a feature that a program lacks. */
function insteadOf({ config, model }: ModelRoute, feature: LackedFeature): Lack['instead'] {
  const { instead } = typeOf(config);
  if (!instead || typeOf(instead.config).lacks(instead.config).includes(feature)) return null;
  return instead.of(model);
}

/** Lists the needs of the messages: those of the case at their place, those of the body at the name of the model. */
function messageNeeds(
  body: Body,
  entry: DocumentPart,
  subject: PromptSubject | ConversationSubject,
  { at: named }: SubjectSettings,
): readonly PlacedNeed[] {
  const own = subject.kind === 'prompt' ? (subject.messages ?? []) : [];
  const ofBody = typeof body === 'string' ? [] : body;
  const turns = ofBody.filter(({ role }) => role !== 'system').length + own.length;
  const atOwn = own.length > 0 ? entry.in('messages').placeOfKey() : named;
  return [
    ...(subject.kind === 'prompt' && turns > 1 ? [{ feature: 'messages' as const, of: 'messages', at: atOwn }] : []),
    ...fileNeeds(ofBody, subject.files).map((feature) => ({ feature, of: feature, at: named })),
    ...fileNeeds(own, subject.files).map((feature) => ({ feature, of: feature, at: atOwn })),
  ];
}

/** Returns the kinds of files in messages. A file that each item of a data set names counts as an image. */
function fileNeeds(
  messages: Exclude<Body, string> | NonNullable<PromptSubject['messages']>,
  files: PromptSubject['files'],
): readonly ('images' | 'pdf')[] {
  return messages.flatMap(({ content }) => {
    if (!Array.isArray(content)) return [];
    const parts: readonly { readonly file?: MediaPath | { readonly input: string } }[] = content;
    return parts.flatMap(({ file }) => {
      if (!file) return [];
      const known = 'input' in file ? files?.[file.input] : file;
      return [known?.media_type === 'application/pdf' ? ('pdf' as const) : ('images' as const)];
    });
  });
}

type LackedFeature =
  | 'messages'
  | 'images'
  | 'pdf'
  | 'embeddings'
  | 'temperature'
  | 'top_p'
  | 'top_k'
  | 'stop'
  | 'stop_above_4'
  | 'sampling_seed'
  | 'reasoning_effort'
  | 'reasoning_budget'
  | 'json'
  | 'json_schema'
  | 'json_schema_not_strict'
  | 'tools'
  | 'tool_choice'
  | 'forced_tool_choice';

/** A feature that the provider of a model lacks. */
interface Lack {
  readonly model: string;
  readonly feature: LackedFeature;
  /** Whether the model is reached through a server or a program. */
  readonly through: 'server' | 'program';
  /** What else can send it: another model, or a change of the provider's entry; null for neither. */
  readonly instead: { readonly model: string } | { readonly entry: string } | null;
  /** The setting `extra` that sends it as the server may know it; absent if it cannot. */
  readonly extra?: string | undefined;
}

function lackHint({ feature, through, instead, extra }: Lack): string {
  const [, removal, atServer = removal] = features[feature];
  if (extra !== undefined) return `if the server knows it, write instead: ${short(extra)}`;
  const fix = through === 'server' ? atServer : removal;
  if (instead === null) return fix;
  return 'model' in instead
    ? `use ${short(instead.model)}, or ${fix}`
    : `add ${short(instead.entry)} to its entry in eva.yml, or ${fix}`;
}

/** A feature of a request that a provider may lack: in words, how to remove it, and a better fix at a server. */
const features: Readonly<Record<LackedFeature, readonly [what: string, removal: string, atServer?: string]>> = {
  messages: ['several messages in one request', 'merge them into one message'],
  images: ['images', 'remove the image'],
  pdf: ['PDFs', 'remove the PDF'],
  embeddings: ['texts for embeddings', 'name an embedding model of openai'],
  temperature: ['"temperature"', 'remove "temperature"'],
  top_p: ['"top_p"', 'remove it'],
  top_k: ['"top_k"', 'remove it'],
  stop: ['"stop"', 'remove it'],
  stop_above_4: ['more than 4 texts in "stop"', 'keep 4 of them'],
  sampling_seed: ['"sampling_seed"', 'remove it'],
  reasoning_effort: ['"reasoning"', 'remove it'],
  reasoning_budget: ['"budget_tokens"', 'remove it', 'write reasoning: { effort: low }'],
  json: ['response_format: json', 'remove it', 'write response_format: { json_schema: … }'],
  json_schema: ['a schema in "response_format"', 'remove "response_format"'],
  json_schema_not_strict: ['"strict: false"', 'remove "strict"'],
  tools: ['tools', 'remove "tools"'],
  tool_choice: ['"tool_choice"', 'remove it'],
  forced_tool_choice: ['a "tool_choice" that forces a call', 'write tool_choice: auto'],
};
