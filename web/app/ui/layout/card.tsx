import type { ComponentPropsWithRef } from 'react';
import styles from './card.module.css';

/** What a callout is about; "sunken" is a quiet box on a card. */
type Tone = 'sunken' | 'info' | 'success' | 'warning' | 'danger';

interface CardProps extends Omit<ComponentPropsWithRef<'div'>, 'className'> {
  component?: 'div' | 'section' | 'article' | 'li';
  className?: string | undefined;
  /** A callout: a tinted box without an edge. */
  tone?: Tone | undefined;
  /** Between what it contains 0.5 instead of 1 rem. */
  gap?: 'small';
  /** No room at the edge, nor between what it contains: a picture fills its part. */
  flush?: boolean;
  /** More room inside where the screen has it. */
  roomy?: boolean;
}

/** A box on the page whose contents stand below each other. */
export function Card({ component: Element = 'div', tone, gap, flush, roomy, className = '', ...props }: CardProps) {
  const Tag = Element as 'div';
  return (
    <Tag
      {...props}
      className={`${styles.card} ${className}`}
      data-tone={tone}
      data-gap={gap}
      data-flush={flush || undefined}
      data-roomy={roomy || undefined}
    />
  );
}
