import type { ComponentPropsWithRef, CSSProperties, ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './facts.module.css';

/** Facts below each other, each beside its name; `labels` is the names' width in rem. */
export function Facts({ labels = 6.5, ...props }: ComponentPropsWithRef<'dl'> & { labels?: number }) {
  return <dl {...props} className={styles.facts} style={{ '--labels': `${labels}rem` } as CSSProperties} />;
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Key figures beside each other. */
export function Figures(props: ComponentPropsWithRef<'dl'>) {
  return <dl {...props} className={styles.figures} />;
}

interface FigureProps {
  label: string;
  value: ReactNode;
  note?: ReactNode;
  /** A figure that needs action, or a loss. */
  tone?: 'warning' | 'danger' | false | undefined;
}

/** A key figure, as an entry of `Figures`. */
export function Figure({ label, value, note, tone }: FigureProps) {
  return (
    <div className={styles.figure} data-tone={tone || undefined}>
      <dt>{label}</dt>
      <dd className={styles.value}>
        <FigureNumber>{value}</FigureNumber>
      </dd>
      {note && <dd className={styles.note}>{note}</dd>}
    </div>
  );
}

function FigureNumber({ children }: { children: ReactNode }) {
  const length = typeof children === 'string' ? children.length : 1;
  return (
    <span className={styles.number} style={{ '--length': length } as CSSProperties}>
      {children}
    </span>
  );
}

/** A key figure that links to its list. */
export function FigureLink({ label, value, note, tone, to }: FigureProps & { to: string }) {
  return (
    <Link to={to} className={styles.figure} data-tone={tone || undefined}>
      <span className={styles.note}>{label}</span>
      <span className={styles.value}>
        <FigureNumber>{value}</FigureNumber>
      </span>
      <span className={styles.note}>{note}</span>
    </Link>
  );
}
