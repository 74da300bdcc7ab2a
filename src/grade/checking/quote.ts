/** At most `limit` UTF-16 units of a text, the last of them an ellipsis if something was cut; no character is halved. */
export function clip(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return `${text.slice(0, splitsPair(text, limit - 1) ? limit - 2 : limit - 1)}…`;
}

/** A text or value as JSON on one line, cut to about 80 characters. */
export function quote(value: unknown): string {
  return clip(JSON.stringify(value), 80);
}

/** True if cutting at `index` would part the two halves of one character. */
export function splitsPair(text: string, index: number): boolean {
  return /[\ud800-\udbff]/.test(text.charAt(index - 1)) && /[\udc00-\udfff]/.test(text.charAt(index));
}
