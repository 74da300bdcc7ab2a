import { quoted } from '../text/quoted.js';
import type { SentenceTable } from './table.js';

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

export type LackedFeature =
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
export interface Lack {
  readonly model: string;
  readonly feature: LackedFeature;
  /** Whether the model is reached through a server or a program. */
  readonly through: 'server' | 'program';
  /** What else can send it: another model, or a change of the provider's entry; null for neither. */
  readonly instead: { readonly model: string } | { readonly entry: string } | null;
  /** The setting `extra` that sends it as the server may know it; absent if it cannot. */
  readonly extra?: string;
}

function lackHint({ feature, through, instead, extra }: Lack): string {
  const [, removal, atServer = removal] = features[feature];
  if (extra !== undefined) return `if the server knows it, write instead: ${extra}`;
  const fix = through === 'server' ? atServer : removal;
  if (instead === null) return fix;
  return 'model' in instead
    ? `use ${instead.model}, or ${fix}`
    : `add ${instead.entry} to its entry in eva.yml, or ${fix}`;
}

/** The sentences of problems in the settings of the model under test. */
export const settingSentences = {
  'EVA_BAD_VALUE:no_folder': ({ key }: { readonly key: string }) => ({
    message: `${key}: an object has no folder in which to look for the file`,
    hint: 'read the file yourself and pass its content',
  }),
  'EVA_BAD_VALUE:tool': ({
    name,
    nearest,
    known,
  }: {
    readonly name: string;
    readonly nearest: string | null;
    readonly known: readonly string[];
  }) => ({
    message: `"tools" declares no tool ${quoted(name)}`,
    hint: nearest === null ? `declared tools: ${known.join(', ')}` : `did you mean ${quoted(nearest)}?`,
  }),
  EVA_PROVIDER_LACKS: (lack: Lack) => ({
    message: `${lack.model} cannot send ${features[lack.feature][0]}`,
    hint: lackHint(lack),
  }),
} as const satisfies SentenceTable;

/** A key of `extra` that a provider's type does not allow, and the settings to use instead. */
export interface ExtraKey {
  readonly key: string;
  readonly type: string;
  readonly settings: readonly string[];
}

const earlierReply = [
  ': the answer would depend on replies that the server keeps',
  'remove it, and write the earlier messages into messages.yml',
] as const;

const carriesKeys = [': headers carry keys', 'remove it; name the key in api_key_env of the entry in eva.yml'] as const;

/** Keys that no setting replaces: why eva refuses them, and what to do. */
export const refusedKeys: Readonly<Record<string, readonly [why: string, hint: string] | undefined>> = {
  n: [': each trial is a request of its own', 'remove it, and set "sample_size"'],
  stream: [': eva reads whole replies', 'remove it'],
  stream_options: [': eva reads whole replies', 'remove it'],
  functions: [', the old form of tools', 'remove it, and set "tools"'],
  function_call: [', the old form of tool_choice', 'remove it, and set "tool_choice"'],
  ['__proto__']: [', which is no key of a request', 'remove it'],
  messages: [', which eva writes itself', 'remove it, and write the messages into messages.yml'],
  system: [', which eva writes itself', 'remove it, and write a system message into messages.yml'],
  input: [', which eva writes itself', 'remove it, and write the messages into messages.yml'],
  instructions: [', which eva writes itself', 'remove it, and write a system message into messages.yml'],
  background: [': eva waits for each reply', 'remove it'],
  previous_response_id: earlierReply,
  conversation: earlierReply,
  headers: carriesKeys,
  extra_headers: carriesKeys,
};
