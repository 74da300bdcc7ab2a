import MarkdownIt from 'markdown-it';

/** Markdown as HTML, with everything on that makes links: GitHub's tables, HTML, and addresses in text. */
export function renderMarkdown(text: string): string {
  const renderer = new MarkdownIt({ html: true, linkify: true, typographer: false, breaks: false });
  renderer.linkify.set({ fuzzyLink: true, fuzzyEmail: true, fuzzyIP: true });
  return renderer.render(text);
}

/** A start tag of HTML with its attributes as they are written. */
interface Tag {
  readonly name: string;
  readonly attributes: string;
}

/** Returns the start tags in HTML, and refuses what is neither a tag nor a comment after `<`. */
export function tagsIn(html: string): readonly Tag[] {
  return [...html.replace(/<!-- -->/g, '').matchAll(/<(\/?)([a-z][a-z0-9]*)((?:\s[^<>]*)?)>|</gi)].flatMap((match) => {
    const [whole, close, name = '', attributes = ''] = match;
    if (whole === '<') throw new Error(`a bare < at ${html.slice(match.index, match.index + 80)}`);
    return close === '/' ? [] : [{ name: name.toLowerCase(), attributes: attributes.trim() }];
  });
}

/**
 * Returns what the Markdown of GitHub (`autolink.c` of cmark-gfm) makes links of: addresses in the source outside of preformatted text, also
 * inside of `<code>`, and mail addresses after references are read.
 */
export function gitHubLinksIn(markdown: string): readonly string[] {
  const lines = markdown.replace(/<pre>[\s\S]*?<\/pre>/g, '');
  const addresses = lines.match(/(?:https?|ftp):\/\/|(?<![^\s*_~(])www\./gi) ?? [];
  const mails = lines.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code))).match(/[\w.+-]@/g) ?? [];
  return [...addresses, ...mails];
}

/** The elements in which GitHub and GitLab look for no mentions, references and addresses. */
const ignored = /<(code|pre)>[\s\S]*?<\/\1>/g;

/** Returns the mentions, references and addresses that GitHub would make links of, in the text of HTML outside of code. */
export function referencesIn(html: string): readonly string[] {
  const text = html
    .replace(/<!-- -->/g, '')
    .replace(ignored, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
  const pattern = /@[\w-]|(?:^|\W)#\d|gh-\d|\b[0-9a-f]{7,40}\b|:\/\/|\bwww\.|:\w+:|\$\S[^$]*\S\$/gi;
  return [...text.matchAll(pattern)].map(([found]) => found);
}
