import { reasons, type Unreachable } from '../reasons.js';
import { isTemplate } from '../target.js';

/** Words between the name of a server and that of a model, for endpoints that make no chat replies. */
const otherEndpoints = [
  'agents',
  'audio',
  'completion',
  'embedding',
  'embeddings',
  'feature-extraction',
  'image',
  'live',
  'moderation',
  'realtime',
  'speech',
  'transcription',
  'tts',
  'video',
  'voice',
];

/** Returns the model that follows the name of a server in an id, without the word `chat`, or why there is none. */
export function modelIn(rest: string, byDefault = ''): { readonly model: string } | Unreachable {
  const [, word = ''] = /^([a-z-]+)(?::|$)/.exec(rest) ?? [];
  if (otherEndpoints.includes(word)) return reasons.no_chat;
  return modelNamed(rest.replace(/^chat(:|$)/, '') || byDefault);
}

/** Returns a model by its name, or why eva cannot name it. */
export function modelNamed(model: string): { readonly model: string } | Unreachable {
  if (isTemplate(model)) return reasons.in_environment;
  return /^(?!-)\S+$/.test(model) ? { model } : reasons.bad_name;
}

/** Returns true for the models of OpenAI that reason, also behind the name of a vendor or as a part of that of a deployment. */
export function isReasoningModel(model: string): boolean {
  return /(?:^|[/-])(?:ft:)?(?:o[134](?![a-z0-9])|gpt-5)/.test(model);
}
