import type { CaseMessage, CasePart, CaseText } from '#model/case.js';
import type { JsonObject } from '#model/data/json.js';
import { isValueReference } from '#model/grader.js';
import type { Loaded, Place, Problem } from '#model/problem.js';
import { problem } from '#model/problem.js';
import type { BodyMessage, BodyPlaces, FileInput, PlacedBodyText } from '#model/prompt.js';
import type { MediaType } from '#model/reply/exchange.js';
import { placeholders, short } from '#model/text/quoted.js';
import type { DocumentPart, ReportProblems } from '../source/document.js';
import { candidatesFor, type Hidden, type InsidePath, resolveInside } from '../source/inside-root.js';
import { noFolder } from '../source/layer.js';
import { maxYamlBytes, nulCharacter, readText } from '../source/read-file.js';
import { pieceOfFile } from '../traps/text-traps.js';

import type { MediaFiles, PromptFolder } from './media.js';

/** How the files that messages name are found, and what takes the problems. */
interface MessageFiles {
  /** null for messages of a program, which cannot name files. */
  readonly folder: PromptFolder | null;
  readonly hidden: Hidden;
  readonly media: MediaFiles;
  readonly report: ReportProblems;
}

/** A message as a file writes it. Only messages of cases have references. */
interface WrittenMessage {
  readonly role: BodyMessage['role'];
  readonly content: CaseMessage['content'];
}

interface ReadMessages {
  readonly messages: readonly WrittenMessage[];
  readonly places: BodyPlaces;
  /** The texts of `content_from`. */
  readonly fileTexts: readonly PlacedBodyText[];
}

/** Reads a list of messages, and the files that they name. Returns null if a text of one cannot be read. */
export function readMessages(files: MessageFiles, list: DocumentPart): ReadMessages | null {
  if (!Array.isArray(list.value)) return null;
  const read = list.items().map((message) => readMessage(files, message));
  const whole = read.filter((message) => message !== null);
  files.report(misplacedSystem(whole));
  if (whole.length < read.length || !list.isSound) return null;
  return {
    messages: whole.map(({ role, content }) => ({ role, content })),
    places: {
      texts: whole.flatMap(({ texts }) => texts),
      files: whole.flatMap((message) => message.files),
      roles: whole.map(({ at }) => at),
    },
    fileTexts: whole.flatMap(({ fileTexts = [] }) => fileTexts),
  };
}

/** The content of a message and where it is written. */
interface ReadContent {
  readonly content: WrittenMessage['content'];
  readonly texts: readonly PlacedBodyText[];
  readonly files: readonly FileInput[];
  /** The text of `content_from`. */
  readonly fileTexts?: readonly PlacedBodyText[];
}

interface ReadMessage extends ReadContent {
  readonly role: BodyMessage['role'];
  /** The place of the role. */
  readonly at: Place;
}

/** Lists a problem for each system message behind a message of another role. */
function misplacedSystem(messages: readonly ReadMessage[]): readonly Problem[] {
  const first = messages.findIndex(({ role }) => role !== 'system');
  if (first < 0) return [];
  return messages
    .slice(first)
    .filter(({ role }) => role === 'system')
    .map(({ at }) =>
      problem('EVA_BAD_VALUE:late_system', 'a system message follows a message of another role', {
        hint: 'move it to the top: system messages come first',
        at,
      }),
    );
}

function readMessage(files: MessageFiles, message: DocumentPart): ReadMessage | null {
  const { report } = files;
  const written = message.value as JsonObject;
  const [hasText, hasFile] = ['content', 'content_from'].map((key) => Object.hasOwn(written, key));
  const [inline, file] = [message.in('content'), message.in('content_from')];
  if (hasText && hasFile) {
    report([
      problem('EVA_ONE_KEY:content', 'the message has "content" and "content_from"', {
        hint: 'keep one of them; write two messages to send both',
        at: file.placeOfKey(),
      }),
    ]);
    return null;
  }
  if (!hasText && !hasFile) {
    report([
      problem('EVA_MISSING_KEY:content', 'the message has no content', {
        hint: 'add content: with a text or a list of parts, or content_from: with the path of a file',
        at: message.place(),
      }),
    ]);
    return null;
  }
  const role = written['role'] as BodyMessage['role'];
  const content = hasFile ? readContentFrom(files, file) : readContent(files, inline);
  if (role === 'system') report(systemFiles(inline, content));
  return content && { role, ...content, at: message.in('role').place() };
}

/** Lists the files of a system message, which no provider accepts. */
function systemFiles(content: DocumentPart, read: ReadContent | null): readonly Problem[] {
  if (!read || !Array.isArray(read.content)) return [];
  return read.content.flatMap((part, index) => {
    if ('text' in part) return [];
    return [
      problem('EVA_BAD_VALUE:system_file', 'a system message can have texts only', {
        hint: 'move the file to a message with role: user',
        at: content.in(index, 'file').placeOfKey(),
      }),
    ];
  });
}

function readContentFrom({ folder, hidden, report }: MessageFiles, part: DocumentPart): ReadContent | null {
  const at = part.place();
  if (!folder) {
    report([noFolder('content_from', at)]);
    return null;
  }
  const inside = resolveInside(folder.root, candidatesFor(folder.id, String(part.value)), at, hidden);
  report(inside.problems);
  if (!inside.value) return null;
  const { value: text, problems } = readBodyText(inside.value);
  report(problems);
  return text && { content: text.text, texts: [text], files: [], fileTexts: [text] };
}

