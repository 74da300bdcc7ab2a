import type { CaseMessage, CasePart, CaseText, ConversationSubject, PromptSubject } from '../case.js';
import { canonicalJson, sha256 } from '../data/digest.js';
import type { FieldReference } from '../dataset.js';
import { isValueReference } from '../grader.js';
import type { Body, BodyMessage, BodyPart } from '../prompt.js';
import { resolveText } from '../references.js';
import {
  type MediaFile,
  type MediaPath,
  type Message,
  type Part,
  type SentMessage,
  type SentPart,
  textOfParts,
} from '../reply/exchange.js';
import { isBlank } from './characters.js';
import { render } from './quoted.js';

/** The messages that a prompt and its case make together. */
export interface ComposedMessages {
  /** The system messages with a blank line between them; absent if there are none, or only blank ones. */
  readonly system?: string;
  readonly messages: readonly Message[];
  /** The same messages as a trial keeps them; absent if there is one text from the user alone. */
  readonly sent?: readonly SentMessage[];
  /** The files of the messages with their paths, by digest. */
  readonly files: ReadonlyMap<string, MediaPath>;
}

type Composed = Pick<PromptSubject | ConversationSubject, 'kind' | 'inputs' | 'files'> &
  Pick<PromptSubject, 'messages'>;

/**
 * Composes the messages of a case. A text body is the user's message; with messages of the case, and in a conversation, it is the system
 * prompt. The messages of the case follow those of the body. Each text of the body is rendered once; those of a case are sent as they are.
 */
export function composeMessages(body: Body, subject: Composed): ComposedMessages {
  const isSystem = subject.kind === 'conversation' || (subject.messages?.length ?? 0) > 0;
  const ofBody: readonly BodyMessage[] =
    typeof body === 'string' ? [{ role: isSystem ? 'system' : 'user', content: body }] : body;
  const all = [
    ...ofBody.map((message) => fillMessage(message, subject, (text) => render(text, subject.inputs))),
    ...(subject.messages ?? []).map((message) => fillMessage(message, subject, (text) => text)),
  ];
  const system = all.flatMap(({ role, content }) => (role === 'system' ? [content] : [])).join('\n\n');
  const others = all.flatMap((message) => (message.role === 'system' ? [] : [{ ...message, role: message.role }]));
  const isPlain = all.length === 1 && others.every(({ role, parts }) => role === 'user' && !parts);
  return {
    messages: others.map(requestMessage),
    files: new Map(filesIn(all).map((file) => [file.sha256, file])),
    ...(!isBlank(system) && { system }),
    ...(!(isPlain && others.length === 1) && { sent: all }),
  };
}

function filesIn(messages: readonly SentMessage[]): readonly MediaPath[] {
  return messages.flatMap(({ parts = [] }) => parts.flatMap((part) => ('file' in part ? [part.file] : [])));
}

/** Fills a message: `fill` completes its texts, references to inputs become their values, and inputs of files their files. */
function fillMessage(
  { role, content }: BodyMessage | CaseMessage,
  subject: Composed,
  fill: (text: string) => string,
): SentMessage {
  const textOf = (text: CaseText) => fill(resolveText(text, { inputs: subject.inputs, field: unknownField }));
  if (typeof content === 'string' || isValueReference(content)) return { role, content: textOf(content) };
  const parts = content.map(
    (part): SentPart => ('text' in part ? { text: textOf(part.text) } : { file: fileOf(part.file, subject) }),
  );
  return { role, content: textOfParts(parts), parts };
}

/** Throws `Error`: the case of an item has the values of its fields. */
function unknownField({ field }: FieldReference): never {
  throw new Error(`the field ${field} of the item was not inserted into a message`);
}

function fileOf(file: MediaPath | { readonly input: string }, { files = {} }: Composed): MediaPath {
  if (!('input' in file)) return file;
  const given = Object.hasOwn(files, file.input) ? files[file.input] : undefined;
  if (given) return given;
  throw new Error(`the input ${file.input} has no file`);
}

/** Returns a message as a request has it: its files have no paths. */
function requestMessage({ role, content, parts }: SentMessage & Pick<Message, 'role'>): Message {
  if (!parts) return { role, content };
  return {
    role,
    content,
    parts: parts.map((part): Part => {
      if ('text' in part) return part;
      const { media_type, sha256, bytes } = part.file;
      return { file: { media_type, sha256, bytes } };
    }),
  };
}

/**
 * Returns the digest of a body: of its bytes, or of its messages without the paths of their files. The prefix has NUL bytes, which no text
 * body has, so that a text never has the digest of messages.
 */
export function bodyDigest(body: Body): string {
  if (typeof body === 'string') return sha256(body);
  const messages = body.map(({ role, content }) => ({ role, content: withoutPaths(content) }));
  return sha256(`\0messages\0${canonicalJson(messages)}`);
}

/** Returns the content of a message without the paths of its files. */
export function withoutPaths(content: CaseText | readonly (BodyPart | CasePart)[]): unknown {
  if (!Array.isArray(content)) return content;
  return content.map((part: BodyPart | CasePart) =>
    'text' in part || 'input' in part.file ? part : { file: fileWithoutPath(part.file) },
  );
}

/** Returns a file as evidence: without its path. */
export function fileWithoutPath({ path: _path, ...file }: MediaPath): MediaFile {
  return file;
}
