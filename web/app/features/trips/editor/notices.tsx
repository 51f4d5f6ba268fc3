import { Button } from '@mantine/core';
import { IconArchive } from '@tabler/icons-react';
import { DiscardedNotice, EditingNotice, Notices, RecoveredNotice } from '~/ui/editing/notices';
import { useFormState, useTripForm } from './form-context';

/** What the person should know before anything is typed: work brought back, work thrown away, a trip put aside. */
export function EditorNotices() {
  const { discard, takeBack, noticeRecovery, publish } = useTripForm();
  const recovered = useFormState((state) => state.recovered);
  const canTakeBack = useFormState((state) => state.discarded !== null);
  const isNew = useFormState((state) => state.stored === null);
  const isArchived = useFormState((state) => state.stored?.isArchived ?? false);
  return (
    <Notices>
      {isArchived && (
        <EditingNotice
          icon={<IconArchive aria-hidden />}
          text="Este passeio está arquivado. Desarquive-o para fazer mudanças."
        >
          <Button size="sm" variant="default" onClick={() => void publish({ isArchived: false })}>
            Desarquivar
          </Button>
        </EditingNotice>
      )}
      {recovered && (
        <RecoveredNotice
          more={isNew ? 'Fotos que não tinham sido enviadas precisam ser escolhidas de novo.' : ''}
          onKeep={noticeRecovery}
          onDiscard={discard}
        />
      )}
      {canTakeBack && <DiscardedNotice onTakeBack={takeBack} />}
    </Notices>
  );
}
