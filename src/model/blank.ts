/** True if a text has nothing to be seen in it: white space, and characters that have no width or no shape. */
export function isBlank(text: string): boolean {
  return !/[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(text);
}
