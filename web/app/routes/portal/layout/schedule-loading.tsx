import styles from './schedule-loading.module.css';

export function ScheduleLoading() {
  return (
    <p className={styles.loading} role="status">
      <span className={styles.spinner} aria-hidden="true" />
      Carregando...
    </p>
  );
}
