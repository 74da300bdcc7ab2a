import type { GradedTrial } from '../collecting/collect-trial.js';
import { TrialBuffer } from '../following/trial-buffer.js';

/** The state of a trial: `open` if it may still come, `lost` if it is missing and is not asked again. */
type TrialState = 'open' | 'lost' | 'ended';

export class SideTrials {
  readonly buffer = new TrialBuffer();
  /** The missing trials that may be asked again. */
  readonly #again = new Set<number>();
  #asked = 0;

  /** Receives a trial. One that is missing a second time is lost. */
  take(graded: GradedTrial): void {
    const { trial } = graded;
    this.buffer.take(graded);
    const isRetry = this.#again.delete(trial.index);
    if (trial.outcome === 'missing' && trial.why === 'given_up' && !isRetry) this.#again.add(trial.index);
  }

  /** Counts a trial that is handed out for the first time. */
  countAsked(): void {
    this.#asked += 1;
  }

  /** Returns the number of trials that were handed out. */
  asked(): number {
    return this.#asked;
  }

  /** Returns the state of a trial. `hasLeft`: its side asks nothing more. */
  stateOf(index: number, hasLeft: boolean): TrialState {
    const trial = this.buffer.trial(index);
    if (trial && trial.outcome !== 'missing') return 'ended';
    if (hasLeft) return 'lost';
    return trial && !this.#again.has(index) ? 'lost' : 'open';
  }

  /** Returns true if a trial is missing, whether it is asked again or not. */
  isMissing(index: number): boolean {
    return this.buffer.trial(index)?.outcome === 'missing';
  }
}
