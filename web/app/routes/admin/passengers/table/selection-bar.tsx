import { Button, CloseButton } from '@mantine/core';
import type { Passenger } from '@passeio/contract/boarding/passengers';
import { plural } from '@passeio/contract/words';
import styles from './selection-bar.module.css';

interface SelectionBarProps {
  chosen: readonly Passenger[];
  onBoarding: () => void;
  onClear: () => void;
}

/** What can be done with the chosen people; nothing while nobody is chosen. */
export function SelectionBar({ chosen, onBoarding, onClear }: SelectionBarProps) {
  return (
    <div role="status" className={styles.place}>
      {chosen.length > 0 && (
        <div className={styles.bar}>
          <strong className={styles.count}>{plural(chosen.length, 'pessoa')}</strong>
          <Button size="md" px="sm" onClick={onBoarding}>
            Mudar embarque
          </Button>
          <CloseButton size={44} aria-label="Desfazer a escolha" onClick={onClear} />
        </div>
      )}
    </div>
  );
}
