import { readFileSync } from 'node:fs';
import { EvaError } from '#errors/index.js';
import { listPromptIds } from '#library/prompts.js';
import { readingOnce } from '#load/source/document.js';
import { withContent } from '#load/source/read-file.js';
import { lazy } from '#model/data/collections.js';
import { type TextEdit, withEdits } from '#model/text/yaml-text.js';
import { writeAtomically } from '#store/files/atomic-write.js';
import { type DoctorOptions, type DoctorReport, runDoctor } from '../run-doctor.js';
import { isBetter } from './compare.js';
import { isAllowed, type Meaning, meaningsOf } from './evidence.js';
import { type Proposal, proposalsFor } from './proposals.js';
import { type FileOnDisk, readFile } from './read-file.js';
import { rename, renamesFor } from './rename.js';

/** A change that was made. */
export interface Fixed {
  readonly file: string;
  /** null if the whole file changed. */
  readonly line: number | null;
  /** The code of the problem that it removed. */
  readonly code: string;
  /** What changed, in words. */
  readonly what: string;
}

/** The maximum number of times that the library is checked again: a fix can show problems that another one removes. */
const mostRounds = 20;

/** Makes every mechanical change that removes a problem and causes none. Returns the changes, and the report of what is left. */
export function fixLibrary(options: DoctorOptions): {
  readonly fixed: readonly Fixed[];
  readonly report: DoctorReport;
} {
  const fixed: Fixed[] = [];
  const rejected = new Set<string>();
  let report = runDoctor(options);
  const renamed = renamesFor(options.root, problemsIn(report)).filter((one) => rename(options.root, one));
  fixed.push(
    ...renamed.map(({ problem, from, to }) => ({ file: from, line: null, code: problem.code, what: `→ ${to}` })),
  );
  if (renamed.length > 0) report = runDoctor(options);
  const meanings = lazy(() => new Map(meaningsOf(options.root, listPromptIds(options.root))));
  for (let round = 0; round < mostRounds; round++) {
    const made = proposalsFor(options.root, report, options.ids).flatMap(({ file, proposals }) => {
      const open = proposals.filter((one) => !rejected.has(keyOf(one)));
      return open.length === 0 ? [] : fixFile(file, open, { options, meanings: meanings(), rejected });
    });
    if (made.length === 0) break;
    fixed.push(...made.map(fixedBy));
    report = runDoctor(options);
  }
  return { fixed, report };
}

interface Attempt {
  readonly options: DoctorOptions;
  /** The meanings of all prompts; updated if a change is kept. */
  readonly meanings: Map<string, Meaning>;
  /** The keys of the proposals that made a file worse. */
  readonly rejected: Set<string>;
}

/** Makes all proposals for a file together, or the first that works alone: one that is rejected must not keep the others back. */
function fixFile(file: FileOnDisk, proposals: readonly Proposal[], attempt: Attempt): readonly Proposal[] {
  const alone = proposals.map((one) => [one]);
  for (const group of proposals.length > 1 ? [proposals, ...alone] : alone) {
    if (!readFile(attempt.options.root, file.file)?.bytes.equals(file.bytes)) return [];
    const others = new Set(proposals.filter((one) => !group.includes(one)).map(keyOf));
    const made = tryFix(file, group, { ...attempt, others });
    if (made) return made;
    if (group.length === 1) for (const one of group) attempt.rejected.add(keyOf(one));
  }
  return [];
}

function keyOf({ at, change }: Proposal): string {
  return JSON.stringify([at.file, at.source, change]);
}

function fixedBy({ problem, at, change }: Proposal): Fixed {
  return { file: at.file, line: at.line ?? null, code: problem.code, what: change.what };
}

/** The maximum number of further changes that a change may need: a corrected key shows the mistakes below it. */
const mostSteps = 5;

/**
 * Checks the library as if a file had the changes, and writes them if that is better. If they show other problems, adds the changes that
 * remove those, but none of `others`, which are tried alone. Returns all changes; null if the file stays as it is.
 */
function tryFix(
  file: FileOnDisk,
  proposals: readonly Proposal[],
  attempt: Attempt & { readonly others: ReadonlySet<string> },
): readonly Proposal[] | null {
  const { options, meanings, others } = attempt;
  const [, id = null] = /^prompts\/([^/]+)\//.exec(file.file) ?? [];
  const ids = id === null ? options.ids : [id];
  const check = () => runDoctor({ ...options, ids });
  const before = problemsIn(check());
  const concerned = [...meanings].flatMap(([one, { cases_id }]) =>
    id === null || one === id || cases_id === id ? [one] : [],
  );
  const wanted = proposals.map(({ problem }) => problem);
  const made = [...proposals];
  let text = withEdits(file.text, editsOf(proposals));
  for (let step = 0; step < mostSteps; step++) {
    const bytes = Buffer.from(file.mark + text);
    const seen = withContent(file.path, bytes, () => {
      const report = check();
      const isKept = isBetter(wanted, before, problemsIn(report));
      if (isKept) return { meanings: readingOnce(() => meaningsOf(options.root, concerned)), more: [] };
      const more = proposalsFor(options.root, report, options.ids).find((one) => one.file.file === file.file);
      return { meanings: null, more: (more?.proposals ?? []).filter((one) => !others.has(keyOf(one))) };
    });
    if (seen.meanings) {
      if (!isAllowed(id, meanings, seen.meanings) || !write(file, bytes)) return null;
      for (const [one, meaning] of seen.meanings) meanings.set(one, meaning);
      return made;
    }
    if (seen.more.length === 0) return null;
    made.push(...seen.more);
    text = withEdits(text, editsOf(seen.more));
  }
  return null;
}

function editsOf(proposals: readonly Proposal[]): readonly TextEdit[] {
  return proposals.flatMap(({ change }) => change.edits);
}

export function problemsIn({ library, prompts }: DoctorReport) {
  return [...library, ...prompts.flatMap(({ problems }) => problems)];
}

/** Another program changed a file. */
class ChangedFile extends Error {}

/** Replaces a file if it still has the bytes that were read. Returns false if another program changed it, or if it cannot be written. */
function write({ path, bytes }: FileOnDisk, data: Buffer): boolean {
  try {
    writeAtomically(path, data, undefined, () => {
      if (!readFileSync(path).equals(bytes)) throw new ChangedFile();
    });
    return true;
  } catch (error) {
    if (error instanceof ChangedFile || error instanceof EvaError) return false;
    throw error;
  }
}
