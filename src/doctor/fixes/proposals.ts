import { loadPrompt } from '#load/prompt/meta.js';
import { uniqueBy } from '#model/data/collections.js';
import type { Place, Problem } from '#model/problem.js';
import type { DoctorReport } from '../run-doctor.js';
import { type Change, markedText } from './fix.js';
import { fixesFor } from './index.js';
import { type FileOnDisk, readFile } from './read-file.js';
import { renamesFor } from './rename.js';

/** A change of a file that would remove a problem. */
export interface Proposal {
  readonly problem: Problem;
  readonly at: Place;
  readonly change: Change;
}

/** The proposals for one file. No two of them change the same text. */
export interface FileProposals {
  readonly file: FileOnDisk;
  readonly proposals: readonly Proposal[];
}

/** Finds the mechanical changes for the problems of a report. With `ids`, only in the folders of these prompts. */
export function proposalsFor(root: string, report: DoctorReport, ids: readonly string[]): readonly FileProposals[] {
  const all = [...report.library, ...report.prompts.flatMap(({ problems }) => problems)];
  const isDraft = draftsOf(root);
  const fixable = uniqueBy(all, (problem) => JSON.stringify(problem)).filter((one) => fixesFor(one).length > 0);
  const problems = fixable.filter(({ severity, at }) => severity === 'error' || isDraft(at?.file ?? ''));
  const isAsked = (file: string) => ids.length === 0 || ids.some((id) => file.startsWith(`prompts/${id}/`));
  const files = new Set(
    problems.flatMap(({ at }) => (at && at.property === undefined && isAsked(at.file) ? [at.file] : [])),
  );
  return [...files].flatMap((name) => {
    const file = readFile(root, name);
    const own = problems.filter(({ at }) => at?.file === name);
    const proposals = file === null ? [] : withoutOverlaps(own.flatMap((problem) => proposalFor(problem, file)));
    return file === null || proposals.length === 0 ? [] : [{ file, proposals }];
  });
}

/** Counts the problems of a report for which there is a mechanical change. */
export function countFixable(root: string, report: DoctorReport, ids: readonly string[]): number {
  const counts = proposalsFor(root, report, ids).map(({ proposals }) => proposals.length);
  const renames = renamesFor(
    root,
    report.prompts.flatMap(({ problems }) => problems),
  );
  return counts.reduce((sum, count) => sum + count, renames.length);
}

/** Returns a function that tells whether a file belongs to a draft, or to no prompt. A file of another prompt that loads keeps its meaning. */
function draftsOf(root: string): (file: string) => boolean {
  const known = new Map<string, boolean>();
  return (file) => {
    const [, id] = /^prompts\/([^/]+)\//.exec(file) ?? [];
    if (id === undefined) return true;
    const isDraft = known.get(id) ?? (loadPrompt(root, id).value?.status ?? 'draft') === 'draft';
    known.set(id, isDraft);
    return isDraft;
  };
}

function proposalFor(problem: Problem, file: FileOnDisk): readonly Proposal[] {
  const { at } = problem;
  const source = at && markedText(file, at);
  if (!at || !source) return [];
  for (const fix of fixesFor(problem)) {
    const change = fix.changeFor(problem, source);
    if (change) return [{ problem, at, change }];
  }
  return [];
}

/** Removes proposals whose changes overlap with an earlier one. */
function withoutOverlaps(proposals: readonly Proposal[]): readonly Proposal[] {
  const kept: Proposal[] = [];
  for (const one of proposals) if (!kept.some((other) => overlap(one, other))) kept.push(one);
  return kept;
}

function overlap(one: Proposal, other: Proposal): boolean {
  return one.change.edits.some((a) => other.change.edits.some((b) => a.start <= b.end && b.start <= a.end));
}
