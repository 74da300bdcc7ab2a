/** What becomes of counts at a look: they go on, or end with the claim shown or not. */
export type LookEnd = 'open' | 'shown' | 'dropped';

/** The orders that end at counts, as a fraction of all orders of these counts. */
export interface EndedOrders {
  readonly opposed: number;
  readonly aligned: number;
  readonly fraction: number;
  readonly isShown: boolean;
}

/**
 * The fraction of the orders of a number of pairs that led past all looks so far, by the numbers of differences of each sign. All orders of the
 * same differences are equally likely, whatever the chances of the differences are, so the fractions hold for all of them: with the last pair taken
 * away, they come from the fractions of three counts before it.
 */
export class PairOrders {
  readonly #width: number;
  readonly #fractions: Float64Array;
  /** By the number of differences of the first sign: the least and the greatest number of the second sign that are open. */
  readonly #from: Int32Array;
  readonly #to: Int32Array;
  #pairs = 0;

  constructor(most: number) {
    this.#width = most + 1;
    this.#fractions = new Float64Array(this.#width * this.#width);
    this.#from = new Int32Array(this.#width).fill(this.#width);
    this.#to = new Int32Array(this.#width).fill(-1);
    this.#fractions[0] = 1;
    this.#from[0] = 0;
    this.#to[0] = 0;
  }

  addPair(): void {
    this.#pairs += 1;
    // From the last row on, since a row is made of itself and the row before.
    for (let opposed = this.#pairs; opposed >= 0; opposed--) {
      const from = Math.min(this.#from[opposed] ?? 0, this.#from[opposed - 1] ?? this.#width);
      const own = this.#to[opposed] ?? -1;
      const to = Math.max(own < 0 ? own : own + 1, this.#to[opposed - 1] ?? -1);
      if (from > to) continue;
      this.#addToRow(opposed, from, to);
      this.#from[opposed] = from;
      this.#to[opposed] = to;
    }
  }

  /** Ends the orders whose counts end at a look. In each row these lie at its two sides. */
  look(endOf: (opposed: number, aligned: number) => LookEnd, take: (end: EndedOrders) => void): void {
    for (let opposed = 0; opposed <= this.#pairs; opposed++) {
      let [from, to] = [this.#from[opposed] ?? 0, this.#to[opposed] ?? -1];
      const ends = (aligned: number): boolean => {
        const end = endOf(opposed, aligned);
        if (end === 'open') return false;
        const place = opposed * this.#width + aligned;
        take({ opposed, aligned, fraction: this.#fractions[place] ?? 0, isShown: end === 'shown' });
        this.#fractions[place] = 0;
        return true;
      };
      while (from <= to && ends(from)) from += 1;
      while (from <= to && ends(to)) to -= 1;
      this.#from[opposed] = from > to ? this.#width : from;
      this.#to[opposed] = from > to ? -1 : to;
    }
  }

  #addToRow(opposed: number, from: number, to: number): void {
    const [fractions, pairs] = [this.#fractions, this.#pairs];
    const row = opposed * this.#width;
    const before = row - this.#width;
    for (let aligned = to; aligned >= from; aligned--) {
      const place = row + aligned;
      const ofFirst = opposed > 0 ? opposed * (fractions[before + aligned] ?? 0) : 0;
      const ofSecond = aligned > 0 ? aligned * (fractions[place - 1] ?? 0) : 0;
      fractions[place] = (ofFirst + ofSecond + (pairs - opposed - aligned) * (fractions[place] ?? 0)) / pairs;
    }
  }
}
