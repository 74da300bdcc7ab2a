import type { CaseMessage, CasePart } from '#model/case.js';
import { inputsOf, isReference } from '#model/grader.js';
import type { Problem } from '#model/problem.js';
import type { Body, BodyMessage, BodyPart, BodyPlaces, FileInput, PlacedBodyText } from '#model/prompt.js';
import { hasInputs, resolveText } from '#model/references.js';
import type { MediaPath } from '#model/reply/exchange.js';
import { emptyValue } from '#model/schema/validator.js';
import { placed, problem } from '#model/sentences/sentence.js';
import { isBlank } from '#model/text/characters.js';
import { quoted, render } from '#model/text/quoted.js';
import { maxRequestBytes } from '../prompt/media.js';
import { readMessages, type WrittenMessage } from '../prompt/messages.js';
import type { Path } from '../source/place.js';
import { invisibleTextTraps } from '../traps/text-traps.js';
import { type EvalContext, type EvaluatedPrompt, hiddenFilesOf } from './eval-context.js';
import type { References } from './find-references.js';
import { blankWithInputs } from './trial-passes.js';

/** The messages that a case adds to those of the body. */
interface CaseMessages {
  /** Empty without any; null if one cannot be read. */
  readonly messages: readonly CaseMessage[] | null;
  readonly places: BodyPlaces;
  /** The texts of files that messages have as their content. */
  readonly fileTexts: readonly PlacedBodyText[];
}

const nowhere: BodyPlaces = { texts: [], files: [], roles: [] };

/** Reads `messages:` of the case at a path, and the files that they name. */
export function readCaseMessages(context: EvalContext, path: Path): CaseMessages {
  const { folder, source, document, media, report } = context;
  const own = [...path, 'messages'];
  if (!folder || !document.holds(own)) {
    return { messages: document.lacks(path, 'messages') ? [] : null, places: nowhere, fileTexts: [] };
  }
  const read = readMessages({ folder, source, document, hidden: hiddenFilesOf(context, path), media, report }, own);
  if (!read) return { messages: null, places: nowhere, fileTexts: [] };
  report(read.fileTexts.flatMap(invisibleTextTraps));
  return { ...read, messages: read.messages.flatMap(withoutSystem) };
}

/** The schema of eval.yml allows no system message. */
function withoutSystem({ role, content }: WrittenMessage): readonly CaseMessage[] {
  return role === 'system' ? [] : [{ role, content }];
}

/** Returns the inputs that the messages of a case, or those of the body, take as files. */
export function filesOfMessages({ prompt }: EvalContext, { places }: CaseMessages): readonly FileInput[] {
  return [...(prompt?.body_places?.files ?? []), ...places.files];
}

/** The values that fill the messages of a case. */
interface Values {
  readonly inputs: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, MediaPath>>;
}

/** Reports a case without a message from the user, files that are too large together, and a prefill that ends in white space. */
export function checkMessages(context: EvalContext, path: Path, added: CaseMessages, values: Values): void {
  const { prompt, source, report } = context;
  const { messages } = added;
  if (!prompt || messages === null) return;
  const all = [...messagesOfBody(prompt.body, messages), ...messages];
  const at = messages.length > 0 ? source.place([...path, 'messages'], 'key') : source.place([...path, 'name']);
  if (!all.some(({ role }) => role === 'user'))
    report([
      problem('EVA_MISSING_KEY:user_message', 'the case sends no message from the user', {
        hint: 'add messages: [{ role: user, content: … }] to the case, or a message with role: user to messages.yml',
        at,
      }),
    ]);
  const bytes = bytesOfFiles(all, values.files);
  if (bytes > maxRequestBytes) report([problem('EVA_TOO_LARGE:request', { bytes, limit: maxRequestBytes }, { at })]);
  if (all.at(-1)?.role === 'assistant') report(prefillProblems(prompt, added, values));
}

/** Returns the messages of a body. One text is the user's message, but the system prompt if the case adds messages. */
function messagesOfBody(body: Body, added: readonly CaseMessage[]): readonly (BodyMessage | CaseMessage)[] {
  if (typeof body !== 'string') return body;
  return [{ role: added.length > 0 ? 'system' : 'user', content: body }];
}

/** Returns the total size of the files of messages. */
function bytesOfFiles(
  messages: readonly (BodyMessage | CaseMessage)[],
  files: Readonly<Record<string, MediaPath>>,
): number {
  const parts = messages.flatMap<BodyPart | CasePart>(({ content }) => (Array.isArray(content) ? content : []));
  return parts.reduce((sum, part) => {
    if ('text' in part) return sum;
    const file = 'input' in part.file ? files[part.file.input] : part.file;
    return sum + (file?.bytes ?? 0);
  }, 0);
}

/** Warns if the last message, which the model continues, ends in white space. */
function prefillProblems(
  { body, body_places }: EvaluatedPrompt,
  { messages, places }: CaseMessages,
  { inputs }: Values,
): readonly Problem[] {
  const isOfBody = messages?.length === 0;
  const end = (isOfBody && typeof body !== 'string' ? body : messages)?.at(-1);
  const last = (isOfBody ? body_places : places)?.texts.at(-1);
  if (!end || !last || !endsInText(end)) return [];
  if (!/\s$/.test(isOfBody ? render(last.text, inputs) : last.text)) return [];
  const { length } = last.text;
  return [
    problem('EVA_BAD_VALUE:prefill', 'the answer that the model continues ends in white space', {
      hint: 'remove the white space at its end: some models refuse it',
      at: last.place(length - 1, length),
      severity: 'warning',
    }),
  ];
}

/** Returns true if the end of a message is a text of its file, not a reference or a file. */
function endsInText({ content }: BodyMessage | CaseMessage): boolean {
  if (typeof content === 'string') return true;
  const last = Array.isArray(content) ? (content as readonly (BodyPart | CasePart)[]).at(-1) : undefined;
  return last !== undefined && 'text' in last && typeof last.text === 'string';
}

/** Reports texts of messages that are blank with the values of their inputs. `inputs` are those that all trials share. */
export function reportBlankMessages(
  { source, report }: EvalContext,
  { texts }: References,
  inputs: Readonly<Record<string, string>>,
): void {
  for (const { key, reference, path } of texts) {
    if (key !== 'content' || isReference(reference) || !hasInputs(reference, inputs)) continue;
    if (!isBlank(resolveText(reference, { inputs, field: () => null }))) continue;
    const names = inputsOf(reference);
    const at = source.place(path);
    report([names.length > 0 ? blankWithInputs(key, names, at) : placed(emptyValue(quoted(key), true), at)]);
  }
}
