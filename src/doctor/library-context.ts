import { listPromptIds, promptDirProblem } from '#library/prompts.js';
import type { LibraryFiles } from '#lifecycle/gather.js';
import { openTrust } from '#lifecycle/trust.js';
import type { Problem } from '#model/problem.js';
import type { DoctorEnvironment, LibraryContext } from './check.js';
import { collect } from './collect.js';
import { gatherAliases, ownersOf } from './gather-aliases.js';
import { gatherEvidence } from './gather-evidence.js';

export interface LibraryQuestion {
  readonly root: string;
  readonly env: DoctorEnvironment;
  readonly strict: boolean;
  readonly now: Date;
}

/**
 * Reads what belongs to no single prompt: the log, and the aliases of all prompts, also where few are looked at, since one prompt alone may
 * own an alias. The trust file is read if there is anything to trust. What cannot be read is a problem of the library.
 */
export function libraryContext(question: LibraryQuestion, files: LibraryFiles): LibraryContext {
  const { root, env } = question;
  const { config, programs } = files;
  const ofTrust: Problem[] = [];
  const others: Problem[] = [];
  const trust = onceAsked(() => collect(ofTrust, null, () => openTrust(env.user, root)));
  if (programs.length > 0) trust();
  const ids = listPromptIds(root);
  const inside = new Set(ids.filter((id) => !promptDirProblem(root, id)));
  const aliases = gatherAliases(root, [...inside], others);
  const evidenceOf = gatherEvidence(root, others);
  const fileProblems = () => [...files.problems, ...ofTrust, ...others];
  return {
    ...question,
    ids,
    inside,
    config,
    trust,
    aliases,
    aliasOwner: ownersOf(aliases),
    evidenceOf,
    programs,
    fileProblems,
  };
}

function onceAsked<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
