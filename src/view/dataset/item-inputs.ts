import { placeholderPattern } from '#model/text/quoted.js';

/** A prompt as texts and names of inputs by turns: it begins and ends with a text. */
interface Template {
  readonly texts: readonly string[];
  readonly names: readonly string[];
}

/**
 * Reads the inputs back from a rendered message: a rendered prompt holds each value verbatim between the texts of its body. `constants` are
 * known values. Returns null if the message does not fit the body, or fits it in several ways.
 */
export function inputsIn(
  message: string,
  body: string,
  constants: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> | null {
  const found = new Map<string, string>();
  const { texts, names } = templateOf(body, constants);
  const [first = '', ...others] = texts;
  if (!message.startsWith(first)) return null;
  let at = first.length;
  for (const [index, text] of others.entries()) {
    const isLast = index === others.length - 1;
    const end = isLast ? endOf(message, text, at) : onlyPlaceOf(message, text, at);
    const name = names[index] ?? '';
    if (end === null) return null;
    const value = message.slice(at, end);
    if ((found.get(name) ?? value) !== value) return null;
    found.set(name, value);
    at = end + text.length;
  }
  return at === message.length ? Object.fromEntries(found) : null;
}

function templateOf(body: string, constants: Readonly<Record<string, string>>): Template {
  const texts = [''];
  const names: string[] = [];
  const add = (text: string) => texts.push((texts.pop() ?? '') + text);
  let at = 0;
  for (const { 0: whole, 1: name = '', index } of body.matchAll(placeholderPattern)) {
    add(body.slice(at, index));
    at = index + whole.length;
    if (Object.hasOwn(constants, name)) add(constants[name] ?? '');
    else {
      names.push(name);
      texts.push('');
    }
  }
  add(body.slice(at));
  return { texts, names };
}

function endOf(message: string, text: string, from: number): number | null {
  const end = message.length - text.length;
  return end >= from && message.endsWith(text) ? end : null;
}

/** Returns where a text begins after `from`; null if it occurs there never or several times. */
function onlyPlaceOf(message: string, text: string, from: number): number | null {
  if (text === '') return null;
  const at = message.indexOf(text, from);
  return at !== -1 && message.indexOf(text, at + 1) === -1 ? at : null;
}
