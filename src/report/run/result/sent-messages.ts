import type { CaseView, MessageView, Text, TurnView } from '#view/view.js';
import { bytesInWords } from '../../text/numbers.js';

type PartView = MessageView['parts'][number];

/** Returns the last message of the user to a case without inputs, which shows what was asked; null if inputs show it. */
export function lastMessage({ inputs, groups }: Pick<CaseView, 'inputs' | 'groups'>): Text | null {
  const [turn] = inputs.length > 0 ? [] : groups.flatMap(({ example }) => example.turns);
  return turn?.messages ? turn.message : null;
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
