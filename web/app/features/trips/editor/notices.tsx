import { Button } from '@mantine/core';
import { IconArchive } from '@tabler/icons-react';
import { DiscardedNotice, EditingNotice, Notices, RecoveredNotice } from '~/ui/editing/notices';
import { useFormState, useTripForm } from './form-context';

/** What the person should know before anything is typed: work brought back, work thrown away, a trip put aside. */
export function EditorNotices({ lostPhotos }: { lostPhotos: number }) {
  const { discard, takeBack, noticeRecovery, publish } = useTripForm();
  const recovered = useFormState((state) => state.recovered);
  const canTakeBack = useFormState((state) => state.discarded !== null);
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
      {recovered && <RecoveredNotice more={lostInWords(lostPhotos)} onKeep={noticeRecovery} onDiscard={discard} />}
      {canTakeBack && <DiscardedNotice onTakeBack={takeBack} />}
    </Notices>
  );
}

function lostInWords(photos: number): string {
  if (photos === 0) return '';
  return photos === 1
    ? 'Uma foto que não tinha sido enviada precisa ser escolhida de novo.'
    : `${photos} fotos que não tinham sido enviadas precisam ser escolhidas de novo.`;
}
