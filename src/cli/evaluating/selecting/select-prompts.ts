import { evaluablePrompts } from '#engine/evaluate-prompts.js';
import { listPromptIds } from '#library/prompts.js';
import type { Problem } from '#model/problem.js';
import { plural } from '#report/text/numbers.js';
import { visible } from '#report/text/visible.js';
import { wrap } from '#report/text/wrap.js';
import type { Io } from '../../io.js';
import { promptsOf } from '../../open-command.js';
import type { Terminal } from '../../output/terminal.js';
import type { EvalOptions } from '../eval-options.js';

/** The prompts that a command evaluates. */
export interface Selection {
  readonly ids: readonly string[];
  /** The problems of words that name no prompt. */
  readonly problems: readonly Problem[];
  /** `named`: the command line names them. `all`: it names none. `changed`: they differ from a git ref. */
  readonly by: 'named' | 'all' | 'changed';
}

/** Where prompts are selected, and where eva says what it left out. */
export interface SelectWorld {
  readonly root: string;
  readonly terminal: Terminal;
  readonly io: Io;
}

/** Returns the prompts that words name; without words all that have an eval.yml. Prints the ids of those without one. */
export function selectPrompts(
  words: readonly string[],
  { casesOf }: Pick<EvalOptions, 'casesOf'>,
  { root, terminal, io }: SelectWorld,
): Selection {
  if (words.length > 0) return { ...promptsOf(words, root, io), by: 'named' };
  if (casesOf !== undefined) return { ids: listPromptIds(root), problems: [], by: 'all' };
  const ids = evaluablePrompts(root);
  const chosen = new Set(ids);
  const left = listPromptIds(root).filter((id) => !chosen.has(id));
  if (left.length > 0) terminal.err(withoutCases(left, terminal));
  return { ids, problems: [], by: 'all' };
}

/** The maximum number of names in a line. */
const mostNamed = 8;

function withoutCases(ids: readonly string[], { errScreen }: Terminal): string {
  const line = `${plural(ids.length, 'prompt')} without cases left out: ${listOfIds(ids)}`;
  return `${wrap(line, errScreen.width).join('\n')}\n`;
}

/** Returns the ids of prompts for one line: the first eight, and the number of the others. */
export function listOfIds(ids: readonly string[]): string {
  const more = ids.length > mostNamed ? `, and ${ids.length - mostNamed} more` : '';
  return (
    ids
      .slice(0, mostNamed)
      .map((id) => visible(id))
      .join(', ') + more
  );
}
