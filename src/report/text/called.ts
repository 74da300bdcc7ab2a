import type { Problem } from '#model/problem.js';
import type { Screen } from './paint.js';

type Called = Pick<Screen, 'eva'>;

/** Puts the words by which the user calls eva at the beginning of a command line: `npx eva report`. */
export function asCalled(command: string, { eva = 'eva' }: Called): string {
  return command.startsWith('eva ') ? eva + command.slice('eva'.length) : command;
}

const commands =
  'init|new|import|plan|eval|compare|merge|rubric|report|view|label|calibrate|mutate|log|list|promote|doctor|trust|clean|cache|completion|--help|--version';
const commandWords = new RegExp(`(?<=^|[ (])eva (?:${commands})(?![\\w/.-])`, 'g');

/**
 * Puts the words by which the user calls eva into the commands of a hint. What one of the values of the sentence contains stays as it is,
 * since files and models write values.
 */
export function hintAsCalled(problem: Problem, { eva = 'eva' }: Called): Problem {
  if (eva === 'eva' || problem.hint === undefined) return problem;
  const values = textsIn(problem.params).map((text) => text.replace(/\s+/g, ' '));
  const hint = problem.hint.replace(commandWords, (words) =>
    values.some((text) => text.includes(words)) ? words : asCalled(words, { eva }),
  );
  return { ...problem, hint };
}

/** Returns every text in plain data. */
function textsIn(data: unknown): readonly string[] {
  if (typeof data === 'string') return [data];
  return typeof data === 'object' && data !== null ? Object.values(data).flatMap(textsIn) : [];
}

/** Puts the words by which the user calls eva into the remedy of a gate. The name of a model, which is last, stays as it is. */
export function remedyAsCalled(remedy: string, { eva = 'eva' }: Called): string {
  const [own = '', ...named] = remedy.split(' --model ');
  const called = own.replace(/(?<=run: |, then )eva (?=(?:eval|doctor|compare|label|promote) )/g, `${eva} `);
  return [called, ...named].join(' --model ');
}
