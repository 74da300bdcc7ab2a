import type { CaseMessage, CasePart, CaseText } from '#model/case.js';
import { isObject, type JsonObject } from '#model/data/json.js';
import { isValueReference } from '#model/grader.js';
import type { Loaded, Place, Problem } from '#model/problem.js';
import type { BodyMessage, BodyPlaces, FileInput, PlacedBodyText } from '#model/prompt.js';
import type { MediaType } from '#model/reply/exchange.js';
import { problem } from '#model/sentences/sentence.js';
import { placeholders, short } from '#model/text/quoted.js';
import type { Document } from '../source/document.js';
import { candidatesFor, type Hidden, type InsidePath, resolveInside } from '../source/inside-root.js';
import { type Path, valueAt } from '../source/place.js';
import { maxYamlBytes, readText } from '../source/read-file.js';
import type { YamlSource } from '../source/yaml-source.js';
import { pieceOfFile } from '../traps/text-traps.js';

import type { MediaFiles, MediaFolder } from './media.js';

/** The document that has a list of messages, and how the files that it names are found. */
export interface MessageSource {
  /** null for messages of a program, which cannot name files. */
  readonly folder: MediaFolder | null;
  readonly source: YamlSource;
  readonly document: Document;
  readonly hidden: Hidden;
  readonly media: MediaFiles;
  readonly report: (problems: readonly Problem[]) => void;
}

/** A message as a file writes it. Only messages of cases have references. */
export interface WrittenMessage {
  readonly role: BodyMessage['role'];
  readonly content: CaseMessage['content'];
}

export interface ReadMessages {
  readonly messages: readonly WrittenMessage[];
  readonly places: BodyPlaces;
  /** The texts of `content_from`. */
  readonly fileTexts: readonly PlacedBodyText[];
}

