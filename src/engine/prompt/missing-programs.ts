import { join } from 'node:path';
import { commandLinesOf, type NamedProgram } from '#library/programs.js';
import { missingPrograms } from '#lifecycle/missing-programs.js';
import type { Problem } from '#model/problem.js';
import type { RunSettings } from '#model/run/run.js';
import type { RunOptions } from '../run-options.js';
import type { OpenPrompt } from './open-prompt.js';

/** Returns the problems of the programs that the cases of a plan need and that do not exist. Programs that only this machine lacks are warnings. */
export function programsMissingIn(open: OpenPrompt, env: RunOptions['env']): readonly Problem[] {
  return missingPrograms(programsOf(open), { root: open.root, env });
}

/**
 * Returns the problems of `programsMissingIn` for a run on this machine. A check that cannot be started decides nothing, so it is an error. An
 * application is only a warning, since kept replies may answer in its place.
 */
export function programsMissingFor(open: OpenPrompt, env: RunOptions['env']): readonly Problem[] {
  const [checks, apps] = ['check', 'app'].map((wanted) =>
    missingPrograms(
      programsOf(open).filter(({ kind }) => kind === wanted),
      { root: open.root, env },
    ),
  );
  return [...(checks ?? []).map((one) => ({ ...one, severity: 'error' as const })), ...(apps ?? [])];
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
