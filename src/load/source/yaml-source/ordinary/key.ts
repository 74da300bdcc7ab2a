import { isKeyword } from './scalar.js';

/** A key with where it stands; its colon stands at `end`. */
export interface Key {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

const form = /([A-Za-z_][A-Za-z0-9_./-]{0,200}):(?=[ \n])/y;

/** The key that begins at an offset, if a plain word and a colon stand there. */
export function keyAt(text: string, start: number): Key | undefined {
  form.lastIndex = start;
  const name = form.exec(text)?.[1];
  return name === undefined || isKeyword(name) ? undefined : { name, start, end: start + name.length };
}
