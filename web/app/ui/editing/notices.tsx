import { Button, Group, Stack, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { Card } from '../layout/card';
import type { VersionedForm } from './versioned-form';

interface FormNoticesProps<Stored, Fields extends object> {
  form: Pick<VersionedForm<Stored, Fields, unknown>, 'store' | 'noticeRecovery' | 'discard' | 'undoDiscard'>;
  /** Said after the notice of a restored draft. */
  more?: string;
  children?: ReactNode;
}

/** Notices above a form: its own, a restored draft, and the undo of a discard. */
export function FormNotices<Stored, Fields extends object>({ form, more, children }: FormNoticesProps<Stored, Fields>) {
  const recovered = useStore(form.store, (state) => state.recovered);
  const canUndo = useStore(form.store, (state) => state.discarded !== null);
  const isShown = Boolean(children) || recovered || canUndo;
  return (
    <Stack role="status" gap="sm" mb={isShown ? 'md' : 0}>
      {children}
      {recovered && <RecoveredNotice more={more} onKeep={form.noticeRecovery} onDiscard={form.discard} />}
      {canUndo && <DiscardedNotice onUndo={form.undoDiscard} />}
    </Stack>
  );
}

export function EditingNotice({ icon, text, children }: { icon: ReactNode; text: string; children?: ReactNode }) {
  return (
    <Card tone="info">
      <Group gap="sm">
        {icon}
        <Text flex="1 1 14rem" fw={550}>
          {text}
        </Text>
        {children && <Group gap="xs">{children}</Group>}
      </Group>
    </Card>
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
export function DiscardedNotice({ onUndo }: { onUndo: () => void }) {
  return (
    <EditingNotice icon={<IconHistory aria-hidden />} text="As alterações foram descartadas.">
      <Button size="sm" variant="default" onClick={onUndo}>
        Desfazer o descarte
      </Button>
    </EditingNotice>
  );
}
