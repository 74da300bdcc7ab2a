/**
 * Wraps a template into a raw block if a tag of it does not end on its line, as promptfoo does with prompts and values before it renders
 * them: such a text is sent as it is.
 */
export function withoutPartialTags(text: string): string {
  const isWrapped = /\{%\s*raw\s*%\}/.test(text) && /\{%\s*endraw\s*%\}/.test(text);
  return hasPartialTag(text) && !isWrapped ? `{% raw %}${text}{% endraw %}` : text;
}

/** Returns true if behind some `{%`, `{{` or `{#` a line ends before the next `%`, `}` or `#`. Reads the text once, from its end. */
function hasPartialTag(text: string): boolean {
  const opened: Readonly<Record<string, string>> = { '%': '%', '{': '}', '#': '#' };
  const closers = new Map<string, number>();
  let lineEnd = text.length;
  for (let at = text.length - 1; at >= 1; at--) {
    const character = text.charAt(at);
    const closer = opened[character];
    if (text.charAt(at - 1) === '{' && closer !== undefined && lineEnd <= (closers.get(closer) ?? text.length))
      return true;
    if ('\n\r\u2028\u2029'.includes(character)) lineEnd = at;
    if (character === '%' || character === '}' || character === '#') closers.set(character, at);
  }
  return false;
}
