import { existsSync, linkSync, lstatSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isBelow } from '#load/source/inside-root.js';
import type { Problem } from '#model/problem.js';

/** A file whose name has another ending than eva reads. */
export interface Rename {
  readonly problem: Problem;
  readonly from: string;
  readonly to: string;
}

/** Finds an `eval.yaml` for each missing eval.yml. */
export function renamesFor(root: string, problems: readonly Problem[]): readonly Rename[] {
  return problems.flatMap((problem) => {
    const [, folder] = /^(prompts\/[^/]+\/)eval\.yml$/.exec(problem.at?.file ?? '') ?? [];
    if (problem.code !== 'EVA_NO_EVAL_FILE' || folder === undefined) return [];
    const from = `${folder}eval.yaml`;
    const stats = lstatSync(join(root, from), { throwIfNoEntry: false });
    const isOwn = stats?.isFile() === true && isBelow(root, realpathSync.native(join(root, from)));
    return isOwn && !existsSync(join(root, `${folder}eval.yml`)) ? [{ problem, from, to: `${folder}eval.yml` }] : [];
  });
}

/** Renames a file, and never replaces another one. Returns false if that fails. */
export function rename(root: string, { from, to }: Rename): boolean {
  try {
    linkSync(join(root, from), join(root, to));
    rmSync(join(root, from));
    return true;
  } catch {
    return false;
  }
}
