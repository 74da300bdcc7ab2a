import { quoted } from '#model/text/quoted.js';
import type { SentenceTable } from '../../table.js';

/** Why a text of `against` cannot name the version to compare with. */
export type CompareRefFlaw = 'itself' | 'tree' | 'run' | 'two' | 'model' | 'impossible';

const versions = 'write ready, the id of another prompt, or a git ref such as main';

/** The sentences of problems in `compare` of eval.yml. */
export const comparingSentences = {} as const satisfies SentenceTable;

interface WrongVersion {
  readonly id: string;
  readonly against: string;
  readonly flaw: CompareRefFlaw;
}

export function messageOf({ id, against, flaw }: WrongVersion): string {
  const named = `"against" is ${quoted(against)}`;
  switch (flaw) {
    case 'itself':
      return `${named}, so that ${quoted(id)} would be compared with itself`;
    case 'tree':
      return `${named}, so that the files would be compared with themselves`;
    case 'run':
      return `${named}, the name of a run, which is no version of the prompt`;
    case 'two':
      return `${named}, which names two versions`;
    case 'model':
      return `${named}, which names no version of the prompt`;
    case 'impossible':
      return `${named}, which can be neither the id of a prompt nor a git ref`;
  }
}

export function hintOf({ id, against, flaw }: WrongVersion): string {
  switch (flaw) {
    case 'itself':
      return `${versions}; a branch of this name is refs/heads/${id}`;
    case 'two':
      return `write one, for example against: ${firstOf(against)}; the other is always the files`;
    case 'model':
      return `${versions}; to compare models, run: eva compare ${id} --model A --model B`;
    default:
      return versions;
  }
}

/** Returns the first version of a range `main..next`, if it can be typed as it is. */
function firstOf(range: string): string {
  const [first = ''] = range.split('..');
  return /^[\w./-]{1,80}$/.test(first) ? first : 'main';
}
