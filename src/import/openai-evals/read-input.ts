import { kindOf } from '#dataset/reading/json-item.js';
import type { ReadItem } from '#dataset/reading/read-item.js';
import { isObject, type JsonObject, type JsonValue } from '#model/data/json.js';
import { isBlank } from '#model/text/characters.js';
import { quoted } from '#model/text/quoted.js';
import type { Role, SampleMessage } from './sample.js';
import type { SampleReport } from './sample-report.js';

type Path = readonly (string | number)[];

const todo = 'correct the sample, or leave it out of the file';

/** Reads the messages of a sample as eva can send them. Returns null, with the reason in the report, if it cannot. */
export function readInput(item: ReadItem, report: SampleReport): readonly SampleMessage[] | null {
  const input = Object.hasOwn(item.values, 'input') ? item.values['input'] : undefined;
  const refuse = (reason: string) => {
    report.add('blocks', 'test', () => item.place(input === undefined ? [] : ['input']), {
      what: 'input',
      reason,
      todo,
    });
    return null;
  };
  if (typeof input === 'string') {
    const reason = 'a text is asked as a message of the user; evals asks a chat model with it as a system message';
    report.add('noted', 'prompt', () => item.place(['input']), { what: 'input', reason });
    return [{ role: 'user', content: input }];
  }
  if (input === undefined) return refuse('the sample has no `input`');
  if (!Array.isArray(input)) return refuse(`\`input\` is ${nameOf(input)}, not a text or a list of messages`);
  if (input.length === 0) return refuse('`input` has no messages');
  const read = input.map((_, index) => readMessage(item, ['input', index], report));
  const messages = read.filter((one) => one !== null);
  return messages.length < read.length ? null : inOrder(messages, item, report);
}

interface PlacedMessage extends SampleMessage {
  readonly path: Path;
}

const roles: ReadonlyMap<JsonValue | undefined, Role> = new Map([
  ['system', 'system'],
  ['developer', 'system'],
  ['user', 'user'],
  ['assistant', 'assistant'],
]);

/** Names by which evals marks examples among system messages. */
const exampleRoles: ReadonlyMap<JsonValue | undefined, Role> = new Map([
  ['example_user', 'user'],
  ['example_assistant', 'assistant'],
]);

function readMessage(item: ReadItem, path: Path, report: SampleReport): PlacedMessage | null {
  const written = valueAt(item.values, path);
  const refuse = (reason: string, at: Path = path) => {
    report.add('blocks', 'test', () => item.place(at), { what: 'input', reason, todo });
    return null;
  };
  if (!isObject(written)) return refuse(`a message is ${nameOf(written)}, not a mapping`);
  const { role: said, name } = written;
  const called = ['tool_calls', 'function_call', 'tool_call_id', 'audio'].find((key) => isGiven(written, key));
  if (called !== undefined) return refuse(`a message has \`${called}\`, which eva cannot send`, [...path, called]);
  const role = roles.get(said);
  if (!role) {
    const reason = said === undefined ? 'a message has no `role`' : `eva has no role ${quoted(String(said))}`;
    return refuse(reason, said === undefined ? path : [...path, 'role']);
  }
  const content = readContent(item, path, report);
  if (content === null) return null;
  reportKeys(item, path, report);
  const example = role === 'system' ? exampleRoles.get(name) : undefined;
  if (!example) return { role, content, path };
  const reason = `eva sends examples as messages of the ${example}, without a name`;
  report.add('replaced', 'prompt', () => item.place([...path, 'name']), { what: String(name), reason });
  return { role: example, content, path };
}

function readContent(item: ReadItem, path: Path, report: SampleReport): string | readonly string[] | null {
  const own = [...path, 'content'];
  const content = valueAt(item.values, own);
  const refuse = (reason: string, at: Path = own) => {
    report.add('blocks', 'test', () => item.place(at), { what: 'input', reason, todo });
    return null;
  };
  if (typeof content === 'string') return content;
  if (content === undefined || content === null) return refuse('a message has no `content`', path);
  if (!Array.isArray(content)) return refuse(`the content of a message is ${nameOf(content)}`);
  if (content.length === 0) return refuse('the content of a message is an empty list');
  const texts = (content as readonly JsonValue[]).map((part) =>
    isObject(part) && (part['type'] === 'text' || part['type'] === 'input_text') ? part['text'] : undefined,
  );
  const other = texts.findIndex((text) => typeof text !== 'string');
  if (other >= 0) {
    const type = (content[other] as JsonObject | null)?.['type'];
    const what = typeof type === 'string' ? `a part of type ${quoted(type)}` : 'a part that is no text';
    return refuse(`a message has ${what}, which this import does not carry`, [...own, other]);
  }
  return texts.length === 1 ? (texts[0] as string) : (texts as readonly string[]);
}

/** Lists the keys of a message that change what a model reads and have no place in eva. */
function reportKeys(item: ReadItem, path: Path, report: SampleReport): void {
  const message = valueAt(item.values, path) as JsonObject;
  for (const key of Object.keys(message)) {
    if (key === 'role' || key === 'content' || !isGiven(message, key)) continue;
    if (key === 'name' && exampleRoles.has(message[key])) continue;
    const reason = 'eva sends no such key of a message';
    report.add('left_out', 'setting', () => item.place([...path, key]), { what: `input[].${key}`, reason });
  }
}

/** Moves no message, but gives system messages behind others, and the last if there are no others, the role of the user. */
function inOrder(
  written: readonly PlacedMessage[],
  item: ReadItem,
  report: SampleReport,
): readonly SampleMessage[] | null {
  const said = written.filter((message) => isSaid(message, item, report));
  const first = said.findIndex(({ role }) => role !== 'system');
  const messages = said.map(({ role, content, path }, index): SampleMessage => {
    const isLate = first >= 0 ? index > first : index === said.length - 1;
    if (role !== 'system' || !isLate) return { role, content };
    const reason =
      first >= 0
        ? 'eva sends system messages first, so one behind others is asked as a message of the user'
        : onlySystem;
    report.add('replaced', 'prompt', () => item.place([...path, 'role']), { what: 'role: system', reason });
    return { role: 'user', content };
  });
  if (messages.some(({ role }) => role === 'user')) return messages;
  const reason = 'no message is from the user';
  report.add('blocks', 'test', () => item.place(['input']), { what: 'input', reason, todo });
  return null;
}

const onlySystem = 'models answer a user, so the last of system messages alone is asked as a message of the user';

/** Returns false for a system message without text, which says nothing. */
function isSaid({ role, content, path }: PlacedMessage, item: ReadItem, report: SampleReport): boolean {
  if (role !== 'system' || ![content].flat().every(isBlank)) return true;
  const words = { what: 'role: system', reason: 'a system message without text is not sent' };
  report.add('noted', 'prompt', () => item.place(path), words);
  return false;
}

function valueAt(values: JsonValue, path: Path): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>((value, step) => {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, step)) return undefined;
    return (value as JsonObject)[step];
  }, values);
}

function isGiven(message: JsonObject, key: string): boolean {
  return Object.hasOwn(message, key) && message[key] !== null;
}

function nameOf(value: JsonValue | undefined): string {
  return isObject(value) ? 'a mapping' : kindOf(value);
}
