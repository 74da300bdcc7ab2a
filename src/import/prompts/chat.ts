import { isObject, type JsonObject, type JsonValue } from '#model/data/json.js';
import { whyUnread } from '../folder.js';
import type { TemplatePiece } from '../template/parse-template.js';
import { type Content, RefusedPrompt } from './content.js';
import { promptJson } from './marked.js';
import { isWebAddress, type Media, mediaOfBase64, mediaOfBytes, webReason } from './media.js';

const roles: Readonly<Record<string, 'system' | 'user' | 'assistant'>> = {
  system: 'system',
  developer: 'system',
  user: 'user',
  assistant: 'assistant',
  model: 'assistant',
};

/** Keys of a message that say what an earlier call of a tool was, or who spoke. */
const callKeys = ['tool_calls', 'function_call', 'tool_call_id', 'name'];

const knownKeys = ['role', 'content', 'parts', 'cache_control', ...callKeys];

/** Returns true for a list of messages: each item is a mapping with a role. */
export function isChat(value: JsonValue): value is readonly JsonObject[] {
  if (!Array.isArray(value) || value.length === 0) return false;
  return (value as readonly JsonValue[]).every((item) => isObject(item) && 'role' in item);
}

/** Returns true for a rendered text that a provider reads as a list of messages. */
export function isChatText(text: string): boolean {
  const trimmed = text.trim();
  return trimmed.startsWith('- role:') || isChat(promptJson(trimmed) ?? null);
}

/** Reads a list of messages. Throws `RefusedPrompt` for one that eva cannot send as it is. */
export function readChat(list: readonly JsonObject[], reading: PartReading): readonly JsonObject[] {
  const messages = list.flatMap((message) => readMessage(message, reading));
  const first = messages.findIndex(({ role }) => role !== 'system');
  if (first === -1 || !messages.some(({ role }) => role === 'user')) {
    throw new RefusedPrompt('role', 'it has no message from the user');
  }
  if (messages.slice(first).some(({ role }) => role === 'system')) {
    throw new RefusedPrompt('system', 'a system message follows another message', 'put the system messages first');
  }
  return withCleanEnd(messages, reading);
}

/** Drops the white space at the end of a last message of the assistant, which models go on from: some refuse it there. */
function withCleanEnd(messages: readonly JsonObject[], { content }: PartReading): readonly JsonObject[] {
  const last = messages.at(-1);
  const text = last?.['content'];
  if (last?.['role'] !== 'assistant' || typeof text !== 'string' || text === text.trimEnd()) return messages;
  content.note('noted', {
    what: 'assistant',
    reason: 'white space at the end of the answer that the model goes on from is dropped, as models refuse it',
  });
  return [...messages.slice(0, -1), { ...last, content: text.trimEnd() }];
}

function readMessage(message: JsonObject, reading: PartReading): readonly JsonObject[] {
  const role = roleOf(message['role']);
  for (const key of Object.keys(message)) checkKey(key, message[key], reading);
  const content = readContent(message['content'] ?? message['parts'], reading);
  if (role === 'system' && typeof content !== 'string' && content.some((part) => 'file' in part)) {
    throw new RefusedPrompt('system', 'a system message has a picture or a PDF, which no provider accepts');
  }
  const filled = withoutBlank(content);
  if (filled !== undefined) return [{ role, content: filled }];
  if (role !== 'system') throw new RefusedPrompt('content', `the message of the ${role} is empty`);
  reading.content.note('noted', { what: 'content', reason: 'an empty system message says nothing' });
  return [];
}

function roleOf(value: JsonValue | undefined): 'system' | 'user' | 'assistant' {
  const name = typeof value === 'string' ? value.trim() : '';
  const role = Object.hasOwn(roles, name) ? roles[name] : undefined;
  if (role) return role;
  const reason = ['tool', 'function'].includes(name)
    ? 'eva sends no earlier tool calls and results in a prompt'
    : 'eva sends messages of the system, the user and the assistant';
  throw new RefusedPrompt(`role: ${name}`, reason);
}

function checkKey(key: string, value: JsonValue | undefined, { content }: PartReading): void {
  if (callKeys.includes(key) && value !== null && value !== undefined) {
    const reason =
      key === 'name' ? 'eva sends no names of speakers' : 'eva sends no earlier tool calls and results in a prompt';
    throw new RefusedPrompt(key, reason);
  }
  if (key === 'type' && value === 'message') return;
  if (!knownKeys.includes(key))
    content.note('left_out', { what: key, reason: 'eva does not know this key of a message' });
}

function withoutBlank(content: string | readonly JsonObject[]): string | readonly JsonObject[] | undefined {
  if (typeof content === 'string') return content.trim() === '' ? undefined : content;
  const parts = content.filter(({ text }) => typeof text !== 'string' || text.trim() !== '');
  return parts.length === 0 ? undefined : parts;
}

/** The content of a message while it is read. */
interface PartReading {
  readonly content: Content;
  readonly piecesOf: (text: string) => readonly TemplatePiece[];
}

/** Reads the content of a message: a text, or a list of parts. Throws `RefusedPrompt`. */
function readContent(value: JsonValue | undefined, reading: PartReading): string | readonly JsonObject[] {
  if (typeof value === 'string') return reading.content.text(reading.piecesOf(value));
  if (!Array.isArray(value)) {
    const what = value === null || value === undefined ? 'absent' : 'neither a text nor a list of parts';
    throw new RefusedPrompt('content', `the content of a message is ${what}`);
  }
  return (value as readonly JsonValue[]).map((part) => readPart(part, reading));
}

