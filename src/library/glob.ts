/** Returns true if a word of a command line is a pattern: it has `*`, `?` or `[`. */
export function isGlob(word: string): boolean {
  return /[*?[]/.test(word);
}

/** One character of a pattern: any number of any characters, or one that passes a test. */
type Step = 'any' | ((character: string) => boolean);

/**
 * Returns a function that matches whole names with a pattern of `*` (any text), `?` (one character) and `[a-z]` or `[!a-z]` (one of these
 * characters). Matching takes at most the product of both lengths, whatever the pattern.
 */
export function globMatcher(pattern: string): (name: string) => boolean {
  const steps = stepsOf([...pattern]);
  return (name) => matches(steps, [...name]);
}

function stepsOf(characters: readonly string[]): readonly Step[] {
  const steps: Step[] = [];
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at] as string;
    const end = character === '[' ? characters.indexOf(']', at + 2) : -1;
    if (character === '*') {
      if (steps.at(-1) !== 'any') steps.push('any');
    } else if (character === '?') {
      steps.push(() => true);
    } else if (end > 0) {
      steps.push(oneOf(characters.slice(at + 1, end)));
      at = end;
    } else {
      steps.push((other) => other === character);
    }
  }
  return steps;
}

/** Returns a test for the characters between two brackets: `abc`, `a-z`, `!a-z`. */
function oneOf(inside: readonly string[]): (character: string) => boolean {
  const isNegated = inside.length > 1 && (inside[0] === '!' || inside[0] === '^');
  const listed = isNegated ? inside.slice(1) : inside;
  const ranges: (readonly [string, string])[] = [];
  for (let at = 0; at < listed.length; at++) {
    const from = listed[at] as string;
    const isRange = listed[at + 1] === '-' && at + 2 < listed.length;
    ranges.push([from, isRange ? (listed[at + 2] as string) : from]);
    if (isRange) at += 2;
  }
  return (character) => ranges.some(([from, to]) => from <= character && character <= to) !== isNegated;
}

/** Goes back to the last `*` alone: an earlier one can match nothing that the last one cannot. */
function matches(steps: readonly Step[], name: readonly string[]): boolean {
  let [step, at] = [0, 0];
  let retry: { readonly step: number; at: number } | undefined;
  while (at < name.length) {
    const wanted = steps[step];
    if (wanted === 'any') {
      retry = { step, at };
      step += 1;
    } else if (wanted?.(name[at] as string)) {
      step += 1;
      at += 1;
    } else if (retry) {
      retry.at += 1;
      at = retry.at;
      step = retry.step + 1;
    } else {
      return false;
    }
  }
  return steps.slice(step).every((left) => left === 'any');
}
