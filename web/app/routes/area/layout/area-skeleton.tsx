import layout from './layout.module.css';
import { PageSkeleton } from './page-skeleton';
import sidebar from './sidebar.module.css';
import topBar from './top-bar.module.css';

/** The empty frame of the area: all that is rendered before the session is restored. */
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
