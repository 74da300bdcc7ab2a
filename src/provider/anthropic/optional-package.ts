import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EvaError, isError, problem } from '#model/problem.js';
import { short } from '#model/text/quoted.js';
import { isTracked } from '../process/git-program.js';
import { failureText } from '../provider.js';

/** A package that eva needs for one type of provider, and does not install by itself. */
export interface OptionalPackage {
  readonly provider: string;
  readonly name: string;
}

/** The version that eva can use: an earlier client rewrites requests in another way. */
const major = '1';

/**
 * Returns the path of an installed package. Looks only where eva itself is installed: a `node_modules` of somebody else's library runs nothing.
 * Throws EVA_NO_PACKAGE. `from` is the URL of eva's own code. Starts no process and runs none of the package, so doctor and imports may ask.
 */
export function requirePackage(wanted: OptionalPackage, from: string = import.meta.url): string {
  const { provider, name } = wanted;
  const installed = installedPackage(name, from);
  const install = installLine(name, from);
  if (!installed)
    throw new EvaError([
      problem(
        'EVA_NO_PACKAGE:missing',
        `${short(provider)} needs the package ${short(name)}, which is not installed beside eva`,
        { hint: `run \`${short(install)}\`` },
      ),
    ]);
  const { path, folder } = installed;
  const version = loaded(wanted, install, () =>
    String(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version),
  );
  if (version.split('.')[0] === major) return path;
  throw new EvaError([
    problem(
      'EVA_NO_PACKAGE:version',
      `${short(provider)} needs version ${major} of the package ${short(name)}, and ${short(version)} is installed`,
      { hint: `run \`${short(install)}@${major}\`` },
    ),
  ]);
}

/**
 * Returns the `require` of an installed package, for itself and for the packages that it depends on. Throws EVA_NO_PACKAGE, also for a package
 * that git tracks: a clone can bring it.
 */
export function requireOf(wanted: OptionalPackage, from: string = import.meta.url): NodeJS.Require {
  const path = requirePackage(wanted, from);
  const { provider, name } = wanted;
  if (!isTracked(path)) return createRequire(path);
  throw new EvaError([
    problem(
      'EVA_NO_PACKAGE:tracked',
      `${short(provider)} does not load the package ${short(name)}: git tracks ${short(path)} or cannot say, so a clone can have brought it`,
      { hint: `remove it from git (\`git rm --cached\`), then run \`${short(installLine(name, from))}\`` },
    ),
  ]);
}

/** Loads an installed package. Throws EVA_NO_PACKAGE if it is missing, broken or of another version. */
export function loadPackage<T>(wanted: OptionalPackage, from: string = import.meta.url): T {
  const load = requireOf(wanted, from);
  return loaded(wanted, installLine(wanted.name, from), () => load(wanted.name));
}

/** Returns the main file and the folder of a package in a `node_modules` above eva. Node also looks into folders of the home and of NODE_PATH: those do not count. */
function installedPackage(name: string, from: string): { readonly path: string; readonly folder: string } | undefined {
  try {
    const ours = createRequire(from);
    const path = ours.resolve(name);
    const eva = fileURLToPath(from);
    const above = (ours.resolve.paths(name) ?? []).filter(
      (folder) => basename(folder) === 'node_modules' && eva.startsWith(join(folder, '..', sep)),
    );
    const places = above.map((folder) => join(folder, name)).filter((place) => existsSync(place));
    const folder = places.find((place) => path.startsWith(realpathSync(place) + sep));
    return folder === undefined ? undefined : { path, folder };
  } catch {
    return undefined;
  }
}

function loaded<T>({ provider, name }: OptionalPackage, install: string, load: () => T): T {
  try {
    return load();
  } catch (error) {
    const reason = failureText(isError(error) ? (error.message.split('\n')[0] ?? '') : String(error));
    throw new EvaError(
      [
        problem(
          'EVA_NO_PACKAGE:broken',
          `${short(provider)} cannot load the package ${short(name)}: ${short(reason)}`,
          { hint: `install it again: \`${short(install)}\`` },
        ),
      ],
      { cause: error },
    );
  }
}

/**
 * Returns the command that installs a package where eva finds it: in the project that eva is installed in, else beside a global eva, whose
 * folder is `lib` (on Windows `npm` or `nodejs`). `npx` keeps an eva of no project in a folder of its own; then both are added to the project.
 */
export function installLine(name: string, from: string): string {
  const [project = '', ...below] = fileURLToPath(from).split(`${sep}node_modules${sep}`);
  if (below.length > 0 && project.includes(`${sep}_npx${sep}`)) return `npm install --save-dev eva-harness ${name}`;
  const isGlobal = below.length > 0 && ['lib', 'npm', 'nodejs'].includes(project.split(sep).at(-1) ?? '');
  return `npm install ${isGlobal ? '--global' : '--save-dev'} ${name}`;
}
