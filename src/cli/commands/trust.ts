import type { NamedProgram } from '#library/programs.js';
import { listPromptIds } from '#library/prompts.js';
import { openTrust, recordTrust, untrustedOf } from '#library/trust.js';
import { uniqueBy } from '#model/data/collections.js';
import type { Problem } from '#model/problem.js';
import { EvaError, evaError } from '#model/problem.js';
import { renderTrust, trustQuestion } from '#report/commands/trust.js';
import { jsonResult } from '#report/formats/json-result.js';
import { renderProblems } from '#report/problems.js';
import { allowUnderpowered } from '#run/plan/plan-run.js';
import { leavesUnread, readLibrary, readVariants } from '#run/prompt/read-prompt.js';

import type { Io } from '../io.js';
import { type CommonFlags, openCommand, promptOf, userOf } from '../open-command.js';
import { askYesNo, canAsk } from '../output/terminal.js';

interface TrustOptions extends CommonFlags {
  readonly yes?: boolean;
}

/**
 * Runs `eva trust [id]`: prints the programs that a library uses and, if the user agrees, trusts their current files. With `--json` it
 * only prints, unless `--yes` is given. Returns 0, or 1 if some are still untrusted. Throws EVA_UNTRUSTABLE, and records nothing, if a module
 * imports what trust cannot cover.
 */
export async function trustCommand(word: string | undefined, options: TrustOptions, io: Io): Promise<number> {
  const place = openCommand(io, options);
  const { terminal, root } = place;
  const ids = word === undefined ? listPromptIds(root) : [promptOf(word, place)];
  const { programs, warnings, refused } = namedBy(root, ids);
  terminal.err(renderProblems(warnings, terminal.errScreen));
  const store = programs.length === 0 ? null : openTrust(userOf(io), root);
  const untrusted = untrustedOf(programs, root, store);
  const views = programs.map((program) => ({ ...program, trusted: !untrusted.includes(program) }));
  terminal.out(options.json ? jsonResult(views) : renderTrust(views, terminal));
  if (refused.length > 0) throw new EvaError(refused);
  if (store === null || untrusted.length === 0) return 0;
  if (options.json && !options.yes) return 1;
  if (!options.yes && !(await isAgreed(untrusted, io))) {
    terminal.err('nothing was recorded\n');
    return 1;
  }
  recordTrust(store, root, untrusted, new Date());
  terminal.err(`trusted; recorded in ${store.file}\n`);
  return 0;
}

/**
 * Reads the programs of these prompts and of eva.yml. `warnings`: prompts that cannot be read completely may use further programs. `refused`: the
 * imports that trust cannot cover. Throws `EvaError` if eva.yml cannot be read.
 */
function namedBy(root: string, ids: readonly string[]) {
  const library = readLibrary(root);
  if (!library.config) throw new EvaError(library.problems);
  const prompts = ids.flatMap((id) => readVariants(library, id, { manner: allowUnderpowered }));
  const programs = [...prompts.flatMap((files) => files.programs), ...library.programs];
  const problems = uniqueBy(prompts.flatMap((files) => files.problems).filter(leavesUnread));
  const isRefused = ({ code }: Problem) => code === 'EVA_UNTRUSTABLE';
  return {
    programs: uniqueBy(programs),
    warnings: problems
      .filter((entry) => !isRefused(entry))
      .map((entry) => ({ ...entry, severity: 'warning' as const })),
    refused: problems.filter(isRefused),
  };
}

async function isAgreed(untrusted: readonly NamedProgram[], io: Io): Promise<boolean> {
  if (!canAsk(io))
    throw evaError(
      'EVA_TRUST_UNANSWERED',
      'eva trust asks for confirmation, and standard input or standard error is not a terminal',
      { hint: 'run it in a terminal, or review the programs and add --yes' },
    );
  return askYesNo(trustQuestion(untrusted), io);
}
