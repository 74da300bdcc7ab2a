import type { ComponentChildren, VNode } from 'preact';
import type { Level } from './scope.js';

interface HeadingProps {
  readonly level: Level;
  /** How it looks: headings of one kind look alike at all levels. */
  readonly kind: 'page' | 'run' | 'section' | 'case' | 'fold' | 'minor';
  readonly id?: string;
  /** Makes the letters of a long heading smaller. */
  readonly isLong?: boolean;
  readonly children: ComponentChildren;
}

export function Heading({ level, kind, id, isLong = false, children }: HeadingProps): VNode {
  const Tag = `h${level}` as const;
  return (
    <Tag class={isLong ? `h-${kind} long` : `h-${kind}`} {...(id !== undefined && { id })}>
      {children}
    </Tag>
  );
}
