import { EvaError, problem } from '#errors/index.js';
import { type GitCommand, type GitPlace, gitFailed, runGit } from '#provider/process/git-program.js';

/** A file, symbolic link or submodule of a commit. */
export interface TreeEntry {
  readonly kind: 'file' | 'link' | 'submodule';
  readonly object: string;
  /** Relative to the top of the repository. */
  readonly path: string;
}

const kinds: Readonly<Record<string, TreeEntry['kind']>> = {
  '100644': 'file',
  '100755': 'file',
  '100664': 'file',
  '120000': 'link',
  '160000': 'submodule',
};

/** The maximum sizes of a path and of a name in it, in bytes: what systems open, less the path of the folder for the copy. */
const maxPath = 3072;
const maxName = 255;

/** Returns all entries of a commit, without paths that eva could not open or that git itself does not write. Throws EVA_GIT. */
export async function readTree(commit: string, place: GitPlace): Promise<CommitTree> {
  const args: GitCommand = ['ls-tree', '-r', '-z', '--full-tree', commit];
  const { code, stdout, stderr } = await runGit(args, place);
  if (code !== 0) throw gitFailed(args, stderr);
  const entries = stdout.split('\0').flatMap((line) => {
    const [, mode = '', object = '', path = ''] = /^(\d+) \w+ ([0-9a-f]+)\t([\s\S]+)$/.exec(line) ?? [];
    const kind = kinds[mode];
    return kind === undefined || !isSafe(path) ? [] : [{ kind, object, path }];
  });
  return new CommitTree(entries);
}

/** A name that is no UTF-8 has U+FFFD here: no path that eva can read means that file. */
function isSafe(path: string): boolean {
  if (Buffer.byteLength(path) > maxPath || path.includes('\ufffd')) return false;
  const names = path.split(/[/\\]/);
  return names.every((name) => Buffer.byteLength(name) <= maxName && !/^[ .]*$|^(?:\.git|git~1)[ .]*$/i.test(name));
}

/** The entries of a commit by their paths. */
export class CommitTree {
  /** By path, in the order of code units, so that the entries of a folder follow each other. */
  readonly entries: readonly TreeEntry[];
  readonly #byPath: ReadonlyMap<string, TreeEntry>;

  /** Throws EVA_GIT for two entries of one path, or a folder with the path of a file or link, which only a damaged commit has. */
  constructor(entries: readonly TreeEntry[]) {
    this.entries = [...entries].sort((a, b) => (a.path < b.path ? -1 : 1));
    this.#byPath = new Map(entries.map((entry) => [entry.path, entry]));
    const twice = this.entries.find(({ path }, at) => this.entries[at + 1]?.path === path || this.isFolder(path));
    if (twice) throw new EvaError([problem('EVA_GIT:twice', { path: twice.path })]);
  }

  /** Returns the file, link or submodule of a path. */
  at(path: string): TreeEntry | undefined {
    return this.#byPath.get(path);
  }

  /** Returns true if there are entries below a path. */
  isFolder(path: string): boolean {
    return this.entries[this.#firstBelow(path)]?.path.startsWith(`${path}/`) === true;
  }

  /** Returns the entries below a folder, at all depths, until there are more than `most`. */
  below(path: string, most: number): readonly TreeEntry[] {
    const first = this.#firstBelow(path);
    const found = this.entries.slice(first, first + most + 1);
    const end = found.findIndex((entry) => !entry.path.startsWith(`${path}/`));
    return end < 0 ? found : found.slice(0, end);
  }

  #firstBelow(path: string): number {
    let [low, high] = [0, this.entries.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.entries[middle]?.path ?? '') < `${path}/`) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
