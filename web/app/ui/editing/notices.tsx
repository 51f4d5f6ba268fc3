import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import styles from './notices.module.css';
import type { VersionedForm } from './versioned-form';

interface FormNoticesProps<Stored, Fields extends object> {
  form: Pick<VersionedForm<Stored, Fields, unknown>, 'store' | 'noticeRecovery' | 'discard' | 'takeBack'>;
  /** Said after the notice of a restored draft. */
  more?: string;
  children?: ReactNode;
}

/** Notices above a form: its own, a restored draft, and the undo of a discard. */
export function FormNotices<Stored, Fields extends object>({ form, more, children }: FormNoticesProps<Stored, Fields>) {
  const recovered = useStore(form.store, (state) => state.recovered);
  const canTakeBack = useStore(form.store, (state) => state.discarded !== null);
  return (
    <div role="status" className={styles.notices}>
      {children}
      {recovered && <RecoveredNotice more={more} onKeep={form.noticeRecovery} onDiscard={form.discard} />}
      {canTakeBack && <DiscardedNotice onTakeBack={form.takeBack} />}
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

/** Says that an unsaved draft was restored. `more` is appended. */
export function RecoveredNotice({
  more,
  onKeep,
  onDiscard,
}: {
  more?: string | undefined;
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

/** Says that changes were discarded, with an undo button. */
export function DiscardedNotice({ onTakeBack }: { onTakeBack: () => void }) {
  return (
    <EditingNotice icon={<IconHistory aria-hidden />} text="As alterações foram descartadas.">
      <Button size="sm" variant="default" onClick={onTakeBack}>
        Desfazer o descarte
      </Button>
    </EditingNotice>
  );
}
