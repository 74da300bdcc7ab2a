import {
  exampleFile,
  type ReporterName,
  type ReportFlaw,
  reporterEndings,
  reporterNames,
} from '../run/report-target.js';
import { listed, quoted } from '../text/quoted.js';
import type { SentenceTable, Text } from './table.js';

type Flaw<K extends ReportFlaw['flaw']> = Omit<Extract<ReportFlaw, { readonly flaw: K }>, 'flaw'>;

/** Writes a report as its list has it: `--report html=FILE` on the command line, `- html=FILE` in eva.yml. */
type Written = (name: ReporterName, file?: string) => string;

const asFlag: Written = (name, file) => `--report ${name}${file === undefined ? '' : `=${file}`}`;

const asItem: Written = (name, file) => `${name}${file === undefined ? '' : `=${file}`}`;

function unknownReporter(written: Written) {
  return (flaw: Flaw<'unknown_reporter'>): Text => {
    const known = `known: ${listed([...reporterNames])}`;
    const { written: word, meant } = flaw;
    if (word === '') return { message: 'a report has no name', hint: known };
    const byEnding = reporterNames.find((name) => word.toLowerCase().endsWith(`.${reporterEndings[name]}`));
    const hint = meant
      ? `did you mean ${written(meant)}?`
      : byEnding
        ? `did you mean ${written(byEnding, word)}?`
        : known;
    return { message: `there is no reporter ${quoted(word)}`, hint };
  };
}

function noFile(written: Written) {
  return ({ name }: Flaw<'no_file'>): Text => ({
    message: `${written(name)} needs a file`,
    hint: `write ${written(name, exampleFile(name))}${name === 'html' ? '' : `, or ${written(name)} for standard output`}`,
  });
}

function twoOnStdout(written: Written) {
  return ({ names: [first, second] }: Flaw<'two_on_stdout'>): Text => ({
    message:
      first === second
        ? `standard output is given to ${first} twice`
        : `standard output takes one report, and ${first} and ${second} have no file`,
    hint: first === second ? 'remove one of them' : `give one a file: ${written(second, exampleFile(second))}`,
  });
}

function sameFile(written: Written) {
  return ({ names: [first, second], file }: Flaw<'same_file'>): Text => ({
    message:
      first === second
        ? `${quoted(file)} is named twice`
        : `${first} and ${second} have the same file, ${quoted(file)}`,
    hint: first === second ? 'remove one of them' : `give one another file: ${written(second, exampleFile(second))}`,
  });
}

function inLibrary({ file, place }: { readonly file: string; readonly place: string }): Text {
  return {
    message: place.endsWith('/')
      ? `${quoted(file)} is in ${place}, which has files of eva`
      : `${quoted(file)} is a file of eva`,
    hint: 'write the report elsewhere, such as to out/eva.html',
  };
}

/** The sentences of problems with `--report` and `reports:`. */
export const reportSentences = {
  'EVA_USAGE:unknown_reporter': unknownReporter(asFlag),
  'EVA_USAGE:no_report_file': noFile(asFlag),
  'EVA_USAGE:two_on_stdout': twoOnStdout(asFlag),
  'EVA_USAGE:same_report_file': sameFile(asFlag),
  'EVA_USAGE:report_in_library': inLibrary,
  'EVA_BAD_VALUE:unknown_reporter': unknownReporter(asItem),
  'EVA_BAD_VALUE:no_report_file': noFile(asItem),
  'EVA_BAD_VALUE:two_on_stdout': twoOnStdout(asItem),
  'EVA_BAD_VALUE:same_report_file': sameFile(asItem),
  'EVA_BAD_VALUE:report_in_library': inLibrary,
} as const satisfies SentenceTable;