/** Reads the list of messages at a path, and the files that they name. Returns null if a text of one cannot be read. */
export function readMessages(from: MessageSource, path: Path): ReadMessages | null {
  const list = valueAt(from.source.value, path);
  if (!Array.isArray(list)) return null;
  const read = list.map((_message, index) => readMessage(from, [...path, index]));
  const whole = read.filter((one) => one !== null);
  from.report(misplacedSystem(whole));
  if (whole.length < read.length) return null;
  return {
    messages: whole.map(({ role, content }) => ({ role, content })),
    places: {
      texts: whole.flatMap(({ texts }) => texts),
      files: whole.flatMap(({ files }) => files),
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

function readMessage(from: MessageSource, path: Path): ReadMessage | null {
  const { source, document, report } = from;
  const written = valueAt(source.value, path);
  if (!isObject(written) || !document.isSound(path)) return null;
  const [hasText, hasFile] = ['content', 'content_from'].map((key) => Object.hasOwn(written, key));
  if (hasText && hasFile) {
    report([
      problem('EVA_ONE_KEY:content', 'the message has "content" and "content_from"', {
        hint: 'keep one of them; write two messages to send both',
        at: source.place([...path, 'content_from'], 'key'),
      }),
    ]);
    return null;
  }
  if (!hasText && !hasFile) {
    report([
      problem('EVA_MISSING_KEY:content', 'the message has no content', {
        hint: 'add content: with a text or a list of parts, or content_from: with the path of a file',
        at: source.place(path),
      }),
    ]);
    return null;
  }
  const role = written['role'] as BodyMessage['role'];
  const content = hasFile ? readContentFrom(from, [...path, 'content_from']) : readContent(from, [...path, 'content']);
  if (role === 'system') report(systemFiles(source, path, content));
  return content && { role, ...content, at: source.place([...path, 'role']) };
}

/** Lists the files of a system message, which no provider accepts. */
function systemFiles(source: YamlSource, path: Path, read: ReadContent | null): readonly Problem[] {
  if (!read || !Array.isArray(read.content)) return [];
  return read.content.flatMap((part, index) => {
    if ('text' in part) return [];
    return [
      problem('EVA_BAD_VALUE:system_file', 'a system message can have texts only', {
        hint: 'move the file to a message with role: user',
        at: source.place([...path, 'content', index, 'file'], 'key'),
      }),
    ];
  });
}

function readContentFrom({ folder, source, hidden, report }: MessageSource, path: Path): ReadContent | null {
  const written = String(valueAt(source.value, path));
  if (!folder) {
    report([problem('EVA_BAD_VALUE:no_folder', { key: 'content_from' }, { at: source.place(path) })]);
    return null;
  }
  const inside = resolveInside(folder.root, candidatesFor(folder.id, written), source.place(path), hidden);
  report(inside.problems);
  if (!inside.value) return null;
  const { value: text, problems } = readBodyText(inside.value);
  report(problems);
  return text && { content: text.text, texts: [text], files: [], fileTexts: [text] };
}

function readContent(from: MessageSource, path: Path): ReadContent | null {
  const written = valueAt(from.source.value, path);
  if (!Array.isArray(written)) return readInlineText(from, path);
  const parts = written.map((_part, index) => readPart(from, [...path, index]));
  const whole = parts.filter((part) => part !== null);
  if (whole.length < parts.length) return null;
  return {
    content: whole.flatMap(({ part }) => part),
    texts: whole.flatMap(({ texts }) => texts),
    files: whole.flatMap(({ files }) => files),
  };
}

function readInlineText({ source, report }: MessageSource, path: Path): (ReadContent & { content: CaseText }) | null {
  const written: unknown = valueAt(source.value, path);
  if (isValueReference(written)) return { content: written, texts: [], files: [] };
  const text = String(written);
  const placed = { text, place: (start: number, end: number) => source.textPlace(path, start, end) };
  const nul = text.indexOf('\0');
  if (nul < 0) return { content: text, texts: [placed], files: [] };
  report([problem('EVA_BAD_CHARACTER:body', null, { at: placed.place(nul, nul + 1) })]);
  return null;
}

/** A part and where it is written. The list is empty if its file cannot be used. */
interface ReadPart extends Pick<ReadContent, 'texts' | 'files'> {
  readonly part: readonly CasePart[];
}

function readPart(from: MessageSource, path: Path): ReadPart | null {
  const { source, report } = from;
  const written = valueAt(source.value, path) as JsonObject;
  const [hasText, hasFile, hasType] = ['text', 'file', 'media_type'].map((key) => Object.hasOwn(written, key));
  if (hasText && hasFile) {
    report([
      problem('EVA_ONE_KEY:part', 'the part has "text" and "file"', {
        hint: 'write two parts, each with a "- " of its own',
        at: source.place([...path, 'file'], 'key'),
      }),
    ]);
    return null;
  }
  if (!hasFile && hasType) {
    report([
      problem('EVA_MISSING_KEY:media', '"media_type" is for a file, but the part has none', {
        hint: 'add file: with the path of the file, or remove media_type',
        at: source.place([...path, 'media_type'], 'key'),
      }),
    ]);
    return null;
  }
  if (hasFile) return readFilePart(from, path);
  const text = readInlineText(from, [...path, 'text']);
  return text && { part: [{ text: text.content }], texts: text.texts, files: [] };
}

function readFilePart(from: MessageSource, path: Path): ReadPart {
  const { folder, source, hidden, media, report } = from;
  const own = [...path, 'file'];
  if (!folder) {
    report([
      problem('EVA_BAD_VALUE:file_of_program', 'the messages of a program cannot have files', {
        hint: 'write them to prompts/ID/messages.yml, and call evaluatePrompt',
        at: source.place(own, 'key'),
      }),
    ]);
    return { part: [], texts: [], files: [] };
  }
  const { file, media_type } = valueAt(source.value, path) as unknown as {
    file: string | { input: string };
    media_type?: MediaType;
  };
  const at = source.place(own);
  if (typeof file !== 'string') {
    const input = { name: file.input, ...(media_type && { media_type }), at: source.place([...own, 'input']) };
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
          hint: isWhole
            ? `write file: { input: ${short(name)} }`
            : `write file: { input: ${short(name)} }, and give the whole path in the case: inputs: { ${short(name)}: PATH }`,
          at,
        },
      ),
    ]);
    return { part: [], texts: [], files: names.map((input) => ({ name: input, at })) };
  }
  const { value, problems } = media.find(folder, file, { at, hidden });
  report(problems);
  if (!value) return { part: [], texts: [], files: [] };
  report(otherType(value, media_type, source.place([...path, 'media_type'])));
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
  return { value: null, problems: [problem('EVA_BAD_CHARACTER:body', null, { at: body.place(nul, nul + 1) })] };
}
