import { delimiter, isAbsolute } from 'node:path';
import { namesSecret } from '#model/text/redact.js';

type Environment = Readonly<Record<string, string | undefined>>;

const ordinary = /^(PATH|HOME|USER|LOGNAME|LANG|LC_[A-Z]+|TMPDIR|TZ|SYSTEMROOT|PATHEXT|EVA_[A-Z0-9_]+)$/;

/**
 * Returns the environment for a program of the library: paths, the language, and `EVA_…`. Omits names of secrets and `withheld`;
 * `more` allows further names, secret or not. Removes relative entries from `PATH`: programs run in a folder of the library, so a
 * relative entry would find the library's files.
 */
export function programEnvironment(
  env: Environment,
  withheld: readonly string[] = [],
  more?: RegExp,
): Record<string, string> {
  const entries = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const isAllowed = (name: string) => (ordinary.test(name) && !namesSecret(name)) || (more?.test(name) ?? false);
  const allowed = entries.filter(([name]) => isAllowed(name) && !withheld.includes(name));
  return Object.fromEntries(
    allowed.flatMap(([name, value]) => (name === 'PATH' ? searchPath(value) : [[name, value]])),
  );
}

/** Returns an environment whose `PATH` has only absolute entries, for a program of the user that starts in a folder of the library. */
export function withAbsolutePath({ PATH = '', ...rest }: Environment): Environment {
  return { ...rest, ...Object.fromEntries(searchPath(PATH)) };
}

/** Returns `PATH` without relative and empty entries; nothing if none remains, since an empty `PATH` means the working directory. */
function searchPath(value: string): [string, string][] {
  const folders = value.split(delimiter).filter(isAbsolute);
  return folders.length === 0 ? [] : [['PATH', folders.join(delimiter)]];
}

/** Returns the values of the variables that a program asks for; omits unset ones. */
export function namedVariables(env: Environment, names: readonly string[]): Readonly<Record<string, string>> {
  const values = names.map((name) => [name, Object.hasOwn(env, name) ? env[name] : undefined] as const);
  return Object.fromEntries(values.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}
