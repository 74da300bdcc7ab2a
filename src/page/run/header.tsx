import type { ComponentChildren, VNode } from 'preact';
import type { View } from '#report/view/view.js';
import { Mark } from '../marks.js';
import { Shown } from '../text.js';
import { CountsText } from './run-words.js';
import type { Level } from './scope.js';

interface HeaderProps {
  readonly start: string;
  readonly children: ComponentChildren;
  readonly links: readonly (readonly [id: string, name: string])[];
}

export function PageHeader({ start, children, links }: HeaderProps): VNode {
  return (
    <>
      <a class="skip" href={`#${start}`}>
        Skip to the cases
      </a>
      <header class="bar">
        <div>
          <span>{children}</span>
          <nav aria-label="Page">
            {links.map(([id, name]) => (
              <>
                <a href={`#${id}`}>{name}</a>{' '}
              </>
            ))}
          </nav>
        </div>
      </header>
    </>
  );
}

export const linksOfRun = [
  ['cases', 'Cases'],
  ['replies', 'Replies'],
  ['how', 'How it was run'],
] as const;

export function VerdictLine({
  view: { outcome, title, counts },
}: {
  readonly view: Pick<View, 'outcome' | 'title' | 'counts'>;
}): VNode {
  return (
    <>
      <Mark of={outcome} />{' '}
      <b>
        <Shown text={title} />
      </b>{' '}
      <CountsText counts={counts} />
    </>
  );
}

interface FooterProps {
  /** The version of eva. */
  readonly version: string;
  readonly start: string;
  /** True if a server sent the page. Default: false, for a file. */
  readonly isServed?: boolean;
}

export function PageFooter({ version, start, isServed = false }: FooterProps): VNode {
  return (
    <footer>
      eva {version} · {isServed ? 'served on this computer alone' : 'this file loads nothing and sends nothing'} ·{' '}
      <a href={`#${start}`}>back to the {start}</a>
    </footer>
  );
}

interface HeadingProps {
  readonly level: Level;
  /** How it looks: headings of one kind look alike at all levels. */
  readonly kind: 'page' | 'run' | 'section' | 'case' | 'fold' | 'minor';
  readonly id?: string;
  readonly isLong?: boolean;
  readonly children: ComponentChildren;
}

export function RunHeading({ level, kind, id, isLong = false, children }: HeadingProps): VNode {
  const Tag = `h${level}` as const;
  return (
    <Tag class={isLong ? `h-${kind} long` : `h-${kind}`} {...(id !== undefined && { id })}>
      {children}
    </Tag>
  );
}
