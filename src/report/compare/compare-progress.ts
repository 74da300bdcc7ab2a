import type { CasePairs } from '#model/pairs/comparison.js';
import type { ProgressEvent, ProviderSilence } from '#model/run/notice.js';
import type { RunPlan } from '#model/run/run.js';
import { oneLine } from '#model/text/quoted.js';
import { markSpan, outcomeMark } from '../run/heading.js';
import { type HeldSilence, waitingParts, widestName } from '../run/progress.js';
import { WithoutReply } from '../run/unfinished.js';
import { clock, count, plural, usd } from '../text/numbers.js';
import { type Screen, usableWidth } from '../text/screen.js';
import { clip, column, displayWidth, visible } from '../text/visible.js';
import { differenceText, outcomeMarks, outcomeWords, unitsText } from '../view/compare-words.js';
import type { InterruptedComparison } from './comparison-pieces.js';

type Side = 'a' | 'b';

const separator = ' · ';

/** Follows the events of both runs of a comparison and renders its progress: one line, and one for each settled case. Times are in milliseconds. */
export class CompareProgress {
  readonly #plans = new Map<Side, RunPlan>();
  readonly #ended: Readonly<Record<Side, Map<string, number>>> = { a: new Map(), b: new Map() };
  readonly #without = new WithoutReply();
  readonly #costs = new Map<Side, number>();
  readonly #settled = new Map<string, CasePairs>();
  readonly #id: string;
  #began = 0;
  #slowest = 0;
  #silence: HeldSilence | undefined;

  /** `id`: the prompt of B. */
  constructor(id: string) {
    this.#id = id;
  }

  take(side: Side, event: ProgressEvent, now: number): void {
    if (event.event === 'run_started') {
      if (this.#plans.size === 0) this.#began = now;
      this.#plans.set(side, event.plan);
      return;
    }
    if (event.event !== 'trial_finished') return;
    this.#silence = undefined;
    const { trial, cost_usd } = event;
    const ended = this.#ended[side];
    this.#without.take(trial);
    if (trial.outcome !== 'missing') ended.set(trial.case, (ended.get(trial.case) ?? 0) + 1);
    if (typeof cost_usd === 'number') this.#costs.set(side, cost_usd);
    for (const { latency } of trial.turns) this.#slowest = Math.max(this.#slowest, latency ?? 0);
  }

  /** Records the result of a case. Returns false if it was known. */
  settle(pairs: CasePairs): boolean {
    if (this.#settled.has(pairs.case)) return false;
    this.#settled.set(pairs.case, pairs);
    return true;
  }

  /** Records that a provider does not answer. The next trial that ends clears it. */
  silent(silence: ProviderSilence, now: number): void {
    this.#silence = { silence, at: now };
  }

  isBegun(): boolean {
    return this.#plans.size > 0;
  }

  startLine(): string {
    const [plan] = this.#plans.values();
    if (!plan) return '';
    return visible(
      `${oneLine(this.#id)}: ${plural(plan.cases.length, 'case')}, at most ${plural(this.#planned(), 'pair')}`,
    );
  }

  line(now: number): string {
    const [plan] = this.#plans.values();
    const cases = plan?.cases.length ?? 0;
    const cost = this.#cost();
    const elapsed = (now - this.#began) / 1000;
    const parts = [
      ...this.#without.parts(
        `${count(this.#pairs())} of at most ${plural(this.#planned(), 'pair')}`,
        `${plural(this.#without.missing, 'trial')} without a reply`,
      ),
      ...(this.#settled.size > 0 && cases > 1 ? [`${count(this.#settled.size)} of ${count(cases)} cases settled`] : []),
      ...(cost > 0 ? [usd(cost)] : []),
      elapsed < 1 ? '0s' : clock(Math.floor(elapsed)),
      ...(this.#slowest >= 1 ? [`slowest call ${clock(this.#slowest)}`] : []),
    ];
    return visible(parts.join(separator));
  }

  region(now: number, screen: Screen): readonly string[] {
    if (!this.isBegun()) return [];
    const width = Math.min(usableWidth(screen), Math.max(1, Math.floor(screen.width) || 80) - 1);
    const waiting = this.#silence && waitingParts(this.#silence, now, !this.#without.hasReply).join(separator);
    return [this.line(now), ...(waiting ? [waiting] : [])].map((line) => clip(` ${line}`, width));
  }

  settledLine(pairs: CasePairs, screen: Screen): string {
    const { outcome, decides, difference, used, unit } = pairs;
    const isOpen = outcome === null;
    const mark = isOpen
      ? decides
        ? outcomeMark('unknown', screen)
        : markSpan('shown', screen).text
      : outcomeMark(outcomeMarks[outcome], screen);
    const words = isOpen ? (decides ? 'replies are missing' : 'decides nothing') : outcomeWords[outcome];
    const parts = [
      words,
      ...(difference === null || isOpen ? [] : [differenceText(difference)]),
      unitsText(used, unit),
    ];
    const why = parts.join(separator);
    const nameWidth = Math.min(widestName(screen), this.#nameWidth());
    const name = column(oneLine(pairs.case), nameWidth);
    return `${mark} ${name}  ${screen.paint.dim(clip(why, usableWidth(screen) - nameWidth - 5))}`;
  }

  standing(): Pick<InterruptedComparison, 'pairs' | 'planned' | 'cost_usd' | 'settled'> {
    const settled = [...this.#settled.values()];
    return { pairs: this.#pairs(), planned: this.#planned(), cost_usd: this.#cost(), settled };
  }

  #pairs(): number {
    const { a, b } = this.#ended;
    return [...b].reduce((sum, [name, ended]) => sum + Math.min(ended, a.get(name) ?? 0), 0);
  }

  #cost(): number {
    return [...this.#costs.values()].reduce((sum, own) => sum + own, 0);
  }

  #planned(): number {
    const [plan] = this.#plans.values();
    return plan?.cases.reduce((sum, { sample_size }) => sum + sample_size, 0) ?? 0;
  }

  #nameWidth(): number {
    const [plan] = this.#plans.values();
    return Math.max(0, ...(plan?.cases.map(({ name }) => displayWidth(oneLine(name))) ?? []));
  }
}
