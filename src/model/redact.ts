/** Shorter texts are no secrets: hiding them would hide ordinary words. */
const shortestSecret = 8;
/** So much of a secret in a row is enough to be hidden. */
const windowLength = 16;

export const redacted = '[redacted]';

/**
 * Hides secrets in a text by their value: as they are, in part (16 characters in a row or more), as a URL writes them, and in
 * base64 and base64url, also in the middle of an encoded text such as `user:KEY`. Secrets shorter than 8 characters are ignored.
 */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const long = secrets.filter((secret) => secret.length >= shortestSecret);
  const pieces = new Set(long.flatMap(forms).flatMap(windows));
  if (pieces.size === 0) return (text) => text;
  const lengths = [...new Set([...pieces].map((piece) => piece.length))].sort((a, b) => b - a);
  const step = Math.floor((Math.min(...lengths) + 1) / 2);
  const samples = new Set([...pieces].flatMap((piece) => runsOf(piece, step)));
  return (text) => hide(text, (at) => lengths.find((one) => pieces.has(text.slice(at, at + one))), samples, step);
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
  return [secret, inUrl(secret), ...encoded, ...encoded.map((one) => one.replaceAll('+', '-').replaceAll('/', '_'))];
}

/** By way of bytes, since half a surrogate pair is nothing that a URL can hold. */
function inUrl(secret: string): string {
  return encodeURIComponent(Buffer.from(secret).toString());
}

function windows(form: string): string[] {
  return form.length <= windowLength ? [form] : runsOf(form, windowLength);
}

/** Every run of so many characters in a text. */
function runsOf(text: string, length: number): string[] {
  return Array.from({ length: text.length - length + 1 }, (_, start) => text.slice(start, start + length));
}

/**
 * Long texts hold few secrets, so only every `step`-th place is looked at: the run of `step` characters that begins there is
 * one of `samples` wherever a piece covers it, and each piece is so long that it covers one. `pieceAt` then looks closely.
 */
function hide(
  text: string,
  pieceAt: (at: number) => number | undefined,
  samples: ReadonlySet<string>,
  step: number,
): string {
  let shown = '';
  let hiddenTo = 0;
  for (let sampled = 0; sampled + step <= text.length; sampled += step) {
    if (!samples.has(text.slice(sampled, sampled + step))) continue;
    for (let at = Math.max(0, sampled - step + 1); at <= sampled; at++) {
      const length = pieceAt(at);
      if (length === undefined) continue;
      if (at >= hiddenTo) shown += text.slice(hiddenTo, at) + redacted;
      hiddenTo = Math.max(hiddenTo, at + length);
    }
  }
  return hiddenTo === 0 ? text : shown + text.slice(hiddenTo);
}
