/** Shorter texts are no secrets: hiding them would hide ordinary words. */
const shortestSecret = 8;
/** So much of a secret in a row is enough to be hidden. */
const windowLength = 16;

export const redacted = '[redacted]';

/**
 * Hides secrets in a text by their value: as they are, in part (16 characters in a row or more), and in base64 and
 * base64url, also in the middle of an encoded text such as `user:KEY`. Secrets shorter than 8 characters are ignored.
 */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const long = secrets.filter((secret) => secret.length >= shortestSecret);
  const pieces = new Set(long.flatMap(forms).flatMap(windows));
  if (pieces.size === 0) return (text) => text;
  const lengths = [...new Set([...pieces].map((piece) => piece.length))];
  return (text) => hide(text, pieces, lengths);
}

/** A text whose place in an encoded message is unknown has three encodings, one for each remainder of its offset by 3. */
function forms(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const encoded = [0, 1, 2].map((offset) => {
    const base64 = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const ownFrom = Math.ceil((offset * 8) / 6);
    const ownTo = Math.floor(((offset + bytes.length) * 8) / 6);
    return base64.slice(ownFrom, ownTo);
  });
  return [secret, ...encoded, ...encoded.map((one) => one.replaceAll('+', '-').replaceAll('/', '_'))];
}

function windows(form: string): string[] {
  const count = Math.max(1, form.length - windowLength + 1);
  return Array.from({ length: count }, (_, start) => form.slice(start, start + windowLength));
}

function hide(text: string, pieces: ReadonlySet<string>, lengths: readonly number[]): string {
  let shown = '';
  let hiddenTo = 0;
  for (let at = 0; at < text.length; at++) {
    const length = lengths.find((one) => pieces.has(text.slice(at, at + one)));
    if (length !== undefined) {
      if (at >= hiddenTo) shown += redacted;
      hiddenTo = Math.max(hiddenTo, at + length);
    }
    if (at >= hiddenTo) shown += text[at];
  }
  return shown;
}
