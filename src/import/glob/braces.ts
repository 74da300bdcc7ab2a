/** The maximum number of patterns that the braces of one pattern may stand for. */
const mostAlternatives = 200;

/** Returns the patterns that a pattern with `{a,b}` or `{1..3}` stands for; null if they are too many. Braces without a comma or range stay as they are. */
export function alternativesOf(pattern: string): readonly string[] | null {
  let done: readonly string[] = [''];
  let rest = pattern;
  while (rest !== '') {
    const part = nextPart(rest);
    const choices = part.choices.length === 1 ? part.choices : expandedChoices(part.choices);
    if (!choices || done.length * choices.length > mostAlternatives) return null;
    done = done.flatMap((before) => choices.map((choice) => before + choice));
    rest = rest.slice(part.length);
  }
  return done;
}

function expandedChoices(choices: readonly string[]): readonly string[] | null {
  if (choices.length > mostAlternatives) return null;
  const expanded: string[] = [];
  for (const choice of choices) {
    const inner = choice.includes('{') ? alternativesOf(choice) : [choice];
    if (!inner || expanded.length + inner.length > mostAlternatives) return null;
    expanded.push(...inner);
  }
  return expanded;
}

interface Part {
  readonly length: number;
  readonly choices: readonly string[];
}

/** Returns the text up to the next brace, or the choices of the braces that the text begins with. */
function nextPart(text: string): Part {
  const open = text.indexOf('{', 0);
  if (open < 0) return { length: text.length, choices: [text] };
  if (open > 0) return { length: open, choices: [text.slice(0, open)] };
  const { end, commas } = bracesOf(text);
  if (end < 0) return { length: 1, choices: ['{'] };
  const inner = text.slice(1, end);
  const range = numbersOf(inner);
  if (range) return { length: end + 1, choices: range };
  if (commas.length === 0) return { length: 1, choices: ['{'] };
  const bounds = [0, ...commas, end];
  const choices = bounds.slice(1).map((bound, index) => text.slice((bounds[index] ?? 0) + 1, bound));
  return { length: end + 1, choices };
}

/** Returns the end of the braces that a text begins with (-1 if they are open), and the commas that are not in inner braces. */
function bracesOf(text: string): { readonly end: number; readonly commas: readonly number[] } {
  const commas: number[] = [];
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '{') depth += 1;
    else if (text[at] === ',' && depth === 1) commas.push(at);
    else if (text[at] === '}' && --depth === 0) return { end: at, commas };
  }
  return { end: -1, commas };
}

/** Returns the numbers of a range such as `1..3`. */
function numbersOf(text: string): readonly string[] | undefined {
  const [, from, to] = /^(\d{1,6})\.\.(\d{1,6})$/.exec(text) ?? [];
  if (from === undefined || to === undefined || Number(to) < Number(from)) return undefined;
  const count = Math.min(Number(to) - Number(from), mostAlternatives) + 1;
  return Array.from({ length: count }, (_, index) => String(Number(from) + index));
}
