import { existsSync, linkSync, lstatSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { loadPrompt } from '#library/prompt/meta.js';
import { listPromptIds } from '#library/prompts.js';
import { readingOnce } from '#library/source/document.js';
import { isBelow, resolveInside } from '#library/source/inside-root.js';
import { maxYamlBytes, readBytes, withContent } from '#library/source/read-file.js';
import { lazy, uniqueBy } from '#model/data/collections.js';
import { canonicalJson } from '#model/data/digest.js';
import type { Place, Problem } from '#model/problem.js';
import { EvaError } from '#model/problem.js';
import type { Status } from '#model/prompt.js';
import { splitMark, type TextEdit, withEdits } from '#model/text/yaml-text.js';
import { readLibrary, readPrompt } from '#run/prompt/read-prompt.js';
import { writeAtomically } from '#store/files/atomic-write.js';
import { type DoctorOptions, type DoctorReport, runDoctor } from '../run-doctor.js';
import { type Change, changeBy, type FileText, fixesFor, markedText } from './fixes.js';

export interface Fixed {
  readonly file: string;
  /** null if the whole file changed. */
  readonly line: number | null;
  readonly code: string;
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
  const renamed = renamesFor(options.root, problemsIn(report)).filter((file) => rename(options.root, file));
  for (const { problem, from, to } of renamed)
    fixed.push({ file: from, line: null, code: problem.code, what: `→ ${to}` });
  if (renamed.length > 0) report = runDoctor(options);
  const meanings = lazy(() => new Map(meaningsOf(options.root, listPromptIds(options.root))));
  for (let round = 0; round < mostRounds; round++) {
    const made = proposalsFor(options.root, report, options.ids).flatMap(({ file, proposals }) => {
      const open = proposals.filter((proposal) => !rejected.has(keyOf(proposal)));
      return open.length === 0 ? [] : fixFile(file, open, { options, meanings: meanings(), rejected });
    });
    if (made.length === 0) break;
    for (const { problem, at, change } of made)
      fixed.push({ file: at.file, line: at.line ?? null, code: problem.code, what: change.what });
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
  const alone = proposals.map((proposal) => [proposal]);
  for (const group of proposals.length > 1 ? [proposals, ...alone] : alone) {
    if (!readFile(attempt.options.root, file.file)?.bytes.equals(file.bytes)) return [];
    const others = new Set(proposals.filter((proposal) => !group.includes(proposal)).map(keyOf));
    const made = tryFix(file, group, { ...attempt, others });
    if (made) return made;
    if (group.length === 1) for (const proposal of group) attempt.rejected.add(keyOf(proposal));
  }
  return [];
}

function keyOf({ at, change }: Proposal): string {
  return JSON.stringify([at.file, at.source, change]);
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
      const more = proposalsFor(options.root, report, options.ids).find((proposed) => proposed.file.file === file.file);
      return { meanings: null, more: (more?.proposals ?? []).filter((proposal) => !others.has(keyOf(proposal))) };
    });
    if (seen.meanings) {
      if (!isAllowed(id, meanings, seen.meanings) || !write(file, bytes)) return null;
      for (const [prompt, meaning] of seen.meanings) meanings.set(prompt, meaning);
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

interface Proposal {
  readonly problem: Problem;
  readonly at: Place;
  readonly change: Change;
}

/**
 * Finds the mechanical changes for the problems of a report, file by file. No two of them change the same text. With `ids`, only in the folders of
 * these prompts.
 */
function proposalsFor(root: string, report: DoctorReport, ids: readonly string[]) {
  const isDraft = draftsOf(root);
  const fixable = uniqueBy(problemsIn(report), (problem) => JSON.stringify(problem)).filter(
    (entry) => fixesFor(entry).length > 0,
  );
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
  const renames = renamesFor(root, problemsIn(report)).length;
  return proposalsFor(root, report, ids).reduce((sum, { proposals }) => sum + proposals.length, renames);
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
    const change = changeBy(fix, problem, source);
    if (change) return [{ problem, at, change }];
  }
  return [];
}

/** Removes proposals whose changes overlap with an earlier one. */
function withoutOverlaps(proposals: readonly Proposal[]): readonly Proposal[] {
  const kept: Proposal[] = [];
  for (const proposal of proposals) {
    const { edits } = proposal.change;
    const before = kept.flatMap(({ change }) => change.edits);
    if (!edits.some((a) => before.some((b) => a.start <= b.end && b.start <= a.end))) kept.push(proposal);
  }
  return kept;
}

interface Rename {
  readonly problem: Problem;
  readonly from: string;
  readonly to: string;
}

/** Finds an `eval.yaml` for each missing eval.yml. */
function renamesFor(root: string, problems: readonly Problem[]): readonly Rename[] {
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
function rename(root: string, { from, to }: Rename): boolean {
  try {
    linkSync(join(root, from), join(root, to));
    rmSync(join(root, from));
    return true;
  } catch {
    return false;
  }
}

interface FileOnDisk extends FileText {
  readonly path: string;
  readonly bytes: Buffer;
  readonly mark: string;
}

/** Reads a file that a fix may change; null if it cannot be read, or if a symbolic link is part of its path. */
export function readFile(root: string, file: string): FileOnDisk | null {
  const inside = resolveInside(root, [file], { file }).value;
  const path = join(realpathSync.native(root), file);
  if (inside?.path !== path) return null;
  const bytes = readBytes(path, file, maxYamlBytes).value;
  const text = bytes && decoded(bytes);
  if (!bytes || !text) return null;
  const { mark, bare } = splitMark(text.text);
  return { file, path, bytes, ...text, mark, text: bare };
}

function decoded(bytes: Buffer): { readonly text: string; readonly isUtf16: boolean } | null {
  const utf16 =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null;
  try {
    // The mark of UTF-16 is part of the encoding, and UTF-8 needs none.
    return {
      text: new TextDecoder(utf16 ?? 'utf-8', { fatal: true, ignoreBOM: utf16 === null }).decode(bytes),
      isUtf16: utf16 !== null,
    };
  } catch {
    return null;
  }
}

/** Codes of problems that keep eva from reading the rest of a file. */
const hiding = /^EVA_(?:YAML_TAB|YAML_SYNTAX|YAML_KEY|NOT_UTF8)$/;

/** Problems of shape, by code and variant, which keep eva from checking the rest of their entry. */
const ofShape =
  /^EVA_(?:WRONG_TYPE|UNKNOWN_(?:KEY|CHECK|CRITERION)|UNKNOWN_KEY:form|MISSING_KEY|EMPTY|ONE_KEY(?::none)?|OUT_OF_RANGE:(?:length|items|number)|BAD_VALUE:(?:choice|constant|form))$/;

/**
 * Returns true if the fixed problems are gone and no other came up. Problems that a file or an entry could not show before, since it could not
 * be read, are not new.
 */
export function isBetter(fixed: readonly Problem[], before: readonly Problem[], after: readonly Problem[]): boolean {
  const [old, now] = [counted(before), counted(after)];
  const removed = counted(fixed);
  for (const [key, count] of removed) if ((now.get(key) ?? 0) > (old.get(key) ?? 0) - count) return false;
  const hidden = fixed.filter(({ code }) => hiding.test(code));
  const isNew = (problem: Problem) => (now.get(problemKey(problem)) ?? 0) > (old.get(problemKey(problem)) ?? 0);
  const unexpected = after.filter(isNew);
  if (hidden.length === 0) return unexpected.length === 0 || (fixed.some(isOfShape) && !unexpected.some(isOfShape));
  return unexpected.every(
    ({ code, at }) => !hiding.test(code) || hidden.every((entry) => (at?.line ?? 0) > (entry.at?.line ?? 0)),
  );
}

function isOfShape({ code, variant }: Problem): boolean {
  return ofShape.test(variant === undefined ? code : `${code}:${variant}`);
}

function counted(problems: readonly Problem[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const problem of problems) counts.set(problemKey(problem), (counts.get(problemKey(problem)) ?? 0) + 1);
  counts.delete('');
  return counts;
}

/** Identifies a problem without its place, which moves with every change. */
function problemKey({ code, variant, message, at }: Problem): string {
  return code === 'EVA_MORE_PROBLEMS' ? '' : JSON.stringify([code, variant, message, at?.file]);
}

/** What a run of a prompt would be evidence for. */
interface Meaning {
  readonly status: Status;
  /** The prompt whose folder has the cases. */
  readonly cases_id: string;
  /** The digests, as JSON; null if eva would refuse the run. */
  readonly evidence: string | null;
}

function meaningsOf(root: string, ids: readonly string[]): ReadonlyMap<string, Meaning> {
  const library = readLibrary(root);
  return new Map(
    ids.map((id) => {
      const { prompt, cases_id, evidence } = readPrompt(library, id);
      const digests = evidence ? canonicalJson({ ...evidence() }) : null;
      return [id, { status: prompt?.status ?? 'draft', cases_id, evidence: digests }];
    }),
  );
}

/** Returns true if a change of the files of a prompt may be kept: it changes no other prompt, and its own meaning only while it is a draft. */
export function isAllowed(
  id: string | null,
  before: ReadonlyMap<string, Meaning>,
  after: ReadonlyMap<string, Meaning>,
): boolean {
  return [...after].every(([other, now]) => {
    const old = before.get(other);
    if (!old || old.evidence === null || old.evidence === now.evidence) return true;
    return other === id && old.status === 'draft';
  });
}
