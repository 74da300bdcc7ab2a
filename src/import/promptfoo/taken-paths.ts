/** The paths of files that cannot be taken again, on systems that ignore case too. */
export interface TakenPaths {
  add(path: string): void;
  /** Returns true if a file or a folder has this path. */
  has(path: string): boolean;
  /** Returns true if a part of the way to this path is a file. */
  isBelowFile(path: string): boolean;
}

/** Opens an empty set of paths. */
export function openTakenPaths(): TakenPaths {
  const files = new Set<string>();
  const folders = new Set<string>();
  return {
    add(path) {
      files.add(path.toLowerCase());
      for (const folder of foldersOf(path)) folders.add(folder);
    },
    has: (path) => files.has(path.toLowerCase()) || folders.has(path.toLowerCase()),
    isBelowFile: (path) => foldersOf(path).some((folder) => files.has(folder)),
  };
}

function foldersOf(path: string): readonly string[] {
  const parts = path.toLowerCase().split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}
