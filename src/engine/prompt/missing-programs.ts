import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { commandLinesOf, type NamedProgram } from '#library/programs.js';
import { recordingsFile } from '#library/prompts.js';
import { missingPrograms } from '#lifecycle/programs/missing-programs.js';
import type { Problem } from '#model/problem.js';
import type { RunSettings } from '#model/run/run.js';
import { usesCache } from '../replies/reply-places.js';
import type { RunOptions } from '../run-options.js';
import type { OpenPrompt } from './open-prompt.js';

/** Returns the problems of the programs that the cases of a plan need and that do not exist. Programs that only this machine lacks are warnings. */
export function programsMissingIn(open: OpenPrompt, env: RunOptions['env']): readonly Problem[] {
  return missingPrograms(programsOf(open), { root: open.root, env });
}

/**
 * Returns the problems of `programsMissingIn` for a run on this machine. A check that cannot be started decides nothing, so it is an error. For
 * an application it is a warning if `isKept`, since kept replies may answer in its place.
 */
export function programsMissingFor(open: OpenPrompt, env: RunOptions['env'], isKept: boolean): readonly Problem[] {
  const [checks = [], apps = []] = ['check', 'app'].map((wanted) =>
    missingPrograms(
      programsOf(open).filter(({ kind }) => kind === wanted),
      { root: open.root, env },
    ),
  );
  return [...checks.map(asError), ...(isKept ? apps : apps.map(asError))];
}

function asError(found: Problem): Problem {
  return { ...found, severity: 'error' };
}

/** Returns true if kept replies may answer a new run: those in the cache, or in the recordings of the prompt. */
export function mayBeKept(open: OpenPrompt, options: Pick<RunOptions, 'cache'>): boolean {
  return usesCache(open, options) || existsSync(join(open.root, recordingsFile(open.prompt.id)));
}

function programsOf({ root, cases_id, plan }: OpenPrompt) {
  const programs = commandLinesOf(join(root, 'prompts', cases_id), plan.cases);
  return programs.filter(({ kind }) => startsKind(kind, plan.manner));
}

/**
 * Returns true if a run with these settings starts programs of a kind. A replay and a merge start only checks, since they call neither a
 * provider nor an application. A run with `--look` starts only providers.
 */
export function startsKind(kind: NamedProgram['kind'], { look, replay, merged }: RunSettings): boolean {
  if (kind === 'check' || kind === 'module') return !look;
  return !replay && merged === null && !(look && kind === 'app');
}
