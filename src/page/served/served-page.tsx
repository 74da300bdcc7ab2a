import type { ComponentChildren, VNode } from 'preact';
import { text } from '#view/text.js';
import { documentPieces, type PageDocument } from '../render.js';
import { stylesheet } from '../styles/stylesheet.js';
import { servedStyles } from './served-styles.js';

interface ServedPage extends Partial<Pick<PageDocument, 'script' | 'data' | 'footer'>>, Pick<PageDocument, 'main'> {
  readonly title: string;
  readonly header?: VNode;
}

/** Renders a page that a server of this machine sends. */
export function servedPage({ title, header = <Bar />, main, ...rest }: ServedPage): Iterable<string> {
  return documentPieces({
    title: text(title),
    styles: `${stylesheet} ${servedStyles}`,
    header,
    main,
    footer: <footer>served on this computer alone</footer>,
    script: null,
    ...rest,
    isServed: true,
  });
}

/** Shows the line at the top of a page, with the way to all runs. */
export function Bar({ children }: { readonly children?: ComponentChildren }): VNode {
  return (
    <header class="bar">
      <div>
        <span>{children ?? <b>eva</b>}</span>
        <nav aria-label="Page">
          <AllRuns />
        </nav>
      </div>
    </header>
  );
}

export function AllRuns(): VNode {
  return <a href="/">All runs</a>;
}
