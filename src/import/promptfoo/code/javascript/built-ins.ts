/** The modules of Node that read no files, no clock and no connection. */
const pure = [
  'assert',
  'assert/strict',
  'buffer',
  'path',
  'path/posix',
  'querystring',
  'string_decoder',
  'url',
  'util',
];

/** Returns true for a module of Node that a check may import. */
export function isPureBuiltIn(specifier: string): boolean {
  return pure.includes(specifier.replace(/^node:/, ''));
}
