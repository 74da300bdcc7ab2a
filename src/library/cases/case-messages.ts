import type { CaseMessage, CasePart } from '#model/case.js';
import { inputsOfGrader, isReference } from '#model/grader.js';
import type { Problem } from '#model/problem.js';
import { placed, problem } from '#model/problem.js';
import type { Body, BodyMessage, BodyPart, BodyPlaces, FileInput, PlacedBodyText } from '#model/prompt.js';
import { hasInputs, resolveText } from '#model/references.js';
import type { MediaPath } from '#model/reply/exchange.js';
import { emptyValue } from '#model/schema/validator.js';
import { isBlank } from '#model/text/characters.js';
import { quoted, render } from '#model/text/quoted.js';
import { maxRequestBytes, tooLargeRequest } from '../prompt/media.js';
import { readMessages } from '../prompt/messages.js';
import type { DocumentPart, ReportProblems } from '../source/document.js';
import { invisibleTextTraps } from '../traps/text-traps.js';
import { blankWithInputs } from './case-rubrics.js';
import type { References } from './find-references.js';
import { type EvalFiles, type EvaluatedPrompt, hiddenFilesOf } from './reading.js';

/** The messages that a case adds to those of the body. */
interface CaseMessages {
  /** Empty without any; null if one cannot be read. */
  readonly messages: readonly CaseMessage[] | null;
  readonly places: BodyPlaces;
  /** The texts of files that messages have as their content. */
  readonly fileTexts: readonly PlacedBodyText[];
}

const nowhere: BodyPlaces = { texts: [], files: [], roles: [] };

/** Reads `messages:` of a case, and the files that they name. */
export function readCaseMessages(
  { named: { folder, media } }: EvalFiles,
  entry: DocumentPart,
  report: ReportProblems,
): CaseMessages {
  const part = entry.in('messages');
  if (!part.isWritten) return { messages: [], places: nowhere, fileTexts: [] };
  if (!folder) return { messages: null, places: nowhere, fileTexts: [] };
  const read = readMessages({ folder, hidden: hiddenFilesOf(entry), media, report }, part);
  if (!read) return { messages: null, places: nowhere, fileTexts: [] };
  report(read.fileTexts.flatMap(invisibleTextTraps));
  // The schema of eval.yml allows no system message.
  const messages = read.messages.flatMap(({ role, content }) => (role === 'system' ? [] : [{ role, content }]));
  return { ...read, messages };
}

/** Returns the inputs that the messages of a case, or those of the body, take as files. */
export function filesOfMessages({ prompt }: EvalFiles, { places }: CaseMessages): readonly FileInput[] {
  return [...(prompt?.body_places?.files ?? []), ...places.files];
}

/** The values that fill the messages of a case. */
interface Values {
  readonly inputs: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, MediaPath>>;
}

/** Lists a case without a message from the user, files that are too large together, and a prefill that ends in white space. */
export function messageProblems(
  { prompt }: EvalFiles,
  entry: DocumentPart,
  added: CaseMessages,
  values: Values,
): readonly Problem[] {
  const { messages } = added;
  if (!prompt || messages === null) return [];
  const all = [...messagesOfBody(prompt.body, messages), ...messages];
  const at = messages.length > 0 ? entry.in('messages').placeOfKey() : entry.in('name').place();
  const bytes = bytesOfFiles(all, values.files);
  return [
    ...(all.some(({ role }) => role === 'user')
      ? []
      : [
          problem('EVA_MISSING_KEY:user_message', 'the case sends no message from the user', {
            hint: 'add messages: [{ role: user, content: … }] to the case, or a message with role: user to messages.yml',
            at,
          }),
        ]),
    ...(bytes > maxRequestBytes ? [tooLargeRequest(bytes, at)] : []),
    ...(all.at(-1)?.role === 'assistant' ? prefillProblems(prompt, added, values) : []),
  ];
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

/** Lists the texts of messages that are blank with the values of their inputs. `inputs` are those that all trials share. */
export function blankMessages({ texts }: References, inputs: Readonly<Record<string, string>>): readonly Problem[] {
  return texts.flatMap(({ key, reference, part }) => {
    if (key !== 'content' || isReference(reference) || !hasInputs(reference, inputs)) return [];
    if (!isBlank(resolveText(reference, { inputs, field: () => null }))) return [];
    const names = inputsOfGrader(reference);
    return [
      names.length > 0
        ? blankWithInputs(key, names, part.place())
        : placed(emptyValue(quoted(key), true), part.place()),
    ];
  });
}
