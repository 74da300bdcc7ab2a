/** Escapes JSON for a script element, so that nothing in it ends the element or is hidden in the file. Escaping it again changes nothing. */
export function scriptJson(json: string): string {
  return json.replace(
    /[<>&\u0080-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
