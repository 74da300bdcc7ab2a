/** A key of a keyboard, or a text that was pasted. */
export type Key =
  | { readonly key: 'text'; readonly text: string }
  | { readonly key: 'paste'; readonly text: string }
  | { readonly key: NamedKey };

type NamedKey =
  | 'enter'
  | 'escape'
  | 'backspace'
  | 'clear'
  | 'up'
  | 'down'
  | 'page_up'
  | 'page_down'
  | 'interrupt'
  | 'quit'
  | 'end_of_input'
  | 'other';

const sequences: Readonly<Record<string, NamedKey>> = {
  '\u001b[A': 'up',
  '\u001bOA': 'up',
  '\u001b[B': 'down',
  '\u001bOB': 'down',
  '\u001b[5~': 'page_up',
  '\u001b[6~': 'page_down',
};

const controls: Readonly<Record<string, NamedKey>> = {
  '\r': 'enter',
  '\n': 'enter',
  '\u001b': 'escape',
  '\u007f': 'backspace',
  '\b': 'backspace',
  '\u0015': 'clear',
  '\u0003': 'interrupt',
  '\u001c': 'quit',
  '\u0004': 'end_of_input',
};

const pasteBegin = '\u001b[200~';
const pasteEnd = '\u001b[201~';

/**
 * Reads keys from the characters that a terminal in raw mode sends. A pasted text is one key, so that its letters press none. It may come in
 * several pieces, so the reader keeps what it has of it.
 */
export class KeyReader {
  #pasted: string | null = null;

  read(characters: string): readonly Key[] {
    const keys: Key[] = [];
    let rest = characters;
    while (rest !== '') {
      if (this.#pasted === null && rest.startsWith(pasteBegin)) {
        this.#pasted = '';
        rest = rest.slice(pasteBegin.length);
      }
      rest = this.#pasted === null ? rest.slice(addKey(rest, keys)) : this.#paste(rest, keys);
    }
    return keys;
  }

  /** Reads pasted characters, and returns those after the end of the paste. */
  #paste(characters: string, keys: Key[]): string {
    const all = (this.#pasted ?? '') + characters;
    const end = all.indexOf(pasteEnd);
    this.#pasted = end === -1 ? all : null;
    if (end === -1) return '';
    keys.push({ key: 'paste', text: all.slice(0, end) });
    return all.slice(end + pasteEnd.length);
  }
}

/** Adds the first key of some characters, and returns their number. */
function addKey(characters: string, keys: Key[]): number {
  const [sequence] = /^\u001b(?:\[[\x30-\x3f]*[\x20-\x2f]*[\x40-\x7e]|O[\x40-\x7e])/.exec(characters) ?? [];
  if (sequence !== undefined) {
    keys.push({ key: sequences[sequence] ?? 'other' });
    return sequence.length;
  }
  const [character = ''] = characters;
  const control = controls[character];
  if (control !== undefined) keys.push({ key: control });
  else if (/\p{Cc}/u.test(character)) keys.push({ key: 'other' });
  else keys.push({ key: 'text', text: character });
  return Math.max(1, character.length);
}
