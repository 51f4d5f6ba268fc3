import type { KeyboardEvent, ReactNode, Ref } from 'react';
import styles from './floor.module.css';

interface FloorProps {
  /** The grid's name. */
  label: string;
  grid: Ref<HTMLDivElement>;
  onKeyDown: (event: KeyboardEvent) => void;
  className?: string | undefined;
  /** Its rows. */
  children: ReactNode;
}

/** A vehicle's floor as a grid, its front above. The squares have the focus, one of them is the tab stop. */
export function Floor({ label, grid, onKeyDown, className = '', children }: FloorProps) {
  return (
    <div className={`${styles.floor} ${className}`}>
      <p className={styles.end} aria-hidden="true">
        Frente
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: Biome refuses a table with the role of a grid. */}
      <div ref={grid} role="grid" tabIndex={-1} aria-label={label} onKeyDown={onKeyDown}>
        {children}
      </div>
      <p className={styles.end} aria-hidden="true">
        Fundo
      </p>
    </div>
  );
}

export function FloorRow({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: the squares have the focus.
    <div role="row" className={styles.row}>
      {children}
    </div>
  );
}
