import type { FindingWords } from '../../../finding.js';

type Words = Omit<FindingWords, 'what'>;

const offline = 'eva opens no connection during an import';

/** Returns why tests cannot be read from a path or address; undefined for files that eva reads. */
export function whyNoTests(path: string): Words | undefined {
  const written = path.replace(/^file:\/\//, '');
  if (written.startsWith('huggingface://')) {
    return {
      reason: `they are a data set of Hugging Face, and ${offline}`,
      todo: 'save its rows as a CSV file and name that',
    };
  }
  if (written.startsWith('https://docs.google.com/spreadsheets/')) {
    return {
      reason: `they are in a Google sheet, and ${offline}`,
      todo: 'download the sheet as CSV and name that file',
    };
  }
  if (/^https:\/\/[^/]+\.sharepoint\.com\//i.test(written)) {
    return { reason: `they are in SharePoint, and ${offline}`, todo: 'download the table as CSV and name that file' };
  }
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(written)) {
    return { reason: `they are at a web address, and ${offline}`, todo: 'download the file and name it' };
  }
  if (/\.xlsx?(?:#.*)?$/i.test(written)) {
    return { reason: 'they are in a spreadsheet', todo: 'save the sheet as CSV and name that file' };
  }
  if (/\.(?:[cm]?[jt]s|py)(?::[^/]*)?$/i.test(written)) {
    return {
      reason: 'they come from a program, which eva does not execute',
      todo: 'let it write its tests to a JSON file, and name that',
    };
  }
  return undefined;
}
