/** Returns a sentence with a colon where the columns of a terminal have a gap. */
export function proseOf(sentence: string): string {
  return sentence.replace(/ {3,}/g, ': ');
}

/** Begins a sentence with a capital letter. */
export function capitalized(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** Ends a sentence with a full stop, unless it has an end. */
export function ended(sentence: string): string {
  return /[.!?…]["”)]?$/.test(sentence) ? sentence : `${sentence}.`;
}
