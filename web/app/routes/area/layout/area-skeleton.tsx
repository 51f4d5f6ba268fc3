import { Stack } from '@mantine/core';
import hidden from '~/ui/text/visually-hidden.module.css';
import styles from './area-skeleton.module.css';
import layout from './layout.module.css';
import sidebar from './sidebar.module.css';
import topBar from './top-bar.module.css';

/** Skeleton of the area, rendered until the session is restored. */
export function AreaSkeleton() {
  return (
    <div className={layout.area}>
      <aside className={sidebar.sidebar} />
      <div className={layout.column}>
        <div className={topBar.bar} />
        <main className={layout.main} aria-busy>
          <PageSkeleton />
        </main>
      </div>
    </div>
  );
}

/** Skeleton of a loading page. */
function PageSkeleton() {
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
