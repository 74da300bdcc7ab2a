import { isObject, type JsonObject, type JsonValue } from '#model/data/json.js';
import { jsonIn } from './marked.js';
import { type PartReading, readContent } from './parts.js';
import { RefusedPrompt } from './refused-prompt.js';

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
  return trimmed.startsWith('- role:') || isChat(jsonIn(trimmed) ?? null);
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