function readPart(part: JsonValue, reading: PartReading): JsonObject {
  if (!isObject(part)) throw new RefusedPrompt('content', 'a part of a message is no mapping');
  const type = typeof part['type'] === 'string' ? part['type'] : typeOf(part);
  const read = Object.hasOwn(readers, type) ? readers[type] : undefined;
  if (!read) throw new RefusedPrompt(type, reasonFor(type));
  if ('cache_control' in part) {
    reading.content.note('noted', { what: 'cache_control', reason: 'it changes the price of a call, not its answer' });
  }
  return read(part, reading);
}

/** Returns the type of a part of Gemini, which has none. */
function typeOf(part: JsonObject): string {
  if ('text' in part) return 'text';
  return 'inline_data' in part || 'inlineData' in part ? 'inline_data' : 'part';
}

function reasonFor(type: string): string {
  if (/audio/.test(type)) return 'eva sends no audio';
  if (/video/.test(type)) return 'eva sends no video';
  if (/tool|function/.test(type)) return 'eva sends no earlier tool calls and results in a prompt';
  return 'eva does not know this part of a message';
}

type Reader = (part: JsonObject, reading: PartReading) => JsonObject;

const readers: Readonly<Record<string, Reader>> = {
  text: readText,
  input_text: readText,
  output_text: readText,
  image_url: (part, reading) => {
    const { image_url: image } = part;
    const url = isObject(image) ? image['url'] : image;
    noteDetail(isObject(image) ? image['detail'] : part['detail'], reading);
    return readFile('image_url', url, reading);
  },
  input_image: (part, reading) => {
    noteDetail(part['detail'], reading);
    return readFile('input_image', part['image_url'], reading);
  },
  image: readSource,
  document: readSource,
  file: (part, reading) => readFile('file', dataOf(part['file'], 'file_data'), reading),
  input_file: (part, reading) => readFile('input_file', part['file_data'], reading),
  inline_data: (part, reading) =>
    readFile('inline_data', dataOf(part['inline_data'] ?? part['inlineData'], 'data'), reading),
};

function readText(part: JsonObject, { content, piecesOf }: PartReading): JsonObject {
  const { text } = part;
  if (typeof text !== 'string') throw new RefusedPrompt('text', 'the text of a part is no text');
  return { text: content.text(piecesOf(text)) };
}

/** Reads a block of Anthropic. */
function readSource(part: JsonObject, reading: PartReading): JsonObject {
  const { source, type } = part;
  if (!isObject(source)) throw new RefusedPrompt(String(type), 'it has no source');
  if (source['type'] === 'text' && typeof source['data'] === 'string')
    return readText({ text: source['data'] }, reading);
  return readFile(String(type), source['type'] === 'url' ? source['url'] : source['data'], reading);
}

function dataOf(value: JsonValue | undefined, key: string): JsonValue | undefined {
  return isObject(value) ? value[key] : undefined;
}

function noteDetail(detail: JsonValue | undefined, { content }: PartReading): void {
  if (detail === undefined || detail === 'auto') return;
  content.note('left_out', { what: 'detail', reason: 'eva sends pictures without a level of detail' });
}

/** Reads a picture or PDF: a variable, a data URL, or a file of the configuration. */
function readFile(what: string, value: JsonValue | undefined, { content, piecesOf }: PartReading): JsonObject {
  if (typeof value !== 'string') throw new RefusedPrompt(what, 'it names no picture or PDF that eva can read');
  const pieces = piecesOf(value).filter((piece) => piece.kind !== 'text' || piece.text.trim() !== '');
  const variable = variableIn(pieces);
  if (variable !== undefined) return { file: { input: content.file(variable) } };
  const [first, ...more] = pieces;
  if (first?.kind !== 'text' || more.length > 0)
    throw new RefusedPrompt(what, 'its address is computed from variables');
  const media = readMedia(first.text.trim(), content);
  if (typeof media === 'string') throw new RefusedPrompt(what, media);
  return { file: content.write(`attachments/${media.name}.${media.ending}`, media.content) };
}

/** Returns the variable that is a whole file: `{{image}}`, or `data:image/png;base64,{{image}}`. */
function variableIn(pieces: readonly TemplatePiece[]): string | undefined {
  const [first, second, ...more] = pieces;
  const isPrefix = first?.kind === 'text' && /^data:[\w/+.-]*;base64,$/i.test(first.text.trim());
  const last = isPrefix ? second : first;
  if (more.length > 0 || (!isPrefix && second) || last?.kind !== 'placeholder') return undefined;
  return last.expression.kind === 'name' ? last.expression.name : undefined;
}

function readMedia(text: string, { folder, at }: Content): (Media & { readonly name: string }) | string {
  if (isWebAddress(text)) return webReason;
  if (!text.startsWith('file://')) {
    const media = mediaOfBase64(text);
    return typeof media === 'string' ? media : { ...media, name: media.ending === 'pdf' ? 'document' : 'image' };
  }
  const { value, problems } = folder.bytes(text, at);
  if (value === null) return whyUnread(problems);
  const media = mediaOfBytes(value);
  const name = /([^/]*?)(?:\.[^./]*)?$/.exec(text)?.[1]?.replace(/[^\w-]+/g, '-') || 'image';
  return typeof media === 'string' ? media : { ...media, name };
}
