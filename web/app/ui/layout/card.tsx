import type { ComponentPropsWithRef } from 'react';
import styles from './card.module.css';

/** What a callout is about; "sunken" is a quiet box on a card. */
type Tone = 'sunken' | 'info' | 'success' | 'warning' | 'danger';

interface CardProps extends ComponentPropsWithRef<'div'> {
  component?: 'div' | 'section' | 'article' | 'li' | 'fieldset' | 'form';
  /** A callout: a tinted box without an edge. */
  tone?: Tone | undefined;
  /** Between what it contains: 0.5, 1 or 1.25 rem. */
  gap?: 'small' | 'large';
  /** More room inside where the screen has it. */
  roomy?: boolean;
}

/** A box on the page whose contents stand below each other. */
export function Card({ component: Element = 'div', tone, gap, roomy, className = '', ...props }: CardProps) {
  const Tag = Element as 'div';
  return (
    <Tag
      {...props}
      className={`${styles.card} ${className}`}
      data-tone={tone}
      data-gap={gap}
      data-roomy={roomy || undefined}
    />
  );
}
