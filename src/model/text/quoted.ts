/** Quotes a text for a message, on one line and truncated to 60 characters. */
export function quoted(text: string): string {
  const characters = [...text.slice(0, 200)];
  const isLong = characters.length > 60 || text.length > 200;
  const shown = isLong ? `${characters.slice(0, 60).join('')}…` : text;
  return `"${shown.replaceAll('\n', '\\n').replaceAll('\r', '\\r')}"`;
}

/** The maximum length of a name or path in a message, in UTF-16 units. A name from a file of a user can have any length. */
const longestName = 500;

/** Returns a name or path for a message: whole, or its first 500 units. */
export function short(text: string): string {
  if (text.length <= longestName) return text;
  return `${text.slice(0, longestName - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Quotes the id of a prompt for a command that people copy. An id that begins with a dash gets its folder, since it would be an option. */
export function promptWord(id: string): string {
  return shellWord(id.startsWith('-') ? `prompts/${id}` : id);
}

/** Quotes a path for a command that people copy. */
export function pathWord(path: string): string {
  return shellWord(path.startsWith('-') ? `./${path}` : path);
}

/** Returns an option with its value for a command that people copy. A value that begins with a dash would be an option by itself. */
export function flagWords(flag: string, value: string): string {
  return `${flag}${value.startsWith('-') ? '=' : ' '}${shellWord(value)}`;
}

/** Quotes a word for a shell command that people copy, unless it is safe as it is. */
export function shellWord(word: string): string {
  return /^[\w./:@%+,][\w./:=@%+,-]*$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Formats a whole number with commas: `12,345`. `toLocaleString` would load the data of a locale, which takes 12 ms. */
export function groupedDigits(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** Renders a number with its noun: `1 case`, `2 cases`, `1,000 queries`. */
export function plural(value: number, one: string, many = `${one}s`): string {
  return `${groupedDigits(Math.round(value))} ${value === 1 ? one : many}`;
}

/** Returns words as a list in a sentence: `a, b and c`. */
export function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}

/** Joins the first three flaws, and counts the rest. */
export function joinFirstThree(flaws: readonly string[]): string {
  return flaws.slice(0, 3).join('; ') + (flaws.length > 3 ? `; and ${flaws.length - 3} more` : '');
}

/** Joins the first three names, each truncated to 60 characters, and counts the rest. */
export function listNames(names: readonly string[]): string {
  const more = names.length > 3 ? ` and ${names.length - 3} more` : '';
  return names.slice(0, 3).map(clipName).join(', ') + more;
}

/** Truncates a name to 60 characters. */
export function clipName(name: string): string {
  return name.length > 60 ? `${name.slice(0, 60)}…` : name;
}

/** Matches `{{name}}`, with optional spaces inside the braces; the first group is the name. It is global: use it with `replace` and `matchAll`. */
export const placeholderPattern = /\{\{ *([A-Za-z_][A-Za-z0-9_-]*) *\}\}/g;

/**
 * Replaces each `{{name}}` by its value, verbatim and in one pass, so that a value is never treated as a template. Keeps placeholders
 * without a value.
 */
export function render(body: string, values: Readonly<Record<string, string>>): string {
  return body.replace(placeholderPattern, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  );
}

/** Caches the names of the last texts, since all cases of a prompt have the same body. */
const latest = new Map<string, readonly string[]>();

const mostCached = 32;

/** Lists the names of placeholders in a text, each once, in the order of first use. */
export function placeholders(body: string): readonly string[] {
  const known = latest.get(body);
  if (known) return known;
  const names = [...new Set(Array.from(body.matchAll(placeholderPattern), ([, name = '']) => name))];
  if (latest.size >= mostCached) latest.clear();
  latest.set(body, names);
  return names;
}

/** A file of code, which an interpreter runs. */
const script = /^[^-=][^=]*\.(?:[cm]?[jt]s|py|rb|sh|pl|php)$/;

/** Returns a name for the program of a command line: that of its script, else its first word. Other words are left out: one may be a key. */
export function programName(argv: readonly string[]): string {
  const path = argv.find((word) => script.test(word)) ?? argv[0] ?? '';
  return path.slice(path.lastIndexOf('/') + 1).slice(0, 100);
}
