/** An untrusted text, unchanged. Reporters must escape it and make invisible characters visible. */
export interface Text {
  readonly raw: string;
}

/** Marks a text as untrusted. */
export function text(raw: string): Text {
  return { raw };
}

export interface NamedText {
  readonly name: Text;
  readonly value: Text;
}
