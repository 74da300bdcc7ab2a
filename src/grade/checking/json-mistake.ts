/** The first syntax error of a text that should be JSON, with its offset in UTF-16 units. */
export interface JsonMistake {
  readonly message: string;
  readonly offset: number;
}

/** The parser states: allowed tokens by their first character (`0` for numbers and words), and the message for any other token. */
const states = {
  value: { tokens: '{["0', message: 'a value was expected' },
  value_or_end: { tokens: '{["0]', message: 'a value or "]" was expected' },
  name: { tokens: '"', message: 'a property name in double quotes was expected' },
  name_or_end: { tokens: '"}', message: 'a property name in double quotes or "}" was expected' },
  colon: { tokens: ':', message: '":" was expected after the property name' },
  after_item: { tokens: ',]', message: '"," or "]" was expected' },
  after_member: { tokens: ',}', message: '"," or "}" was expected' },
  end: { tokens: '', message: 'the JSON value is over, but the text goes on' },
} as const;

type State = keyof typeof states;

const blank = /[ \t\n\r]*/y;
const escapeForm = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const scalar = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?(?![\w.+-])|(?:true|false|null)(?!\w)/y;
const habit = /(?:NaN|-?Infinity|undefined|None|True|False)\b|\/\/|\/\*|'/y;

/** Finds the syntax error of a text that a JSON parser refused; undefined if it finds no error. Takes linear time. */
export function firstJsonMistake(text: string): JsonMistake | undefined {
  const open: string[] = [];
  let state: State = 'value';
  let at = lengthAt(blank, text, 0);
  while (at < text.length) {
    const kind = kindAt(text, at);
    if (kind === undefined || !states[state].tokens.includes(kind)) return unexpected(state, text, at);
    const end = kind === '"' ? endOfString(text, at) : at + (kind === '0' ? lengthAt(scalar, text, at) : 1);
    if (typeof end !== 'number') return end;
    state = stateAfter(kind, state, open);
    at = end + lengthAt(blank, text, end);
  }
  if (state === 'end') return undefined;
  const closing = open.at(-1) === '[' ? ']' : '}';
  return { message: open.length > 0 ? `the text ends before "${closing}"` : 'the text is empty', offset: at };
}

function kindAt(text: string, at: number): string | undefined {
  if (lengthAt(scalar, text, at) > 0) return '0';
  const char = text.charAt(at);
  return '{}[],:"'.includes(char) ? char : undefined;
}

function stateAfter(kind: string, state: State, open: string[]): State {
  if (kind === '{' || kind === '[') {
    open.push(kind);
    return kind === '[' ? 'value_or_end' : 'name_or_end';
  }
  if (kind === ':' || (kind === ',' && state === 'after_item')) return 'value';
  if (kind === ',') return 'name';
  if (kind === '"' && state.startsWith('name')) return 'colon';
  if (kind === '}' || kind === ']') open.pop();
  if (open.length === 0) return 'end';
  return open.at(-1) === '[' ? 'after_item' : 'after_member';
}

/** Returns the offset after the closing quote. Uses a loop instead of a pattern, since a string may be long. */
function endOfString(text: string, start: number): number | JsonMistake {
  for (let at = start + 1; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '"') return at + 1;
    if (char < ' ') return { message: 'a string may not hold a raw line break, tab or control character', offset: at };
    const length = char === '\\' ? lengthAt(escapeForm, text, at) : 1;
    if (length === 0) return { message: 'this escape does not exist in JSON', offset: at };
    at += length - 1;
  }
  return { message: 'this string is not closed', offset: start };
}

/** Makes the message for an unexpected character. Mentions JavaScript and Python syntax that JSON does not allow. */
function unexpected(state: State, text: string, offset: number): JsonMistake {
  const { message } = states[state];
  const afterComma =
    (state === 'value' || state === 'name') && /,\s*$/.test(text.slice(Math.max(0, offset - 100), offset));
  if (afterComma && /[\]}]/.test(text.charAt(offset))) {
    return { message: 'JSON has no comma before a closing bracket', offset };
  }
  habit.lastIndex = offset;
  const found = habit.exec(text)?.[0];
  if (found === undefined) return { message, offset };
  const named = found === "'" ? 'single quotes' : found.startsWith('/') ? 'comments' : found;
  return { message: `${message}; JSON has no ${named}`, offset };
}

function lengthAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}
