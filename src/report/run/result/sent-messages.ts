import type { CaseView, MessageView, Text, TurnView } from '#view/view.js';
import { bytesInWords } from '../../text/numbers.js';

type PartView = MessageView['parts'][number];

/** Returns the last message of the user to a case whose inputs are blank or absent, which shows what was asked; null if inputs show it. */
export function lastMessage({ inputs, groups }: Pick<CaseView, 'inputs' | 'groups'>): Text | null {
  const isShown = inputs.some(({ value }) => value.raw.trim() !== '');
  const [turn] = isShown ? [] : groups.flatMap(({ example }) => example.turns);
  return turn?.messages ? turn.message : null;
}

/** Returns the messages that `lastMessage` ends, each with a label and without those of the system; none if inputs show what was asked. */
export function askedMessages(caseView: Pick<CaseView, 'inputs' | 'groups'>): readonly (readonly [string, string])[] {
  const last = lastMessage(caseView);
  if (last === null) return [];
  const [turn] = caseView.groups.flatMap(({ example }) => example.turns);
  const messages = turn?.messages?.filter(({ role }) => role !== 'system') ?? [];
  const before = messages.slice(0, -1).flatMap(({ role, parts }) => parts.map((part) => `${role}: ${partText(part)}`));
  return [...before.map((text) => ['sent', text] as const), ['user', last.raw]];
}

/** Returns each message of a turn as a text that begins with its role. */
export function sentTexts({ messages, message }: TurnView): readonly string[] {
  if (messages) return messages.flatMap(({ role, parts }) => parts.map((part) => `${role}: ${partText(part)}`));
  return message.raw !== '' ? [`user: ${message.raw}`] : [];
}

/** Returns the text of a part; of a file its name, type and size. */
function partText(part: PartView): string {
  if ('text' in part) return part.text.raw;
  const { path, media_type, bytes } = part.file;
  return `file ${path.raw} (${media_type}, ${bytesInWords(bytes)})`;
}
