import { hasWords } from '../structure/sentences.js';
import { removal, type TextKind } from './changes.js';

/** Removes a rule: an item of a list, an XML element without others in it, or a line of a list of rules. */
export const dropRule: TextKind = (text) =>
  text.lists
    .flat()
    .filter(({ whole, content }) => hasWords(text.text, content) && !text.hasPlaceholder(whole))
    .map(({ whole }) => removal('drop_rule', text, whole));
