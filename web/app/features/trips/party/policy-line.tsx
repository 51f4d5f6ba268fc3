import styles from './policy-line.module.css';

/** What a reservation accepts. The link opens another tab, so that the choice stays. */
export function PolicyLine() {
  return (
    <div className={styles.policy}>
      Ao reservar, você aceita a{' '}
      <a href="/portal/politicacancelamento" target="_blank" rel="noopener">
        política de cancelamento
      </a>
      .
    </div>
  );
}
