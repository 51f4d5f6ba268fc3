import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './notices.module.css';

/** What the person should know before anything is typed. */
export function Notices({ children }: { children: ReactNode }) {
  return (
    <div role="status" className={styles.notices}>
      {children}
    </div>
  );
}

export function EditingNotice({ icon, text, children }: { icon: ReactNode; text: string; children: ReactNode }) {
  return (
    <div className={styles.notice}>
      {icon}
      <p>{text}</p>
      <div className={styles.actions}>{children}</div>
    </div>
  );
}

/** Work that was not saved has been brought back. `more` is said behind that. */
export function RecoveredNotice({
  more,
  onKeep,
  onDiscard,
}: {
  more?: string;
  onKeep: () => void;
  onDiscard: () => void;
}) {
  return (
    <EditingNotice
      icon={<IconHistory aria-hidden />}
      text={['Recuperamos o que você não salvou.', more].filter(Boolean).join(' ')}
    >
      <Button size="sm" variant="default" onClick={onKeep}>
        Manter
      </Button>
      <Button size="sm" variant="subtle" onClick={onDiscard}>
        Descartar
      </Button>
    </EditingNotice>
  );
}

/** Work has been thrown away, which can be taken back. */
export function DiscardedNotice({ onTakeBack }: { onTakeBack: () => void }) {
  return (
    <EditingNotice icon={<IconHistory aria-hidden />} text="As alterações foram descartadas.">
      <Button size="sm" variant="default" onClick={onTakeBack}>
        Desfazer o descarte
      </Button>
    </EditingNotice>
  );
}
