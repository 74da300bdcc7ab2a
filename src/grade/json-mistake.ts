/** The first thing in a text that keeps it from being JSON: what, and where (offset in UTF-16 units). */
export interface JsonMistake {
  readonly message: string;
  readonly offset: number;
}

/** What may stand next. Each state names what it expects, for the message. */
type State = keyof typeof expected;

const expected = {
  value: 'a value was expected',
  value_or_end: 'a value or "]" was expected',
  name: 'a property name in double quotes was expected',
  name_or_end: 'a property name in double quotes or "}" was expected',
  colon: '":" was expected after the property name',
  after_item: '"," or "]" was expected',
  after_member: '"," or "}" was expected',
  end: 'the JSON value is over, but the text goes on',
} as const;

const blank = /[ \t\n\r]*/y;
const escapeForm = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const scalar = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?(?![\w.+-])|(?:true|false|null)(?!\w)/y;
const habit = /(?:NaN|-?Infinity|undefined|None|True|False)\b|\/\/|\/\*|'/y;

/** Finds the mistake in a text that a JSON parser refused; undefined if there is none. Looks at each character once. */
export function firstJsonMistake(text: string): JsonMistake | undefined {
  const open: ('[' | '{')[] = [];
  let state: State = 'value';
  let at = lengthAt(blank, text, 0);
  while (at < text.length) {
    const step = next(state, text, at, open);
    if ('message' in step) return step;
    state = step.state;
    at = step.at + lengthAt(blank, text, step.at);
  }
  if (state === 'end') return undefined;
  const message = open.length > 0 ? `the text ends before "${closing(open)}"` : 'the text is empty';
  return { message, offset: text.length };
}

function next(
  state: State,
  text: string,
  at: number,
  open: ('[' | '{')[],
): { readonly state: State; readonly at: number } | JsonMistake {
  const char = text.charAt(at);
  const closes = open.length > 0 && char === closing(open) && /_or_end|^after/.test(state);
  if (closes) {
    open.pop();
    return { state: afterValue(open), at: at + 1 };
  }
  if (state === 'colon' && char === ':') return { state: 'value', at: at + 1 };
  if (state === 'after_item' && char === ',') return { state: 'value', at: at + 1 };
  if (state === 'after_member' && char === ',') return { state: 'name', at: at + 1 };
  if (state.startsWith('value') && (char === '[' || char === '{')) {
    open.push(char);
    return { state: char === '[' ? 'value_or_end' : 'name_or_end', at: at + 1 };
  }
  return scalarOrName(state, text, at, open);
}

function scalarOrName(
  state: State,
  text: string,
  at: number,
  open: readonly ('[' | '{')[],
): { readonly state: State; readonly at: number } | JsonMistake {
  const isValue = state.startsWith('value');
  const isName = state.startsWith('name');
  if ((isValue || isName) && text.charAt(at) === '"') {
    const end = endOfString(text, at);
    return typeof end === 'number' ? { state: isName ? 'colon' : afterValue(open), at: end } : end;
  }
  const length = isValue ? lengthAt(scalar, text, at) : 0;
  return length > 0
    ? { state: afterValue(open), at: at + length }
    : { message: complaint(state, text, at), offset: at };
}

/** The offset behind the closing quote. A loop and no pattern, since a string may be long. */
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

function complaint(state: State, text: string, at: number): string {
  const trailing = (state === 'value' || state === 'name') && /[\]}]/.test(text.charAt(at));
  if (trailing && /,\s*$/.test(text.slice(Math.max(0, at - 100), at)))
    return 'JSON has no comma before a closing bracket';
  habit.lastIndex = at;
  const found = habit.exec(text)?.[0];
  if (found === "'") return `${expected[state]}; JSON has no single quotes`;
  if (found?.startsWith('/')) return `${expected[state]}; JSON has no comments`;
  return found ? `${expected[state]}; JSON has no ${found}` : expected[state];
}

function afterValue(open: readonly ('[' | '{')[]): State {
  const inside = open.at(-1);
  if (inside === undefined) return 'end';
  return inside === '[' ? 'after_item' : 'after_member';
}

function closing(open: readonly ('[' | '{')[]): string {
  return open.at(-1) === '[' ? ']' : '}';
}

function lengthAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}
