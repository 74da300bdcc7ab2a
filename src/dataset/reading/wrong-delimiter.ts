import { problem } from '#errors/index.js';
import type { Place, Problem } from '#model/problem.js';
import { delimiters, type FileSource } from '../source.js';
import { CsvRecord } from './csv-record.js';

/** The first bytes of a CSV file, and where its first record that is not blank begins. */
interface FileBegin {
  readonly source: FileSource;
  readonly bytes: Buffer;
  /** True if the bytes end with the file. */
  readonly isLast: boolean;
  readonly from: number;
}

/**
 * Returns the problem of a file whose first lines another character divides into more values than that of the file, evenly and without a flaw;
 * null if it has none.
 */
export function wrongDelimiter(begin: FileBegin, at: () => Place): Problem | null {
  const { delimiter: wanted = ',' } = begin.source;
  const [, named] = /^sep=(.)\s*[\r\n]/.exec(begin.bytes.toString('utf8', begin.from, begin.from + 20)) ?? [];
  if (named !== undefined) {
    const isWanted = named === wanted;
    return problem(
      'EVA_DATA_SYNTAX:sep',
      `this line names the delimiter ${JSON.stringify(named)} for a spreadsheet, and no columns`,
      {
        hint: `remove the line${isWanted ? '' : `, and write delimiter: ${JSON.stringify(named)} beside file: in the data set`}`,
        at: at(),
      },
    );
  }
  const own = countsWith(wanted, begin);
  const isUneven = own.some((count) => count === 0 || count !== own[0]);
  const found = delimiters.find((one) => {
    const [first = 0, second = 0, third = 0] = one === wanted ? [] : countsWith(one, begin);
    const isHeader = first > Math.max(1, own[0] ?? 0) && second >= first && (own[0] === 1 || isUneven);
    return isHeader || (isUneven && second === third && second > Math.max(1, own[1] ?? 0));
  });
  return found === undefined
    ? null
    : problem('EVA_DATA_SYNTAX:delimiter', `the columns are divided by ${JSON.stringify(found)}`, {
        hint: `write delimiter: ${JSON.stringify(found)} beside file: in the data set`,
        at: at(),
      });
}

/** Returns the numbers of values of the first three records, divided by a character; 0 for one with a flaw. */
function countsWith(delimiter: string, { bytes, isLast, from }: FileBegin): readonly number[] {
  const record = new CsvRecord(delimiter);
  const counts: number[] = [];
  for (let at = from; counts.length < 3 && at < bytes.length && record.read(bytes, at, isLast); at = record.next)
    counts.push(record.flaws.length > 0 ? 0 : record.count);
  return counts;
}
