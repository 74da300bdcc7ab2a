/** The texts of one field of all items, each text held once. */
export class CodedField {
  readonly texts: string[] = [];
  readonly #codes = new Map<string, number>();
  readonly codes: number[] = [];

  push(text: string): void {
    let code = this.#codes.get(text);
    if (code === undefined) {
      code = this.texts.length;
      this.#codes.set(text, code);
      this.texts.push(text);
    }
    this.codes.push(code);
  }

  /** Returns the codes of some items, in this order, without the table that only filling needs. */
  inOrder(order: Uint32Array): CodedColumn {
    return { texts: this.texts, codes: order.map((index) => this.codes[index] ?? 0) };
  }
}

/** The texts of a field by position: `texts[codes[position]]`. */
export interface CodedColumn {
  readonly texts: readonly string[];
  readonly codes: Uint32Array;
}

/** Returns the text of a column at a position. */
export function textAt({ texts, codes }: CodedColumn, position: number): string {
  return texts[codes[position] ?? 0] ?? '';
}
