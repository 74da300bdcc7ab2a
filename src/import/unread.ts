import type { Problem } from '#model/problem.js';

/** Says in a clause why a file could not be read: `it is outside of the folder of the configuration`. */
export function whyUnread(problems: readonly Problem[]): string {
  const [first] = problems;
  if (!first) return 'it cannot be read';
  const known = clauses[first.code];
  return known ?? `${first.message}${spotOf(first)}`;
}

/** Returns where a problem is, for the end of a clause: ` (tests.yaml:7)`. For a key that is given twice it names both lines. */
function spotOf({ at, variant, fix }: Problem): string {
  if (at?.line === undefined) return '';
  const isTwice = variant === 'twice' && fix && 'line' in fix;
  return isTwice ? ` (${at.file}:${fix['line']} and :${at.line})` : ` (${at.file}:${at.line})`;
}

const clauses: Readonly<Record<string, string>> = {
  EVA_OUTSIDE: 'it is outside of the folder of the configuration, and eva reads nothing there',
  EVA_NO_FILE: 'there is no such file',
  EVA_NOT_A_FILE: 'it is not a regular file',
  EVA_HIDDEN_FILE: 'it is a hidden file, or a link to one',
  EVA_TOO_LARGE: 'the file is too large: 20 MB for data, 5 MB for other texts',
  EVA_NOT_UTF8: 'it is not a text in UTF-8',
  EVA_UNREADABLE: 'it cannot be read',
  EVA_YAML_EMPTY: 'the file is empty',
};
