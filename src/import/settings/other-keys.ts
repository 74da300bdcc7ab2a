import { isObject } from '#model/data/json.js';
import { contentOf, keyLeftOut, keyNoted, type Reader, type SettingPart } from './part.js';

/** Adds a key to the body of requests as it is. */
export const extra: Reader = ({ key, node: { value } }) => (value === null ? [] : { kind: 'extra', key, value });

/** Reads the text of a system message, inline or from a file of text. */
export const system: Reader = ({ node }, { context }) => {
  const text = textOf(node.value);
  if (text === undefined) return keyLeftOut('it is no text');
  const [, path] = /^file:\/\/(\S+)$/.exec(text) ?? [];
  if (path === undefined) return systemText(text);
  if (/\.(?:json|ya?ml)$/.test(path)) {
    const content = contentOf(node, context);
    return systemText(typeof content === 'string' ? undefined : textOf(content.value));
  }
  return systemText(context.folder.text(path, node.place()).value ?? undefined);
};

function systemText(text: string | undefined): SettingPart | readonly SettingPart[] {
  if (text === undefined) return keyLeftOut('its file cannot be read');
  if (/\{\{|\{%/.test(text)) return keyLeftOut('it holds a template', 'write it into the prompt as a system message');
  return text.trim() === '' ? [] : { kind: 'system', text };
}

/** Returns a text, or that of Gemini's form with parts; undefined for anything else. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (!isObject(value)) return undefined;
  const { text, parts } = value;
  if (typeof text === 'string') return text;
  const list: readonly unknown[] = Array.isArray(parts) ? parts : [parts];
  const texts = list.map((part) => (isObject(part) && typeof part['text'] === 'string' ? part['text'] : undefined));
  return texts.every((one) => one !== undefined) ? texts.join('\n') : undefined;
}

/** Reads a price in USD for one token. */
export function price(side: 'input' | 'output' | 'both'): Reader {
  return ({ node: { value } }) =>
    typeof value === 'number' && value >= 0 && Number.isFinite(value)
      ? { kind: 'price', side, usd: value }
      : keyLeftOut('it is no number of dollars');
}

/** Reads `systemPrompt`, which promptfoo sends to deployments alone. */
export const systemPrompt: Reader = (written, reading) =>
  reading.target.type === 'azure' ? system(written, reading) : keyNoted('promptfoo does not send it to this provider');

/** Never reads a key. */
export const secret: Reader = (_, { target: { key } }) =>
  keyNoted('a key is never copied', key === '' ? 'log in as before' : `set ${key} in the environment`);

/** Leaves out headers, which carry keys. */
export const headers: Reader = () => keyLeftOut('eva sends no headers of your own, since they may hold keys');

/** Keys with which promptfoo steers itself. */
export const steering: Reader = () => keyNoted('it steers promptfoo and changes no answer');

/** Leaves out the number of choices, which promptfoo sends only as a part of `passthrough`. */
export const replyCount: Reader = ({ node: { value }, isForced }) => {
  if (value === 1) return [];
  return isForced
    ? keyLeftOut('eva asks for one reply at a time', 'set sample_size')
    : keyNoted('promptfoo does not send it', 'set sample_size');
};

/** Reads `verbosity`, which promptfoo sends to some models only. */
export const verbosity: Reader = (written, reading) => {
  const { type, model } = reading.target;
  if (!written.isForced && !/(^|\/)gpt-5/.test(model)) return keyNoted('promptfoo does not send it to this model');
  return type === 'openai-responses' ? keyLeftOut('eva cannot send it with this protocol') : extra(written, reading);
};

/** Reads the name of a file, profile or account with a login. It changes no answer. */
export const login: Reader = () => keyNoted('eva takes the login from the environment', 'log in as before');

/** Reads a region or a project that eva cannot use as it is written. */
export const place: Reader = (_, { target: { entry } }) =>
  entry?.config['base_url'] === undefined
    ? keyLeftOut('eva cannot use its value, and takes that of the environment')
    : keyNoted('its server has one address for all');

/** Reads the name of a variable that no entry takes. */
export const keyVariableName: Reader = ({ node: { value } }) =>
  typeof value === 'string' && /^[A-Za-z_][A-Za-z0-9_]*$/.test(value)
    ? keyNoted('promptfoo does not use it with this provider')
    : keyLeftOut('it is no name of a variable');

/** Reads `logprobs`, which add numbers beside an answer. */
export const besides: Reader = () => keyNoted('it adds data beside the answer, which eva does not read');

/** Returns the reader for keys whose effect eva does not have. */
export function without(reason: string): Reader {
  return () => keyLeftOut(reason);
}
