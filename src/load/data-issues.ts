import { nearest } from '#model/nearest.js';
import type { ShapeIssue } from '#schema/shape-issue.js';

/** Names of a program beside those that the schema knows. */
export interface OwnNames {
  readonly metrics: readonly string[];
  readonly criteria: readonly string[];
}

/** A mistake of shape as one tells it of an object, or null if it is none, since the program knows the name. `written` is the value there. */
export function issueInData(issue: ShapeIssue, written: unknown, own: OwnNames): ShapeIssue | null {
  const [name, known] = ownName(issue, written, own);
  if (known.includes(name)) return null;
  const meant = nearest(name, known);
  const hint = meant === undefined ? adviceInData(issue.hint) : `did you mean "${meant}"?`;
  return { ...issue, message: inData(issue.message), ...(hint !== undefined && { hint }) };
}

function ownName({ path, code }: ShapeIssue, written: unknown, own: OwnNames): readonly [string, readonly string[]] {
  const last = path.at(-1);
  if (code === 'EVA_UNKNOWN_CRITERION') return [String(last), own.criteria];
  return code === 'EVA_BAD_VALUE' && last === 'metric' ? [String(written), own.metrics] : ['', []];
}

/** Scenarios of a program stand in no file, and each is told by its name. */
function inData(message: string): string {
  return message.replace(/^the file is /, 'the document is ').replace(/ in item \d+ of "scenarios"$/, '');
}

/** What to write where the advice speaks of YAML. */
const advice: Readonly<Record<string, string>> = {
  'begin each entry of the list with "- "': 'write a list',
  'write "key: value" pairs, with a space after each colon': 'write an object',
  'begin each with a "- " of its own': 'make an item of its own for each',
  'put it in quotes': 'write a text',
};

function adviceInData(hint: string | undefined): string | undefined {
  return hint !== undefined && Object.hasOwn(advice, hint) ? advice[hint] : hint;
}
