import type { MessageView, TurnView } from '#view/view.js';
import { bytesInWords } from '../../text/numbers.js';

type PartView = MessageView['parts'][number];

/** Returns each message of a turn as a text that begins with its role. The only text from the user is left out unless `alone`. */
export function sentTexts({ messages, message }: TurnView, alone: boolean): readonly string[] {
  if (messages) return messages.flatMap(({ role, parts }) => parts.map((part) => `${role}: ${partText(part)}`));
  return alone && message.raw !== '' ? [`user: ${message.raw}`] : [];
}

/** Returns the text of a part; of a file its name, type and size. */
function partText(part: PartView): string {
  if ('text' in part) return part.text.raw;
  const { path, media_type, bytes } = part.file;
  return `file ${path.raw} (${media_type}, ${bytesInWords(bytes)})`;
}
