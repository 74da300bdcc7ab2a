import type { Problem } from '#model/problem.js';
import type { Screen } from './paint.js';

type Called = Pick<Screen, 'eva'>;

export function asCalled(command: string, { eva = 'eva' }: Called): string {
  return command.startsWith('eva ') ? eva + command.slice('eva'.length) : command;
}

const commands =
  'init|new|import|plan|eval|compare|merge|rubric|report|view|label|calibrate|mutate|log|list|promote|doctor|trust|clean|cache|completion|--help|--version';
/** A command of eva, or a text in quotes: files and models write what is quoted. */
const commandOrQuoted = new RegExp(`(?<![\\w"'])("[^"]*"|'[^']*')|(?<=^|[ (])eva (?:${commands})(?![\\w/.-])`, 'g');

/** Puts the words by which the user calls eva into the commands of a hint. What is quoted stays as it is. */
export function hintAsCalled(problem: Problem, { eva = 'eva' }: Called): Problem {
  if (eva === 'eva' || problem.hint === undefined) return problem;
  const hint = problem.hint.replace(commandOrQuoted, (words, quoted?: string) => quoted ?? asCalled(words, { eva }));
  return { ...problem, hint };
}

/** Puts the words by which the user calls eva into the remedy of a gate. The name of a model, which is last, stays as it is. */
export function remedyAsCalled(remedy: string, { eva = 'eva' }: Called): string {
  const [own = '', ...named] = remedy.split(' --model ');
  const called = own.replace(/(?<=run: |, then )eva (?=(?:eval|doctor|compare|label|promote) )/g, `${eva} `);
  return [called, ...named].join(' --model ');
}
