import type { Block } from '../structure/prose.js';
import type { Range } from '../structure/ranges.js';
import { endsSentence, hasWords, sentencesIn } from '../structure/sentences.js';
import { contentOf, removal, type StructuredText, type TextKind } from './changes.js';

/** Removes a sentence. Leaves out one that is a rule by itself, which `drop_rule` removes. */
export const dropSentence: TextKind = (text) =>
  text.blocks.flatMap((block) => droppable(text, block).map((one) => removal('drop_sentence', text, one)));

function droppable(text: StructuredText, block: Block): readonly Range[] {
  const sentences = sentencesIn(text.text, block);
  const rule = block.rule && !text.hasPlaceholder(block.rule.whole) ? contentOf(text, block.rule.content) : null;
  const isRule = ({ start, end }: Range) => rule?.start === start && rule.end === end;
  return sentences.filter((one) => isStatement(text.text, one) && !text.hasPlaceholder(one) && !isRule(one));
}

/** Returns true for a sentence, false for a label such as `Input:` or `Ticket`. */
function isStatement(text: string, range: Range): boolean {
  if (!hasWords(text, range) || /[:：]$/.test(text.slice(range.end - 1, range.end))) return false;
  return (
    endsSentence(text, range) ||
    text.slice(range.start, range.end).split(/\s+/, 3).length > 2 ||
    isUnspaced(text, range)
  );
}

/** Returns true for words of a script that has no spaces between them. */
function isUnspaced(text: string, { start, end }: Range): boolean {
  return /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]{5}/u.test(text.slice(start, end));
}
