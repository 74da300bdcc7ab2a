import type { Problem } from '#model/problem.js';

/** Says in a clause why a file could not be read: `it is outside of the folder of the configuration`. */
export function whyUnread(problems: readonly Problem[]): string {
  const [first] = problems;
  if (!first) return 'it cannot be read';
  const known = clauses[first.code];
  const spot = first.at?.line === undefined ? '' : ` (${first.at.file}:${first.at.line})`;
  return known ?? `${first.message}${spot}`;
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
