import { Button, Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './save-bar-frame.module.css';

interface SaveBarFrameProps {
  /** Text of the saved state. */
  state: string;
  dirty: boolean;
  busy: boolean;
  onSave: () => void;
  onDiscard: () => void;
  /** Additional buttons. */
  children?: ReactNode;
}

/** Sticky bar with the saved state and the save buttons. */
export function SaveBarFrame({ state, dirty, busy, onSave, onDiscard, children }: SaveBarFrameProps) {
  return (
    <div className={styles.bar}>
      <Text flex={1} c="dimmed" fz="sm" role="status">
        {busy ? 'Salvando…' : state}
      </Text>
      {dirty && (
        <Button
          variant="subtle"
          color="gray"
          size="md"
          px={8}
          c="var(--text)"
          leftSection={<IconArrowBackUp size={20} aria-hidden />}
          onClick={() => !busy && onDiscard()}
          aria-disabled={busy || undefined}
        >
          Descartar<span className={styles.more}>&nbsp;alterações</span>
        </Button>
      )}
      <div className={styles.actions}>
        {children}
        <Button
          size="md"
          onClick={onSave}
          aria-disabled={busy || undefined}
          aria-keyshortcuts="Control+S"
          title="Ctrl+S"
        >
          Salvar
        </Button>
      </div>
    </div>
  );
}