function readContent(files: MessageFiles, content: DocumentPart): ReadContent | null {
  if (!Array.isArray(content.value)) return readInlineText(content, files.report);
  const parts = content.items().map((part) => readPart(files, part));
  const whole = parts.filter((part) => part !== null);
  if (whole.length < parts.length) return null;
  return {
    content: whole.flatMap(({ part }) => part),
    texts: whole.flatMap(({ texts }) => texts),
    files: whole.flatMap((part) => part.files),
  };
}

function readInlineText(part: DocumentPart, report: ReportProblems): (ReadContent & { content: CaseText }) | null {
  const written: unknown = part.value;
  if (isValueReference(written)) return { content: written, texts: [], files: [] };
  const text = String(written);
  const placed = { text, place: (start: number, end: number) => part.source.textPlace(part.path, start, end) };
  const nul = text.indexOf('\0');
  if (nul < 0) return { content: text, texts: [placed], files: [] };
  report([nulCharacter(placed.place(nul, nul + 1))]);
  return null;
}

/** A part and where it is written. The list is empty if its file cannot be used. */
interface ReadPart extends Pick<ReadContent, 'texts' | 'files'> {
  readonly part: readonly CasePart[];
}

function readPart(files: MessageFiles, part: DocumentPart): ReadPart | null {
  const { report } = files;
  const written = part.value as JsonObject;
  const [hasText, hasFile, hasType] = ['text', 'file', 'media_type'].map((key) => Object.hasOwn(written, key));
  if (hasText && hasFile) {
    report([
      problem('EVA_ONE_KEY:part', 'the part has "text" and "file"', {
        hint: 'write two parts, each with a "- " of its own',
        at: part.in('file').placeOfKey(),
      }),
    ]);
    return null;
  }
  if (!hasFile && hasType) {
    report([
      problem('EVA_MISSING_KEY:media', '"media_type" is for a file, but the part has none', {
        hint: 'add file: with the path of the file, or remove media_type',
        at: part.in('media_type').placeOfKey(),
      }),
    ]);
    return null;
  }
  if (hasFile) return readFilePart(files, part);
  const text = readInlineText(part.in('text'), report);
  return text && { part: [{ text: text.content }], texts: text.texts, files: [] };
}

const unusable: ReadPart = { part: [], texts: [], files: [] };

function readFilePart({ folder, hidden, media, report }: MessageFiles, part: DocumentPart): ReadPart {
  const filePart = part.in('file');
  if (!folder) {
    report([
      problem('EVA_BAD_VALUE:file_of_program', 'the messages of a program cannot have files', {
        hint: 'write them to prompts/ID/messages.yml, and call evaluatePrompt',
        at: filePart.placeOfKey(),
      }),
    ]);
    return unusable;
  }
  const { file, media_type } = part.value as unknown as { file: string | { input: string }; media_type?: MediaType };
  const at = filePart.place();
  if (typeof file !== 'string') {
    const input = { name: file.input, ...(media_type && { media_type }), at: filePart.in('input').place() };
    return { part: [{ file: { input: file.input } }], texts: [], files: [input] };
  }
  const names = placeholders(file);
  const [name] = names;
  if (name !== undefined) {
    const isWhole = /^\s*\{\{[^{}]*\}\}\s*$/.test(file);
    report([
      problem(
        'EVA_BAD_VALUE:file_placeholder',
        '"file" has no placeholders: it takes a path, or the input with the path',
        {
          hint: `write file: { input: ${short(name)} }${isWhole ? '' : `, and give the whole path in the case: inputs: { ${short(name)}: PATH }`}`,
          at,
        },
      ),
    ]);
    return { ...unusable, files: names.map((input) => ({ name: input, at })) };
  }
  const { value, problems } = media.find(folder, file, { at, hidden });
  report(problems);
  if (!value) return unusable;
  report(otherType(value, media_type, part.in('media_type').place()));
  return { part: [{ file: value }], texts: [], files: [] };
}

/** Lists a problem if a file has another type than `media_type` says. `at` is the place of `media_type`. */
export function otherType(
  { path, media_type }: { readonly path: string; readonly media_type: MediaType },
  declared: MediaType | undefined,
  at: Place,
): readonly Problem[] {
  if (declared === undefined || declared === media_type) return [];
  return [
    problem(
      'EVA_BAD_MEDIA:media_type',
      `media_type is ${declared}, but the first bytes of ${short(path)} are those of ${media_type}`,
      { hint: `write media_type: ${media_type}, or remove media_type`, at },
    ),
  ];
}

/** Reads a text of a body, with LF as line ends. Problems: those of `readText`, EVA_BLANK_BODY, EVA_BAD_CHARACTER for U+0000. */
export function readBodyText({ path, file }: InsidePath): Loaded<PlacedBodyText> {
  const { value: text, problems } = readText(path, file, maxYamlBytes);
  if (text === null) return { value: null, problems };
  if (text.trim() === '')
    return {
      value: null,
      problems: [problem('EVA_BLANK_BODY', 'the file is blank', { hint: 'write the prompt into it', at: { file } })],
    };
  const body = pieceOfFile(text.replaceAll('\r\n', '\n'), file);
  const nul = body.text.indexOf('\0');
  if (nul < 0) return { value: body, problems: [] };
  return { value: null, problems: [nulCharacter(body.place(nul, nul + 1))] };
}
