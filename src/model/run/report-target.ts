import { posix } from 'node:path';
import { nearest } from '../text/nearest.js';
import { listed, quoted, short } from '../text/quoted.js';

/** All reporters, with the usual ending of their files. Each name is a key of the map in `reporters/index.ts`. */
const reporterEndings = {
  pretty: 'txt',
  json: 'json',
  junit: 'xml',
  markdown: 'md',
  github: 'log',
  html: 'html',
} as const;

export type ReporterName = keyof typeof reporterEndings;

export const reporterNames = Object.keys(reporterEndings) as readonly ReporterName[];

/** Returns a usual name for the file of a report, for examples: `out/eva.json`. */
export function exampleFile(name: ReporterName): string {
  return `out/eva.${reporterEndings[name]}`;
}

/** A report as `--report` and `reports:` name it: `NAME` or `NAME=FILE`. */
export interface ReportTarget {
  readonly name: ReporterName;
  /** The path as it was written; null for standard output. */
  readonly file: string | null;
}

/** Why reports cannot be written as they are named. */
export type ReportFlaw =
  | { readonly flaw: 'unknown_reporter'; readonly written: string; readonly meant: ReporterName | null }
  | { readonly flaw: 'no_file'; readonly name: ReporterName }
  | { readonly flaw: 'two_on_stdout'; readonly names: readonly [ReporterName, ReporterName] }
  | { readonly flaw: 'same_file'; readonly names: readonly [ReporterName, ReporterName]; readonly file: string };

/** The reports that a list names, and the flaws of the others with their place in the list. */
export interface NamedReports {
  readonly targets: readonly ReportTarget[];
  readonly flaws: readonly { readonly index: number; readonly flaw: ReportFlaw }[];
}

/** Parses a list of `NAME` or `NAME=FILE`. A file name may contain `=`. `pathOf` returns the same path for two ways to write one. */
export function readReports(
  texts: readonly string[],
  pathOf: (file: string) => string = (file) => posix.normalize(file),
): NamedReports {
  const targets: ReportTarget[] = [];
  const flaws: { index: number; flaw: ReportFlaw }[] = [];
  for (const [index, written] of texts.entries()) {
    const read = reportTarget(written);
    const flaw = 'flaw' in read ? read : clash(read, targets, pathOf);
    if (flaw) flaws.push({ index, flaw });
    else if (!('flaw' in read)) targets.push(read);
  }
  return { targets, flaws };
}

function reportTarget(written: string): ReportTarget | ReportFlaw {
  const at = written.indexOf('=');
  const word = (at === -1 ? written : written.slice(0, at)).trim();
  const name = reporterNames.find((one) => one === word);
  if (!name) {
    const meant = nearest(word.toLowerCase(), reporterNames) ?? null;
    return { flaw: 'unknown_reporter', written: word, meant: reporterNames.find((one) => one === meant) ?? null };
  }
  if (at === -1) return name === 'html' ? { flaw: 'no_file', name } : { name, file: null }; // its texts could hold commands for CI logs
  const file = written.slice(at + 1).trim();
  return file === '' || file === '-' ? { flaw: 'no_file', name } : { name, file };
}

function clash(
  { name, file }: ReportTarget,
  others: readonly ReportTarget[],
  pathOf: (file: string) => string,
): ReportFlaw | undefined {
  if (file === null) {
    const other = others.find((one) => one.file === null);
    return other && { flaw: 'two_on_stdout', names: [other.name, name] };
  }
  const other = others.find((one) => one.file !== null && pathOf(one.file) === pathOf(file));
  return other && { flaw: 'same_file', names: [other.name, name], file };
}

/** The part of a file name that becomes the id of a prompt: such a report is one file for each prompt. */
export const idInFile = '{id}';

const ownFolders = ['prompts', '.eva', '.git'];
const ownFiles = ['eva.yml', '.eval.jsonl', '.attempts.jsonl', '.compare.jsonl', '.gitattributes', '.gitignore'];

/** Returns the folder or file of a library, or the folder of git at any depth, that a report must not replace: `prompts/`, `eva.yml`. `file` is relative to the library. */
export function placeOfEva(file: string): string | null {
  const parts = posix.normalize(file).toLowerCase().split('/'); // some disks ignore case
  const [first = '', ...below] = parts;
  if (below.length === 0) return ownFiles.find((name) => name === first) ?? null;
  if (parts.slice(0, -1).includes('.git')) return '.git/';
  return ownFolders.includes(first) ? `${first}/` : null;
}

/** The last words of the codes about flaws: `EVA_USAGE:no_report_file`. */
export const flawVariants = {
  unknown_reporter: 'unknown_reporter',
  no_file: 'no_report_file',
  two_on_stdout: 'two_on_stdout',
  same_file: 'same_report_file',
} as const satisfies Readonly<Record<ReportFlaw['flaw'], string>>;

interface FlawText {
  readonly message: string;
  readonly hint: string;
}

/** Says what is wrong with a report. `write` writes one as its list has it: `--report html=FILE`, or `html=FILE` in eva.yml. */
export function flawText(flaw: ReportFlaw, write: (name: ReporterName, file?: string) => string): FlawText {
  if (flaw.flaw === 'unknown_reporter') return unknownReporter(flaw.written, flaw.meant, write);
  if (flaw.flaw === 'no_file') {
    const { name } = flaw;
    const orStdout = name === 'html' ? '' : `, or ${write(name)} for standard output`;
    return { message: `${write(name)} needs a file`, hint: `write ${write(name, exampleFile(name))}${orStdout}` };
  }
  const [first, second] = flaw.names;
  const example = write(second, exampleFile(second));
  if (flaw.flaw === 'two_on_stdout')
    return first === second
      ? { message: `standard output is given to ${first} twice`, hint: 'remove one of them' }
      : {
          message: `standard output takes one report, and ${first} and ${second} have no file`,
          hint: `give one a file: ${example}`,
        };
  return first === second
    ? { message: `${quoted(flaw.file)} is named twice`, hint: 'remove one of them' }
    : {
        message: `${first} and ${second} have the same file, ${quoted(flaw.file)}`,
        hint: `give one another file: ${example}`,
      };
}

function unknownReporter(
  word: string,
  meant: ReporterName | null,
  write: (name: ReporterName, file?: string) => string,
): FlawText {
  const known = `known: ${listed([...reporterNames])}`;
  if (word === '') return { message: 'a report has no name', hint: known };
  const byEnding = reporterNames.find((name) => word.toLowerCase().endsWith(`.${reporterEndings[name]}`));
  const probable = meant ? write(meant) : byEnding ? write(byEnding, short(word)) : null;
  return {
    message: `there is no reporter ${quoted(word)}`,
    hint: probable === null ? known : `did you mean ${probable}?`,
  };
}

/** Says that a report would be written where eva has files: `place` is its folder, with a slash, or the file itself. */
export function inLibraryText(file: string, place: string): FlawText {
  return {
    message: place.endsWith('/')
      ? `${quoted(file)} is in ${place}, which has files of eva`
      : `${quoted(file)} is a file of eva`,
    hint: 'write the report elsewhere, such as to out/eva.html',
  };
}
