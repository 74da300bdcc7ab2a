/** Kinds of JSON values in the words of messages. */
const kindWords: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a mapping',
  null: 'nothing',
};

/** What a value is: `text`, `a list`, `nothing`. */
export function kindOf(value: unknown): string {
  if (value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  return kindWords[typeof value] ?? typeof value;
}

/** What the `type` keyword of a schema asks for: `a mapping or a list`. */
export function kindsAsked(type: unknown): string {
  const names: readonly unknown[] = Array.isArray(type) ? type : [type];
  return names.map((name) => kindWords[String(name)] ?? String(name)).join(' or ');
}
