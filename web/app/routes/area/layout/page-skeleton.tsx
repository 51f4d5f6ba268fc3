import { Stack } from '@mantine/core';
import hidden from '~/ui/text/visually-hidden.module.css';
import styles from './page-skeleton.module.css';

/** Shapes in the place of a page that is loading. */
export function PageSkeleton() {
  return (
    <Stack gap={24} role="status">
      <span className={hidden.hidden}>Carregando...</span>
      <div className={styles.line} />
      <div className={styles.cards} aria-hidden>
        {['a', 'b', 'c', 'd', 'e', 'f'].map((card) => (
          <div key={card} className={styles.card} />
        ))}
      </div>
    </Stack>
  );
}
