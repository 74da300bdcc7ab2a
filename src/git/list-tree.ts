import { type GitPlace, gitFailed, runGit } from './run-git.js';

/** A file, symbolic link or submodule of a commit. */
export interface TreeEntry {
  readonly kind: 'file' | 'link' | 'submodule';
  /** The name of its object. */
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

/** Lists all entries of a commit. Leaves out paths that could lead out of a folder, which git itself does not write. */
export async function listTree(commit: string, place: GitPlace): Promise<readonly TreeEntry[]> {
  const args = ['ls-tree', '-r', '-z', '--full-tree', commit];
  const { code, stdout, stderr } = await runGit(args, place);
  if (code !== 0) throw gitFailed(args, stderr);
  return stdout.split('\0').flatMap((line) => {
    const [, mode = '', object = '', path = ''] = /^(\d+) \w+ ([0-9a-f]+)\t([\s\S]+)$/.exec(line) ?? [];
    const kind = kinds[mode];
    return kind === undefined || !isSafe(path) ? [] : [{ kind, object, path }];
  });
}

function isSafe(path: string): boolean {
  return path.split(/[/\\]/).every((part) => part !== '' && part !== '.' && part !== '..' && !/^\.git$/i.test(part));
}
