/** Escapes JSON for the content of a script element, so that nothing in it ends the element, and C1 controls. Escaping it again changes nothing. */
export function scriptJson(json: string): string {
  return json.replace(
    /[<>&\u0080-\u009f\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
