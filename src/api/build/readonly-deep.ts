/** A read-only document. An optional key may also be `undefined`, with the same meaning. */
export type ReadonlyDeep<T> = T extends readonly (infer Item)[]
  ? readonly ReadonlyDeep<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: ReadonlyDeep<T[Key]> | Absent<T, Key> }
    : T;

type Absent<T, Key extends keyof T> = object extends Pick<T, Key> ? undefined : never;
