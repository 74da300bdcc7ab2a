import type { ComponentChildren, VNode } from 'preact';
import { type Text, text } from '#report/view/text.js';
import { documentPieces, type PageDocument } from '../document.js';
import { stylesheet } from '../styles.js';
import { ShownLines } from '../text.js';

interface ServedPage extends Partial<Pick<PageDocument, 'script' | 'data' | 'footer'>>, Pick<PageDocument, 'main'> {
  readonly title: string;
  readonly header?: VNode;
}

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

export const servedStyles = `
.ways { display: flex; gap: 1.2rem; margin: 1.2rem 0 0; font-size: .9rem; }
.runs { width: 100%; }
.runs tbody tr { border-top: 1px solid var(--hair); }
.runs input { width: 1.1rem; height: 1.1rem; }
.latest { border-top: 1px solid var(--hair); padding: .5rem 0; }
.latest summary { cursor: pointer; display: list-item; list-style: disclosure-closed inside; }
.latest[open] summary { list-style-type: disclosure-open; }
.latest pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: .6rem 0 .4rem 1.4rem; }
.scroll + h2 { margin-top: 2rem; }
.paused { position: sticky; top: 3.2rem; }
.tools button, .compare button, .paused button {
  font: inherit; font-size: .92rem; background: var(--card); color: inherit; border: 1px solid var(--edge); border-radius: 5px;
  padding: .38rem .8rem; min-height: 2.4rem; cursor: pointer;
}
`
  .replace(/\s*\n\s*/g, ' ')
  .trim();

interface ShownProblem {
  readonly message: Text;
  readonly hint: Text | null;
}

export function problemPage(title: string, problems: readonly ShownProblem[]): Iterable<string> {
  return servedPage({
    title,
    main: [
      <div class="top">
        <h1>{title}</h1>
        {problems.map((one) => (
          <Problem {...one} />
        ))}
      </div>,
    ],
  });
}

function Problem({ message, hint }: ShownProblem): VNode {
  return (
    <>
      <pre>
        <ShownLines text={message} />
      </pre>
      <pre class="soft">
        <ShownLines text={hint ?? text('')} />
      </pre>
    </>
  );
}
