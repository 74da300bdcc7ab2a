const longestText = 300;

/** One line of at most 300 characters out of whatever a server or a program said: fit for a message. */
export function failureText(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return line.length <= longestText ? line : `${line.slice(0, longestText - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
