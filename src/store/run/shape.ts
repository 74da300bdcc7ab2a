/** What a value that was read must be. `T` is the type of a value that is so. */
export interface Shape<T> {
  /** The first thing that is wrong, named by its path (`cases[3].passed`), or null. */
  readonly fault: (value: unknown, path: string) => string | null;
  /** Never set: it ties the shape to its type, so that the compiler finds a field that is not checked. */
  readonly of?: T;
}

function must<T>(be: string, isSo: (value: unknown) => boolean): Shape<T> {
  return { fault: (value, path) => (isSo(value) ? null : `${path} is not ${be}`) };
}

export const text = must<string>('a text', (value) => typeof value === 'string');
export const flag = must<boolean>('true or false', (value) => typeof value === 'boolean');
/** `1e999` is valid JSON, and no number that can be reckoned with. */
export const number = must<number>('a number', (value) => Number.isFinite(value));
export const count = must<number>(
  'a whole number from 0',
  (value) => Number.isSafeInteger(value) && Number(value) >= 0,
);

/** A number between 0 and 1, neither of them. */
export const share = must<number>('between 0 and 1', (value) => typeof value === 'number' && value > 0 && value < 1);

/** A whole number from 1 to `most`. */
export function countUpTo(most: number): Shape<number> {
  return must<number>(
    `a whole number from 1 to ${most}`,
    (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most,
  );
}

/** A JSON value of any kind. */
export function anything<T>(): Shape<T> {
  return must<T>('there', (value) => value !== undefined);
}

export function oneOf<T extends string>(...words: readonly T[]): Shape<T> {
  return must<T>(`one of ${words.join(', ')}`, (value) => words.some((word) => word === value));
}

export function orNull<T>({ fault }: Shape<T>): Shape<T | null> {
  return { fault: (value, path) => (value === null ? null : fault(value, path)) };
}

/** A field that may be left out. */
export function optional<T>({ fault }: Shape<T>): Shape<T> {
  return { fault: (value, path) => (value === undefined ? null : fault(value, path)) };
}

export function listOf<T>({ fault }: Shape<T>): Shape<readonly T[]> {
  return {
    fault(value, path) {
      if (!Array.isArray(value)) return `${path} is not a list`;
      for (let index = 0; index < value.length; index++) {
        const wrong = fault(value[index], `${path}[${index}]`);
        if (wrong !== null) return wrong;
      }
      return null;
    },
  };
}

/** A mapping with keys of any name. */
export function mapOf<T>({ fault }: Shape<T>): Shape<Readonly<Record<string, T>>> {
  return {
    fault(value, path) {
      if (!isMapping(value)) return `${path} is not a mapping`;
      for (const key of Object.keys(value)) {
        const wrong = fault(value[key], `${path}.${key}`);
        if (wrong !== null) return wrong;
      }
      return null;
    },
  };
}

/** A mapping with these fields; others are left alone. */
export function objectOf<T extends object>(fields: { readonly [K in keyof T]-?: Shape<T[K]> }): Shape<T> {
  const shapes = Object.entries<Shape<unknown>>(fields);
  return {
    fault(value, path) {
      if (!isMapping(value)) return `${path || 'the file'} is not a mapping`;
      for (const [key, { fault }] of shapes) {
        const wrong = fault(own(value, key), path === '' ? key : `${path}.${key}`);
        if (wrong !== null) return wrong;
      }
      return null;
    },
  };
}

/** A mapping whose other fields depend on the word under `key`. */
export function variantsOf<T extends object, K extends keyof T & string>(
  key: K,
  variants: { readonly [V in T[K] & string]: Shape<Extract<T, Readonly<Record<K, V>>>> },
): Shape<T> {
  const shapes = new Map(Object.entries<Shape<unknown>>(variants));
  return {
    fault: (value, path) => {
      if (!isMapping(value)) return `${path} is not a mapping`;
      const shape = shapes.get(String(own(value, key)));
      return shape ? shape.fault(value, path) : `${path}.${key} is not one of ${[...shapes.keys()].join(', ')}`;
    },
  };
}

/** A mapping that has the fields of both. */
export function bothOf<A, B>(a: Shape<A>, b: Shape<B>): Shape<A & B> {
  return { fault: (value, path) => a.fault(value, path) ?? b.fault(value, path) };
}

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function own(value: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}
