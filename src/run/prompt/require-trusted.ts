import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { commandLinesOf, type NamedProgram } from '#library/programs.js';
import { recordingsFile } from '#library/prompts.js';
import { notTrusted, openTrust, untrustedOf } from '#library/trust.js';
import type { Problem } from '#model/problem.js';
import { EvaError } from '#model/problem.js';
import type { RunSettings } from '#model/run/run.js';
import { usesCache } from '../replies/reply-places.js';
import type { RunOptions } from '../session/run-options.js';
import type { OpenPrompt } from './open-prompt.js';
import { missingPrograms, withoutMissing } from './program-faults.js';

type TrustOptions = Pick<RunOptions, 'user' | 'trust'>;

/**
 * Returns the prompt if every program that its run would start exists and is trusted. Throws EVA_NO_FILE or EVA_NO_PROGRAM if one is missing,
 * EVA_NOT_TRUSTED if one is not trusted. A missing one is reported alone, since trust covers the bytes that it will have. A missing application
 * is only a warning if `isKept`: then kept replies may answer in its place.
 */
export function requirePrograms(
  open: OpenPrompt,
  options: TrustOptions & Pick<RunOptions, 'env'>,
  isKept: boolean,
): OpenPrompt {
  const missing = programsMissingFor(open, options.env, isKept);
  const errors = missing.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new EvaError(errors);
  requireTrust(programsThatRun(open), open, options);
  return missing.length === 0 ? open : { ...open, problems: [...open.problems, ...missing] };
}

/** Throws EVA_NOT_TRUSTED unless every program of a prompt is trusted in its current state, or trust is not required. */
export function requireTrust(
  programs: readonly NamedProgram[],
  { root, prompt }: OpenPrompt,
  { user, trust }: TrustOptions,
): void {
  if (trust || programs.length === 0) return;
  const untrusted = untrustedOf(programs, root, openTrust(user, root));
  if (untrusted.length === 0) return;
  throw new EvaError(
    untrusted.map((program) => notTrusted(program, { id: prompt.id, at: program.at, severity: 'error' })),
  );
}

/** Warns of the programs and servers of a plan that exist and are not trusted: its run would be refused. Throws EVA_TRUST_INSIDE, EVA_TRUST_FILE. */
export function untrustedIn(open: OpenPrompt, { user, env }: Pick<RunOptions, 'user' | 'env'>): readonly Problem[] {
  const programs = withoutMissing(programsThatRun(open), { root: open.root, env });
  if (programs.length === 0) return [];
  return untrustedOf(programs, open.root, openTrust(user, open.root)).map((program) =>
    notTrusted(program, { id: open.prompt.id, at: program.at, severity: 'warning' }),
  );
}

function programsThatRun({ programs, plan }: OpenPrompt): readonly NamedProgram[] {
  return programs.filter(({ kind }) => startsKind(kind, plan.manner));
}

/** Returns the problems of the programs that the cases of a plan need and that do not exist. Programs that only this machine lacks are warnings. */
export function programsMissingIn(open: OpenPrompt, env: RunOptions['env']): readonly Problem[] {
  return missingPrograms(programsOf(open), { root: open.root, env });
}

/**
 * Returns the problems of `programsMissingIn` for a run on this machine. A check that cannot be started decides nothing, so it is an error. For
 * an application it is a warning if `isKept`, since kept replies may answer in its place.
 */
function programsMissingFor(open: OpenPrompt, env: RunOptions['env'], isKept: boolean): readonly Problem[] {
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
function startsKind(kind: NamedProgram['kind'], { look, replay, merged }: RunSettings): boolean {
  if (kind === 'check' || kind === 'module') return !look;
  return !replay && merged === null && !(look && kind === 'app');
}
