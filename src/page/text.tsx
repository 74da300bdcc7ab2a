import type { ComponentChildren, VNode } from 'preact';
import { escapeCharacter, unsafe } from '#report/text/visible.js';
import type { Text } from '#report/view/text.js';

/** A piece of a text in UTF-16 units, end excluded. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

interface TextProps {
  readonly text: Text;
  /** The pieces that decided, shown as marked. They may touch, but not overlap. */
  readonly marks?: readonly TextRange[];
}

/** Shows an untrusted text on one line: each character that is invisible, or ends a line, as its code. */
export function Shown({ text, marks = [] }: TextProps): VNode {
  return <bdi>{markedPieces(text.raw, marks, escapeLine)}</bdi>;
}

/** Shows an untrusted text with its lines and tabs, for elements that keep white space: all other invisible characters as their codes. */
export function ShownLines({ text, marks = [] }: TextProps): VNode {
  return <>{markedPieces(text.raw, marks, escapeLines)}</>;
}

/** Returns an untrusted text for attributes, which have no elements: invisible characters as codes. */
export function plainText({ raw }: Text): string {
  return raw.replace(unsafe, (found) => (isCiCommand(found) ? found : escapeCharacter(found)));
}

type Escape = (raw: string) => ComponentChildren[];

function markedPieces(raw: string, marks: readonly TextRange[], toPieces: Escape): ComponentChildren[] {
  const pieces: ComponentChildren[] = [];
  let at = 0;
  for (const { start, end } of [...marks].sort((a, b) => a.start - b.start)) {
    if (start < at || end > raw.length || start === end) continue;
    pieces.push(...toPieces(raw.slice(at, start)), <mark>{toPieces(raw.slice(start, end))}</mark>);
    at = end;
  }
  return [...pieces, ...toPieces(raw.slice(at))];
}

const escapeLine: Escape = (raw) => escaped(raw, isCiCommand);

const escapeLines: Escape = (raw) =>
  escaped(raw.replaceAll('\r\n', '\n'), (found) => found === '\n' || found === '\t' || isCiCommand(found));

/** Returns the pieces of a text between its hidden characters, and these as codes unless `isShown`. */
function escaped(raw: string, isShown: (character: string) => boolean): ComponentChildren[] {
  const pieces: ComponentChildren[] = [];
  let at = 0;
  for (const found of raw.matchAll(unsafe)) {
    const [character] = found;
    if (isShown(character)) continue;
    pieces.push(raw.slice(at, found.index), <span class="ctl">{escapeCharacter(character)}</span>);
    at = found.index + character.length;
  }
  return [...pieces, raw.slice(at)];
}

/** Returns true for the first character of a command for CI logs. A page runs no such command. */
function isCiCommand(character: string): boolean {
  return character === ':' || character === '#';
}

/** Escapes JSON for a script element, so that nothing in it ends the element or is hidden in the file. Escaping it again changes nothing. */
export function scriptJson(json: string): string {
  return json.replace(
    /[<>&\u0080-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
