/** The names of all reporters. Each is a key of the map in `reporters/index.ts`. */
export const reporterNames = ['pretty', 'json', 'junit', 'markdown', 'github', 'html'] as const;

export type ReporterName = (typeof reporterNames)[number];

/** A report as `--report` and `reports:` name it: `NAME` or `NAME=FILE`. */
export interface ReportTarget {
  readonly name: ReporterName;
  /** The path as it was written; null for standard output. */
  readonly file: string | null;
}

/** Why a text names no report. `name`: the reporter that it names, known or not. */
export interface ReportFlaw {
  readonly flaw: 'unknown_name' | 'no_file';
  readonly name: string;
}

/** Parses `NAME` or `NAME=FILE`. A file name may contain `=`. */
export function reportTarget(text: string): ReportTarget | ReportFlaw {
  const at = text.indexOf('=');
  const word = (at === -1 ? text : text.slice(0, at)).trim();
  const name = reporterNames.find((one) => one === word);
  if (!name) return { flaw: 'unknown_name', name: word };
  if (at === -1) return { name, file: null };
  const file = text.slice(at + 1).trim();
  return file === '' || file === '-' ? { flaw: 'no_file', name } : { name, file };
}

/** The part of a file name that becomes the id of a prompt: such a report is one file for each prompt. */
export const idInFile = '{id}';
