import type { ReplySource } from '#model/reply/exchange.js';
import type { RunResult } from '#model/run/run.js';
import { count } from '../text/numbers.js';
import type { Screen } from '../text/paint.js';

/** Where the replies of a run come from: `12 from the model`, `121 from models · 60 from the application`. */
export function repliesText(result: RunResult, { paint }: Screen): string {
  const { replies } = result;
  const application = ofApplications(result);
  if (application > 0 && application <= replies.model && replies.recorded + replies.synthetic === 0) {
    return `${count(replies.model - application)} from models · ${count(application)} from the application`;
  }
  const parts = sources
    .filter((source) => replies[source] > 0)
    .map((source) => {
      const text = `${count(replies[source])} ${sourceInWords(source, application > 0)}`;
      return source === 'synthetic' ? paint.yellow(text) : text;
    });
  const own = application > 0 ? [`${count(application)} of these from the application`] : [];
  return parts.length > 0 ? [...parts, ...own].join(' · ') : 'none';
}

const sources: readonly ReplySource[] = ['model', 'recorded', 'synthetic'];

/** Replies of applications that are no models of eva's have no part in its count of tokens. */
function ofApplications({ cases, replies, usage }: RunResult): number {
  if (cases.every(({ kind }) => kind !== 'conversation')) return 0;
  return Math.max(0, sources.reduce((sum, source) => sum + replies[source], 0) - usage.replies);
}

function sourceInWords(source: ReplySource, hasApplication: boolean): string {
  switch (source) {
    case 'model':
      return hasApplication ? 'given now' : 'from the model';
    case 'recorded':
      return 'recorded';
    case 'synthetic':
      return 'SYNTHETIC: written by hand, not by a model';
  }
}
