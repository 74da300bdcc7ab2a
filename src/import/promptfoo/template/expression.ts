import type { JsonValue } from '#model/data/json.js';

/** An expression that an import can compute. Nothing of it is code: names are looked up, filters are a fixed list. */
export type Expression =
  | { readonly kind: 'value'; readonly value: JsonValue }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'member'; readonly of: Expression; readonly key: Expression }
  | { readonly kind: 'filter'; readonly name: string; readonly of: Expression; readonly args: FilterArguments }
  /** The text of an expression as it is written inside a string of JSON. */
  | { readonly kind: 'escaped'; readonly of: Expression }
  | { readonly kind: 'join'; readonly mark: '~' | '+'; readonly left: Expression; readonly right: Expression };

export interface FilterArguments {
  readonly list: readonly Expression[];
  readonly named: readonly (readonly [name: string, value: Expression])[];
}

/** Returns the names of the variables that an expression reads, each once. */
export function namesIn(expression: Expression): readonly string[] {
  return [...new Set(allNames(expression))];
}

function allNames(expression: Expression): readonly string[] {
  if (expression.kind === 'name') return [expression.name];
  return partsOf(expression).flatMap(allNames);
}

export function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'member':
      return [expression.of, expression.key];
    case 'escaped':
      return [expression.of];
    case 'join':
      return [expression.left, expression.right];
    case 'filter':
      return [expression.of, ...expression.args.list, ...expression.args.named.map(([, value]) => value)];
    default:
      return [];
  }
}

/** A part of a template that the import does not carry over. */
export class UnsupportedTemplate extends Error {
  constructor(
    /** What it is, as a clause: `the operator \`==\``. */
    readonly what: string,
    /** Its offset in the template. */
    readonly offset: number,
  ) {
    super(what);
  }
}
