/** A file of code, and the function in it. */
export interface FileReference {
  readonly path: string;
  readonly name?: string;
}

/** Returns the file and function of `file://PATH:NAME`; undefined for any other text. */
export function fileReference(text: string): FileReference | undefined {
  if (!text.startsWith('file://')) return undefined;
  const [path = '', name] = text.slice('file://'.length).split(':', 2);
  return { path, ...(name !== undefined && name !== '' && { name }) };
}
