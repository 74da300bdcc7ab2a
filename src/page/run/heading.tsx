import type { ComponentChildren, VNode } from 'preact';
import type { Level } from './scope.js';

interface HeadingProps {
  readonly level: Level;
  /** How it looks: headings of one kind look alike at all levels. */
  readonly kind: 'page' | 'run' | 'section' | 'case' | 'minor';
  readonly id?: string;
  readonly children: ComponentChildren;
}

/** Shows a heading. */
export function Heading({ level, kind, id, children }: HeadingProps): VNode {
  const Tag = `h${level}` as const;
  return (
    <Tag class={`h-${kind}`} {...(id !== undefined && { id })}>
      {children}
    </Tag>
  );
}
