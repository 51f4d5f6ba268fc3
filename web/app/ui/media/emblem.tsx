import styles from './emblem.module.css';

/** Stands beside the operator's name until there is a logo; decoration only. */
export function Emblem() {
  return (
    <svg viewBox="0 0 64 64" width="36" height="36" className={styles.emblem} aria-hidden="true">
      <rect className={styles.ground} width="64" height="64" rx="16" />
      <circle cx="44" cy="22" r="8" fill="#ffd166" />
      <path className={styles.hills} d="M6 48 22 24l10 14 6-8 20 18v1a9 9 0 0 1-9 9H15a9 9 0 0 1-9-9z" />
    </svg>
  );
}
