const bets = 200;

/** Number of values multiplied before the products are folded into logarithms; so few factors cannot overflow or underflow. */
const addsPerFold = 16;

/** The wealth of 200 bets v, the midpoints of a grid on [0, 1], each multiplied by 1 + v·odds for every value; E is their mean. */
export class BetGrid {
  /** For each bet: the logarithm of its wealth at the last fold, that wealth relative to the richest bet, and its gain since the fold. */
  readonly #logs = new Float64Array(bets);
  readonly #shares = new Float64Array(bets).fill(1);
  readonly #gains = new Float64Array(bets).fill(1);
  #richest = 0;
  #sinceFold = 0;
  #logE = 0;

  /** Adds a value whose odds, (y - mu) / mu for its expected value mu, lie between -1 and about 1e12. */
  add(odds: number): void {
    let sum = 0;
    for (let bet = 0; bet < bets; bet++) {
      const gain = (this.#gains[bet] ?? 1) * (1 + ((bet + 0.5) / bets) * odds);
      this.#gains[bet] = gain;
      sum += gain * (this.#shares[bet] ?? 0);
    }
    this.#logE = this.#richest + Math.log(sum / bets);
    this.#sinceFold += 1;
    if (this.#sinceFold === addsPerFold) this.#fold();
  }

  /** Returns the natural logarithm of the mean wealth; 0 before the first value. */
  logE(): number {
    return this.#logE;
  }

  /** Returns what `logE` would be if the logarithm of each bet's wealth grew by `growth` of that bet. */
  logEAfter(growth: (bet: number) => number): number {
    const logs = this.#logs.map((log, bet) => log + Math.log(this.#gains[bet] ?? 1) + growth((bet + 0.5) / bets));
    const richest = logs.reduce((most, log) => Math.max(most, log), Number.NEGATIVE_INFINITY);
    return richest + Math.log(logs.reduce((sum, log) => sum + Math.exp(log - richest), 0) / bets);
  }

  #fold(): void {
    this.#gains.forEach((gain, bet) => {
      this.#logs[bet] = (this.#logs[bet] ?? 0) + Math.log(gain);
    });
    this.#richest = this.#logs.reduce((most, log) => Math.max(most, log), Number.NEGATIVE_INFINITY);
    this.#logs.forEach((log, bet) => {
      this.#shares[bet] = Math.exp(log - this.#richest);
    });
    this.#gains.fill(1);
    this.#sinceFold = 0;
  }
}
