import { EvaError, problem } from '#errors/index.js';
import { openLibraryAt } from '#git/library-at.js';
import { readLibrary } from '#lifecycle/read-prompt.js';
import { changedPrompts } from '#lifecycle/sides/changed-prompts.js';
import { promptWord, quoted } from '#model/text/quoted.js';
import { count, plural } from '#report/text/numbers.js';
import { visible } from '#report/text/visible.js';
import { wrap } from '#report/text/wrap.js';
import type { Terminal } from '../../output/terminal.js';
import { listenForInterrupt } from '../interrupt.js';
import { listOfIds, type SelectWorld } from './select-prompts.js';

/** The prompts of a library that differ from a git ref, or the exit code of the signal that ended the search. */
type Changed = { readonly ids: readonly string[]; readonly from: string } | { readonly exitCode: number };

/**
 * Returns those of these prompts whose evidence differs from that at a git ref; `true`: the default ref. Prints what it compares with.
 * Throws EVA_GIT. Always removes the copy of the files at the ref.
 */
export async function selectChanged(
  ids: readonly string[],
  changed: string | true,
  { root, terminal, io }: SelectWorld,
): Promise<Changed> {
  const now = readLibrary(root);
  if (typeof changed === 'string' && now.ids().includes(changed))
    throw new EvaError([
      problem('EVA_GIT:prompt_as_ref', `--changed ${quoted(changed)} names a prompt where a git ref belongs`, {
        hint: `write the prompt first: eva eval ${promptWord(changed)} --changed`,
      }),
    ]);
  const interrupt = listenForInterrupt(io);
  const { stop: signal } = interrupt;
  let remove = () => {};
  interrupt.onLeave(() => remove());
  try {
    const at = await openLibraryAt(changed === true ? null : changed, { root, env: io.env, signal });
    remove = at.remove;
    const from = `${visible(at.name)} (${at.commit.slice(0, 7)})`;
    const found = await changedPrompts(ids, { now, then: readLibrary(at.root), workTree: at.workTree }, signal);
    if (found.length > 0)
      terminal.err(
        line(
          `${count(found.length)} of ${plural(ids.length, 'prompt')} ${found.length === 1 ? 'differs' : 'differ'} from ${from}: ${listOfIds(found)}`,
          terminal,
        ),
      );
    return { ids: found, from };
  } catch (error) {
    const exitCode = interrupt.exitCode();
    if (exitCode !== null) return { exitCode };
    throw error;
  } finally {
    remove();
    interrupt.release();
  }
}

function line(text: string, { errScreen }: Terminal): string {
  return `${wrap(text, errScreen.width).join('\n')}\n`;
}
