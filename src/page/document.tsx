import crypto from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { visible } from '#report/text/visible.js';
import type { Text } from '#report/view/text.js';
import { scriptJson } from './text.js';

export interface PageDocument {
  readonly title: Text;
  readonly styles: string;
  /** What comes before the main part, such as a line that stays at the top. */
  readonly header: VNode;
  /** The main part, rendered piece by piece: a page of many runs never is in memory as a whole. */
  readonly main: Iterable<VNode>;
  readonly footer: VNode;
  /** JavaScript for the browser; null for a page without it. */
  readonly script: string | null;
  /** JSON for the script, by the id of its element, in pieces as `JSON.stringify` writes them. */
  readonly data?: Readonly<Record<string, Iterable<string>>>;
  /** True if the script may ask the server that sent the page. Default: false, for files. */
  readonly isServed?: boolean;
}

/**
 * Renders a document piece by piece. Its policy allows no request, and only its own style sheet and script. Characters outside ASCII
 * need UTF-8.
 */
export function* documentPieces({
  title,
  styles,
  header,
  main,
  footer,
  script,
  data = {},
  isServed = false,
}: PageDocument): Generator<string> {
  const policy = [
    "default-src 'none'",
    `style-src '${digestOf(styles)}'`,
    ...(script === null ? [] : [`script-src '${digestOf(script)}'`]),
    ...(isServed ? ["connect-src 'self'"] : []),
    "base-uri 'none'",
    `form-action ${isServed ? "'self'" : "'none'"}`,
  ].join('; ');
  yield `<!doctype html>\n<html lang="en">${renderToString(<Head title={title} policy={policy} styles={styles} />)}\n<body>`;
  yield `\n${renderToString(header)}\n<main>`;
  for (const part of main) yield `\n${renderToString(part)}`;
  yield `\n</main>\n${renderToString(footer)}`;
  for (const [id, pieces] of Object.entries(data)) {
    yield `\n<script type="application/json" id="${id}">`;
    for (const piece of pieces) yield scriptJson(piece);
    yield '</script>';
  }
  if (script !== null) yield `\n${renderToString(<Script text={script} />)}`;
  yield '</body></html>\n';
}

interface HeadProps {
  readonly title: Text;
  readonly policy: string;
  readonly styles: string;
}

function Head({ title, policy, styles }: HeadProps): VNode {
  return (
    <head>
      <meta charset="utf-8" />
      <meta http-equiv="Content-Security-Policy" content={policy} />
      <meta name="viewport" content="width=device-width,initial-scale=1" />
      <meta name="referrer" content="no-referrer" />
      <meta name="color-scheme" content="light dark" />
      <title>{visible(title.raw)}</title>
      <style dangerouslySetInnerHTML={{ __html: styles }} />
    </head>
  );
}

function Script({ text }: { readonly text: string }): VNode {
  return <script dangerouslySetInnerHTML={{ __html: text }} />;
}

/** Returns the source expression of an inline element, as policies have it. Throws if the text would end its element. */
function digestOf(text: string): string {
  if (/<\/(style|script)|<!--/i.test(text)) throw new Error('a style sheet or script of a page would end its element');
  return `sha256-${crypto.hash('sha256', text, 'base64')}`;
}

/** Returns the JavaScript of pages for the browser, which `scripts/complete-dist.js` writes. */
export function browserCode(): string {
  return readFileSync(new URL('./browser.js', import.meta.url), 'utf8');
}
