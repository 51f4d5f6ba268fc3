import type { ComponentProps } from 'react';
import styles from './button.module.css';

type Look = 'primary' | 'quiet' | 'danger';

/** Class of a link that looks like a button. */
export function buttonClass(look: Look = 'primary', more = ''): string {
  return `${styles.button} ${styles[look]} ${more}`.trim();
}

interface ButtonProps extends ComponentProps<'button'> {
  look?: Look;
  /** Shows a spinner and ignores clicks, but stays focusable. */
  busy?: boolean;
}

export function Button({ look = 'primary', busy = false, className, onClick, children, ...props }: ButtonProps) {
  return (
    <button
      type="button"
      {...props}
      className={buttonClass(look, className)}
      aria-busy={busy}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : onClick}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}

export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}
