/** A builder that makes data from fields, called with or without `new`. */
export interface Builder<Fields, Data> {
  (fields: Fields): Data;
  new (fields: Fields): Data;
}

/** Makes a builder from a function. A constructor that returns an object gives that object, so `new` changes nothing. */
export function builder<Fields, Data extends object>(build: (fields: Fields) => Data): Builder<Fields, Data> {
  function made(fields: Fields): Data {
    return build(fields);
  }
  return made as unknown as Builder<Fields, Data>;
}
