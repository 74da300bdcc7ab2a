import type { Case, CaseText, ConversationSubject, PromptSubject } from '#model/case.js';
import { isValueReference } from '#model/grader.js';
import { mostTokensOfFiles, tokensAdded } from '#model/limits.js';
import { type Body, bodyText } from '#model/prompt.js';
import type { MediaPath } from '#model/reply/exchange.js';
import type { SubjectSettings } from '#model/settings.js';
import { placeholderPattern } from '#model/text/quoted.js';

type ModelSubject = PromptSubject | ConversationSubject;

/** Upper bound of the tokens of the marks around one message of several, of eva or of a provider. */
export const tokensOfMarks = 300;

export function bytesOfText(text: string): number {
  return Buffer.byteLength(text);
}

/** Returns the texts of the messages of a body and its case, with placeholders where values are inserted. */
export function textsOf(body: Body, subject: ModelSubject): readonly string[] {
  return [bodyText(body), ...textsOfCase(subject).map(templateOf)];
}

/** Returns an upper bound of the rendered messages in bytes, without rendering them: the texts, plus each value as often as it is inserted. */
export function bytesOfMessages(body: Body, subject: ModelSubject): number {
  const texts = textsOf(body, subject);
  const values = texts.flatMap((text) =>
    [...text.matchAll(placeholderPattern)].map(([, name = '']) =>
      Object.hasOwn(subject.inputs, name) ? (subject.inputs[name] ?? '') : '',
    ),
  );
  const marks = typeof body === 'string' && texts.length === 1 ? 0 : messagesOf(body, subject).length * tokensOfMarks;
  return [...texts, ...values].reduce((sum, part) => sum + bytesOfText(part), marks);
}

/** Returns an upper bound of the mean size of an item's values in texts that insert them, in bytes; 0 without a data set. */
export function bytesOfItem({ dataset, subject }: Case, texts: readonly string[]): number {
  if (!dataset) return 0;
  const names = texts.flatMap((text) => [...text.matchAll(placeholderPattern)].map(([, name]) => name));
  const times = Object.keys(dataset.inputs).map((input) => names.filter((name) => name === input).length);
  const fields = subject.kind === 'trigger' ? 0 : textsOfCase(subject).filter(isField).length;
  return Math.ceil(dataset.mean_bytes * (Math.max(1, ...times) + fields));
}

/** Returns an upper bound of the tokens of the files of a request. A file that each item of a data set names counts as an image. */
export function tokensOfFiles(body: Body, subject: ModelSubject): number {
  const { files = {} } = subject;
  const fileOf = (file: MediaPath | { readonly input: string }) => {
    if (!('input' in file)) return file;
    return (Object.hasOwn(files, file.input) ? files[file.input] : undefined) ?? anyImage;
  };
  const contents = messagesOf(body, subject).map(({ content }) => content);
  const parts = contents.flatMap((content) =>
    typeof content === 'string' || isValueReference(content) ? [] : content,
  );
  return mostTokensOfFiles(parts.flatMap((part) => ('file' in part ? [fileOf(part.file)] : [])));
}

const anyImage = { media_type: 'image/png', bytes: 0 } as const;

/** Returns an upper bound of the tokens of the tools and of the form of the reply. */
export function tokensOfOptions({ tools, response_format }: SubjectSettings): number {
  const declared = tools ? bytesOfText(JSON.stringify(tools)) + tokensAdded : 0;
  return declared + (response_format ? bytesOfText(JSON.stringify(response_format)) : 0);
}

function messagesOf(body: Body, subject: ModelSubject) {
  const ofBody = typeof body === 'string' ? [{ content: body }] : body;
  return [...ofBody, ...(subject.kind === 'prompt' ? (subject.messages ?? []) : [])];
}

function textsOfCase(subject: ModelSubject): readonly CaseText[] {
  const messages = subject.kind === 'prompt' ? (subject.messages ?? []) : [];
  return messages.flatMap(({ content }) => {
    if (typeof content === 'string' || isValueReference(content)) return [content];
    return content.flatMap((part) => ('text' in part ? [part.text] : []));
  });
}

function isField(text: CaseText): boolean {
  return typeof text === 'object' && 'field' in text;
}

/** Returns a text with a placeholder for the value that it takes by reference; the empty text for a field, whose size is that of an item. */
function templateOf(text: CaseText): string {
  if (typeof text === 'string') return text;
  if ('input' in text) return `{{${text.input}}}`;
  return 'text' in text ? text.text : '';
}
