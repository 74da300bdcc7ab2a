import { join } from 'node:path';
import { openLibraryAt, openPromptAt } from '#library/git/library-at.js';
import { fullHistory, historyOf, usualRef } from '#library/git/repository.js';
import { loadPrompt } from '#library/prompt/meta.js';
import { readyVersion, type SideName } from '#model/pairs/compare-rule.js';
import { evaError } from '#model/problem.js';
import { bodyDigest } from '#model/text/body.js';
import { nearest } from '#model/text/nearest.js';
import { plural, promptWord, quoted, shellWord } from '#model/text/quoted.js';
import type { GitPlace } from '#provider/process/git-program.js';
import { type PromotionRow, readPromotions } from '#store/logs/prompt-logs.js';
import { type LibraryFiles, readLibrary } from '../prompt/read-prompt.js';
import type { NamedVersion } from '../prompt/read-version.js';
import { type NamedSide, treeWord } from './compare-words.js';

export interface OpenSide {
  readonly name: SideName;
  readonly version: NamedVersion;
  /** Removes the private folder with its files, if it has one. May be called again. */
  readonly remove: () => void;
}

/** The working tree, and the surroundings in which git reads commits. */
export interface SidesPlace extends GitPlace {
  readonly id: string;
  readonly tree: LibraryFiles;
}

/**
 * Opens the files of a side. Those of a commit are written into a private folder; nothing in it is started, and the providers and prices of
 * eva.yml stay those of the working tree. Throws EVA_GIT, EVA_NO_BASELINE.
 */
export async function openSide(side: NamedSide, place: SidesPlace): Promise<OpenSide> {
  const { id, tree } = place;
  if (side.kind === 'tree') return ofTree({ label: treeWord, kind: 'tree', id }, tree);
  if (side.kind === 'prompt') return ofTree({ label: side.id, kind: 'prompt', id: side.id }, tree);
  if (side.kind === 'ready') {
    const asking = { ...place, comparing: { id, meant: () => null } };
    return ofRef(await findReadyCommit(asking), 'ready', readyVersion, asking);
  }
  // A ref may have been meant to be `ready` or a prompt.
  const meant = () => nearest(side.ref, [readyVersion, treeWord, ...tree.ids()]) ?? null;
  return ofRef(side.ref, 'ref', side.ref, { ...place, comparing: { id, meant } });
}

function ofTree(name: SideName, library: LibraryFiles): OpenSide {
  return { name, version: { library, id: name.id, label: name.label, ref: null }, remove: () => undefined };
}

/** `word`: the word that named the commit `ref`. */
async function ofRef(ref: string, kind: 'ref' | 'ready', word: string, place: SidesPlace): Promise<OpenSide> {
  const { commit, root, remove } = await openLibraryAt(ref, place);
  try {
    const label = `${word} (${commit.slice(0, 7)})`;
    const name: SideName = { label, kind, id: place.id, ref: word, commit };
    const library = withOwnProviders(readLibrary(root), place.tree);
    return { name, version: { library, id: place.id, label, ref: word }, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Returns a library whose models are reached through the providers of another one: a commit must not choose servers and programs. */
function withOwnProviders(library: LibraryFiles, { config, programs }: LibraryFiles): LibraryFiles {
  const file = library.config?.file ?? null;
  return { ...library, config: library.config && config && { config: config.config, file }, programs };
}

/** The maximum number of commits in which the version that became ready is searched. */
const mostCommits = 200;

/** Returns true if a version of a prompt was promoted to ready. Throws EVA_DISK, EVA_ODD_FILE. */
export function wasEverReady(root: string, id: string): boolean {
  return latestReady(root, id) !== undefined;
}

function latestReady(root: string, id: string): PromotionRow | undefined {
  const { rows } = readPromotions(join(root, 'prompts', id));
  return rows.map(({ value }) => value).findLast(({ to, evidence }) => to === 'ready' && evidence !== null);
}

/**
 * Returns the commit of the version that became ready last: of the newest commits with its prompt, the first that has the promotion, since models
 * may have changed after it; the newest one if the promotion is not committed yet. Throws EVA_NO_BASELINE, EVA_GIT.
 */
async function findReadyCommit(place: SidesPlace): Promise<string> {
  const { id, root } = place;
  const ready = latestReady(root, id);
  if (!ready) {
    const ref = await usualRef(place);
    throw evaError('EVA_NO_BASELINE:never_ready', `no version of ${quoted(id)} was promoted to ready yet`, {
      hint: `${ref === null ? '' : 'name what to compare with: '}${withRef(id, ref)}; eva promote makes a version ready`,
    });
  }
  const { commits, isShallow } = await historyOf(`prompts/${id}`, mostCommits, place);
  let readyCommit: string | null = null;
  for (const commit of commits) {
    const { isIt, isNoted } = await readyAt(commit, ready, place);
    if (readyCommit !== null && !(isIt && isNoted)) break;
    if (isIt) readyCommit = commit;
    if (isIt && !isNoted) break;
  }
  if (readyCommit !== null) return readyCommit;
  const when = ready.ts.slice(0, 10);
  throw evaError(
    'EVA_NO_BASELINE:not_committed',
    `no commit${isShallow ? ' of this shallow clone' : ''} has the version of ${quoted(id)} that became ready on ${when}: eva looked at ${plural(commits.length, 'commit')}`,
    {
      hint: isShallow
        ? `get all commits: ${fullHistory}`
        : `commit a version before it is promoted; to compare with another one, name it: eva compare ${promptWord(id)} REF`,
    },
  );
}

/** Tells whether a commit has the prompt of a promotion, and whether it has the promotion itself. */
async function readyAt(
  commit: string,
  { ts, evidence }: PromotionRow,
  place: SidesPlace,
): Promise<{ readonly isIt: boolean; readonly isNoted: boolean }> {
  const { root, remove } = await openPromptAt(commit, place.id, place);
  try {
    const { value } = loadPrompt(root, place.id);
    const { rows } = readPromotions(join(root, 'prompts', place.id));
    return {
      isIt: value !== null && bodyDigest(value.body) === evidence?.prompt,
      isNoted: rows.some((row) => row.value.to === 'ready' && row.value.ts === ts),
    };
  } finally {
    remove();
  }
}

/** Returns the command that compares with a ref; without one, how to make a commit to compare with. */
export function withRef(id: string, ref: string | null): string {
  const command = `eva compare ${promptWord(id)} ${shellWord(ref ?? 'HEAD')}`;
  return ref === null ? `commit this version, change the prompt, then type: ${command}` : command;
}
