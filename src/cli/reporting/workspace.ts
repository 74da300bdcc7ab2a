import { relative, sep } from 'node:path';
import type { Io } from '../io.js';

/** The variables by which CI services name the folder of the repository. */
const workspaces = ['GITHUB_WORKSPACE', 'CI_PROJECT_DIR', 'BUILD_SOURCESDIRECTORY', 'WORKSPACE'];

/**
 * Returns the path of a library relative to the workspace of the CI job, or to the working directory without one, with a slash at its end.
 * Returns an empty text if both are the same, or if the library is elsewhere.
 */
export function workspacePrefix(root: string, { env, cwd }: Pick<Io, 'env' | 'cwd'>): string {
  const workspace = workspaces.map((name) => env[name]).find((folder) => folder) ?? cwd();
  const path = relative(workspace, root).split(sep).join('/');
  return path === '' || path === '..' || path.startsWith('../') || path.startsWith('/') ? '' : `${path}/`;
}
