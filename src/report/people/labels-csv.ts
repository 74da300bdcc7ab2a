import type { AnswerView } from '#view/people/answer-view.js';
import type { Text } from '#view/text.js';
import { csvRecord } from '../csv.js';
import { sentTexts } from '../run/result/sent-messages.js';
import { callText } from '../run/turns/call-texts.js';
import { levelText, rubricTitle } from './rubric-text.js';

/** The columns of a file of labels. People fill `verdict` and `note`. */
export const labelColumns = [
  'run',
  'case',
  'item',
  'draw',
  'input',
  'reference',
  'rubric',
  'response',
  'verdict',
  'note',
  'response_sha256',
  'expectation_sha256',
] as const;

/** An answer for a spreadsheet, with the label that the person has given already. */
export interface CsvAnswer {
  readonly answer: AnswerView;
  readonly run_id: string;
  readonly response: string;
  readonly expectation: string;
  readonly verdict: string;
  readonly note: string;
}

/** The maximum length of a cell. Spreadsheets cut cells of more than 32,767 characters. */
const longestCell = 32_000;

/** Marks a file as UTF-8 for spreadsheets. */
const byteOrderMark = '\ufeff';

/** Renders answers to label as CSV, one record each, with a header. Cells that spreadsheets would compute get a `'`. */
export function* labelCsvLines(answers: Iterable<CsvAnswer>): Generator<string> {
  yield `${byteOrderMark}${csvRecord(labelColumns)}`;
  for (const one of answers) yield csvRecord(cellsOf(one).map(clipped));
}

function cellsOf({ answer, run_id, response, expectation, verdict, note }: CsvAnswer): readonly string[] {
  return [
    run_id,
    answer.case.raw,
    answer.item?.raw ?? '',
    String(answer.draw),
    inputText(answer),
    answer.rubrics.flatMap(({ reference }) => (reference === null ? [] : [referenceText(reference)])).join('\n\n'),
    answer.rubrics.map((rubric) => [rubricTitle(rubric), ...rubric.levels.map(levelText)].join('\n')).join('\n\n'),
    responseText(answer),
    verdict,
    note,
    response,
    expectation,
  ];
}

function clipped(text: string): string {
  if (text.length <= longestCell) return text;
  return `${text.slice(0, longestCell).replace(/[\uD800-\uDBFF]$/, '')}… (shortened: ${text.length} characters)`;
}

export function referenceText(reference: Text | 'gone'): string {
  return reference === 'gone' ? '(unknown: the data set has changed since the run)' : reference.raw;
}

/** Returns the inputs, each with its name if there are several; without any the messages that were sent. */
function inputText({ inputs, turns, isConversation }: AnswerView): string {
  const shown = inputs.filter(({ value }) => value.raw.trim() !== '');
  const [only, ...others] = shown;
  if (only && others.length === 0) return only.value.raw;
  if (only) return shown.map(({ name, value }) => `${name.raw}: ${value.raw}`).join('\n');
  const [turn] = turns;
  return turn && !isConversation ? sentTexts(turn).join('\n') : '';
}

function responseText({ turns, isConversation }: AnswerView): string {
  return turns
    .map(({ message, response, calls = [] }) => {
      const own = [response.raw, ...calls.map((call) => `call: ${callText(call)}`)].join('\n');
      return isConversation ? `user: ${message.raw}\nreply: ${own}` : own;
    })
    .join('\n');
}
