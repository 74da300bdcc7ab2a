import { openLibraryAt } from '#library/git/library-at.js';
import { listPromptIds } from '#library/prompts.js';
import type { Problem } from '#model/problem.js';
import { evaError } from '#model/problem.js';
import { promptWord, quoted } from '#model/text/quoted.js';
import { count, plural } from '#report/text/numbers.js';
import { visible, wrap } from '#report/text/visible.js';
import { readLibrary } from '#run/prompt/read-prompt.js';
import { changedPrompts } from '#run/prompt/read-version.js';
import { evaluablePrompts } from '#run/session/evaluate-prompts.js';
import { type CommandPlace, promptsOfLibrary } from '../open-command.js';
import type { Terminal } from '../output/terminal.js';
import type { EvalFlags } from './eval-options.js';
import { listenForInterrupt } from './interrupt.js';

/** The prompts that a command evaluates. */
export interface Selection {
  readonly ids: readonly string[];
  /** The prompts that it leaves out, since they have no eval.yml. */
  readonly withoutCases: readonly string[];
  /** The problems of words that name no prompt. */
  readonly problems: readonly Problem[];
  /** `named`: the command line names them. `all`: it names none. `changed`: they differ from a git ref. */
  readonly by: 'named' | 'all' | 'changed';
}

/** Returns the prompts that words name; without words all that have an eval.yml. */
export function selectPrompts(
  words: readonly string[],
  { casesOf }: Pick<EvalFlags, 'casesOf'>,
  place: CommandPlace,
): Selection {
  const { root } = place;
  if (words.length > 0) return { ...promptsOfLibrary(words, place), withoutCases: [], by: 'named' };
  if (casesOf !== undefined) return { ids: listPromptIds(root), withoutCases: [], problems: [], by: 'all' };
  const ids = evaluablePrompts(root);
  const chosen = new Set(ids);
  const withoutCases = listPromptIds(root).filter((id) => !chosen.has(id));
  return { ids, withoutCases, problems: [], by: 'all' };
}

/** The prompts of a library that differ from a git ref, or the exit code of the signal that ended the search. */
type Changed = { readonly ids: readonly string[]; readonly from: string } | { readonly exitCode: number };

/**
 * Returns those of these prompts whose evidence differs from that at a git ref; `true`: the default ref.
 * Throws EVA_GIT. Always removes the copy of the files at the ref.
 */
export async function selectChanged(
  ids: readonly string[],
  changed: string | true,
  { root, io }: CommandPlace,
): Promise<Changed> {
  const now = readLibrary(root);
  if (typeof changed === 'string' && now.ids().includes(changed))
    throw evaError('EVA_GIT:prompt_as_ref', `--changed ${quoted(changed)} names a prompt where a git ref belongs`, {
      hint: `write the prompt first: eva eval ${promptWord(changed)} --changed`,
    });
  const interrupt = listenForInterrupt(io);
  const { stop: signal } = interrupt;
  let remove = () => {};
  interrupt.onLeave(() => remove());
  try {
    const at = await openLibraryAt(changed === true ? null : changed, { root, env: io.env, signal });
    remove = at.remove;
    const from = `${visible(at.name)} (${at.commit.slice(0, 7)})`;
    const changedIds = await changedPrompts(ids, { now, then: readLibrary(at.root), workTree: at.workTree }, signal);
    return { ids: changedIds, from };
  } catch (error) {
    const exitCode = interrupt.exitCode();
    if (exitCode !== null) return { exitCode };
    throw error;
  } finally {
    remove();
    interrupt.release();
  }
}

/** Prints the ids of the prompts that a selection leaves out. */
export function noteLeftOut({ withoutCases: left }: Selection, terminal: Terminal): void {
  if (left.length > 0)
    terminal.err(line(`${plural(left.length, 'prompt')} without cases left out: ${listOfIds(left)}`, terminal));
}

/** Prints which of the selected prompts differ from a git ref. */
export function noteChanged(
  { ids, from }: { readonly ids: readonly string[]; readonly from: string },
  selection: Selection,
  terminal: Terminal,
): void {
  if (ids.length > 0)
    terminal.err(
      line(
        `${count(ids.length)} of ${plural(selection.ids.length, 'prompt')} ${ids.length === 1 ? 'differs' : 'differ'} from ${from}: ${listOfIds(ids)}`,
        terminal,
      ),
    );
}

/** The maximum number of names in a line. */
const mostNamed = 8;

/** Returns the ids of prompts for one line: the first eight, and the number of the others. */
function listOfIds(ids: readonly string[]): string {
  const more = ids.length > mostNamed ? `, and ${ids.length - mostNamed} more` : '';
  return `${ids.slice(0, mostNamed).map(visible).join(', ')}${more}`;
}

function line(text: string, { errScreen }: Terminal): string {
  return `${wrap(text, errScreen.width).join('\n')}\n`;
}
