import { namedPrograms } from '#library/programs.js';
import { listPromptIds, promptDirProblem } from '#library/prompts.js';
import { openTrust } from '#lifecycle/trust.js';
import { loadConfig } from '#load/config.js';
import type { LibraryConfig } from '#model/config.js';
import type { Problem } from '#model/problem.js';
import { notSupported } from '#plan/not-yet.js';
import { gatherAliases, ownersOf } from './aliases.js';
import type { DoctorEnvironment, LibraryContext } from './check.js';
import { collect } from './collect.js';
import { gatherRuns } from './gather-runs.js';
import { judgeTrust } from './program-trust.js';

export interface LibraryQuestion {
  readonly root: string;
  readonly env: DoctorEnvironment;
  readonly strict: boolean;
  readonly now: Date;
}

/** What a library without eva.yml has. */
export const nothingConfigured: LibraryConfig = { concurrency: 1, providers: {}, prices: {} };

/** Reads what belongs to no single prompt: eva.yml, the log, the aliases, the trust file. What cannot be read is a problem of the library. */
export function gatherLibrary(question: LibraryQuestion): LibraryContext {
  const { root, env } = question;
  const fileProblems: Problem[] = [];
  const loaded = loadConfig(root);
  const config = loaded.value;
  fileProblems.push(...loaded.problems);
  fileProblems.push(...(config?.asked_for ?? []).map(({ what, at }) => notSupported(what, at)));
  const trust = collect(fileProblems, null, () => openTrust(env.dataDir, root));
  const inside = listPromptIds(root).filter((id) => !promptDirProblem(root, id));
  const aliases = gatherAliases(root, inside, fileProblems);
  return {
    ...question,
    config,
    trust,
    aliases,
    aliasOwner: ownersOf(aliases),
    runsOf: gatherRuns(root, fileProblems),
    programs: judgeTrust(root, namedPrograms(root, null, [], config?.config ?? nothingConfigured), trust),
    fileProblems,
  };
}
