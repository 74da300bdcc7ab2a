import { listPromptIds, promptDirProblem } from '#library/prompts.js';
import type { LibraryFiles, PromptFiles } from '#lifecycle/gather.js';
import { openTrust } from '#lifecycle/trust.js';
import type { Problem } from '#model/problem.js';
import type { DoctorEnvironment, LibraryContext } from './check.js';
import { collect } from './collect.js';
import { gatherAliases, ownersOf } from './gather-aliases.js';
import { gatherRuns } from './gather-runs.js';

export interface LibraryQuestion {
  readonly root: string;
  readonly env: DoctorEnvironment;
  readonly strict: boolean;
  readonly now: Date;
}

/** Reads what belongs to no single prompt: the log, the aliases, the trust file if there is anything to trust. What cannot be read is a problem of the library. */
export function libraryContext(
  question: LibraryQuestion,
  files: LibraryFiles,
  prompts: readonly PromptFiles[],
): LibraryContext {
  const { root, env } = question;
  const { config } = files;
  const fileProblems: Problem[] = [...files.problems];
  const namesPrograms = [files, ...prompts].some(({ programs }) => programs.length > 0);
  const trust = namesPrograms ? collect(fileProblems, null, () => openTrust(env.user, root)) : null;
  const ids = listPromptIds(root);
  const inside = ids.filter((id) => !promptDirProblem(root, id));
  const aliases = gatherAliases(root, inside, fileProblems);
  const runsOf = gatherRuns(root, fileProblems);
  const { programs } = files;
  return { ...question, ids, config, trust, aliases, aliasOwner: ownersOf(aliases), runsOf, programs, fileProblems };
}
