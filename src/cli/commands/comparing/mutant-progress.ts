import type { MutantResult } from '#model/run/mutation.js';
import type { ProviderSilence } from '#model/run/notice.js';
import { silenceText, warningLine } from '#report/run/progress.js';
import { WithoutReply } from '#report/run/unfinished.js';
import { clip } from '#report/text/clip.js';
import { plural } from '#report/text/numbers.js';
import { usableWidth } from '#report/text/paint.js';
import { visible } from '#report/text/visible.js';
import { wrap } from '#report/text/wrap.js';
import { type ProgressTeller, realClock } from '../../evaluating/progress.js';
import { RedrawnLines } from '../../output/redrawn-lines.js';
import type { Terminal } from '../../output/terminal.js';

/** Shows the progress of a mutation run on standard error. */
interface MutantTeller extends Omit<ProgressTeller, 'standing'> {
  readonly ended: (result: MutantResult) => void;
}

/** Returns a teller that redraws one line on a terminal, and elsewhere writes only notes and warnings. */
export function tellMutants(terminal: Terminal, planned: number): MutantTeller {
  const screen = terminal.errScreen;
  const lines = terminal.isLive ? new RedrawnLines(terminal, realClock) : null;
  const write = (text: string) => (lines ? lines.line(text) : terminal.err(`${text}\n`));
  let [done, survived] = [0, 0];
  const without = new WithoutReply();
  const line = () => {
    const noticed = `${done - without.missing} of ${plural(planned, 'mutant')}, ${survived} not noticed`;
    const parts = without.parts(noticed, `${without.missing} without a verdict`);
    return clip(`  ${parts.join(' · ')}`, usableWidth(screen) - 1);
  };
  void lines?.begin(() => [line()]);
  return {
    emit: () => {},
    note: (text) => write(wrap(visible(text), usableWidth(screen)).join('\n')),
    warn: (text) => write(warningLine(text, screen)),
    silent: (silence: ProviderSilence) => write(visible(silenceText(silence, new Date(realClock.now())))),
    ended: (end) => {
      done += 1;
      if (end.result === 'survived') survived += 1;
      // The first cases of the mutant may have been asked, so it says nothing about replies.
      if (end.result === 'unknown') without.add(end.why, true);
      lines?.changed();
    },
    end: () => lines?.end(),
  };
}
