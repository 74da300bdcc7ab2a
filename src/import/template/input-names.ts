import { type Expression, partsOf } from './expression.js';

/** Gives names to the inputs of the prompts of a configuration. The same expression has the same name in all of them. */
export interface InputNames {
  /** Returns the name for a meaning, as close to the wish as other meanings allow. */
  nameOf(meaning: string, wish: string): string;
}

/** The form of a name that eva takes as an input. */
const nameForm = /^[A-Za-z_][A-Za-z0-9_-]*$/;

const longestName = 60;

/** Opens the names of a configuration. `variables` are the names that its tests give values to: they keep their meaning. */
export function openInputNames(variables: Iterable<string> = []): InputNames {
  const meanings = new Map([...variables].map((name) => [name, meaningOfName(name)]));
  const names = new Map<string, string>();
  const latest = new Map<string, number>();
  const isFree = (name: string, meaning: string) => (meanings.get(name) ?? meaning) === meaning;
  const firstFree = (base: string, meaning: string) => {
    if (isFree(base, meaning)) return base;
    for (let number = (latest.get(base) ?? 1) + 1; ; number++) {
      latest.set(base, number);
      if (isFree(`${base}_${number}`, meaning)) return `${base}_${number}`;
    }
  };
  return {
    nameOf(meaning, wish) {
      const known = names.get(meaning);
      if (known !== undefined) return known;
      const name = firstFree(nameForm.test(wish) ? wish : nearestName(wish), meaning);
      meanings.set(name, meaning);
      names.set(meaning, name);
      return name;
    },
  };
}

/** Returns the meaning of a placeholder that holds a name alone. */
export function meaningOfName(name: string): string {
  return meaningOf({ kind: 'name', name });
}

/** Returns the meaning of an expression: equal for equal expressions. */
export function meaningOf(expression: Expression): string {
  return JSON.stringify(expression);
}

/** Returns the name that an expression suggests: `a_b` for `a.b`, `x_upper` for `x | upper`. */
export function wishFor(expression: Expression): string {
  switch (expression.kind) {
    case 'name':
      return expression.name;
    case 'value':
      return String(expression.value);
    case 'escaped':
      return `${wishFor(expression.of)}_json`;
    case 'filter':
      return `${wishFor(expression.of)}_${expression.name}`;
    default:
      return partsOf(expression).map(wishFor).join('_').slice(0, 200);
  }
}

function nearestName(wish: string): string {
  const words =
    wish
      .normalize('NFKD')
      .slice(0, 200)
      .match(/[A-Za-z0-9]+/g) ?? [];
  const name = words.join('_').slice(0, longestName).replace(/_+$/, '');
  return nameForm.test(name) ? name : name === '' ? 'value' : `value_${name}`;
}
