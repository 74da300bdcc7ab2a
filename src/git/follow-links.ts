import type { CommitTree, TreeEntry } from './list-tree.js';

export interface CopiedFile {
  /** Relative to the top of the repository; through a link if it was found through one. */
  readonly path: string;
  /** The file that has its bytes; null if eva cannot read it: a link that leads nowhere, out of the repository or in a circle. */
  readonly entry: TreeEntry | null;
}

/** The maximum number of links on the way to a file, as in systems. */
const mostLinks = 40;
/** The maximum number of names that are looked up to follow the links of a commit. */
const mostSteps = 500_000;
/** The maximum number of files that are found through links to folders. */
const mostFiles = 50_000;

/** Follows the links of a commit in its own tree. Never looks at a disk. */
export class LinkFollower {
  readonly #tree: CommitTree;
  readonly #targets: ReadonlyMap<string, string>;
  #steps = mostSteps;
  #files = mostFiles;

  /** `targets`: the texts of links, by the names of their objects. */
  constructor(tree: CommitTree, targets: ReadonlyMap<string, string>) {
    this.#tree = tree;
    this.#targets = targets;
  }

  /** Returns a file as itself, a link to a file as that file, and a link to a folder as the files below it. */
  files(entry: TreeEntry): readonly CopiedFile[] {
    const { path } = entry;
    const real = this.#real(path);
    if (real === null) return [{ path, entry: null }];
    if (this.#tree.at(real) !== undefined) return [this.#file(path, real)];
    const isInside = real === '' || path.startsWith(`${real}/`);
    const below = isInside ? [] : this.#tree.below(real, this.#files);
    if (isInside || below.length > this.#files) return [{ path, entry: null }];
    this.#files -= below.length;
    return below.map((one) => this.#file(path + one.path.slice(real.length), this.#real(one.path)));
  }

  #file(path: string, real: string | null): CopiedFile {
    const found = real === null ? undefined : this.#tree.at(real);
    return { path, entry: found?.kind === 'file' ? found : null };
  }

  /** Returns the path without links, `''` for the top; null if it leads nowhere or out of the repository. */
  #real(path: string): string | null {
    let links = mostLinks;
    const left = path.split('/').reverse();
    let real = '';
    for (let name = left.pop(); name !== undefined; name = left.pop()) {
      if (this.#steps-- <= 0 || (name === '..' && real === '')) return null;
      if (name === '' || name === '.') continue;
      const parent = real.slice(0, Math.max(real.lastIndexOf('/'), 0));
      const here = name === '..' ? parent : `${real}${real && '/'}${name}`;
      const entry = this.#tree.at(here);
      if (entry?.kind === 'link') {
        const target = this.#targets.get(entry.object) ?? '';
        if (links-- === 0 || target === '' || /^[/\\]|\0/.test(target)) return null;
        left.push(...target.split('/').reverse());
      } else if (entry === undefined ? here !== '' && !this.#tree.isFolder(here) : left.length > 0) return null;
      else real = here;
    }
    return real;
  }
}
