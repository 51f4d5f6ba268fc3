import { Button } from '@mantine/core';
import { IconArchive } from '@tabler/icons-react';
import { EditingNotice, FormNotices } from '~/ui/editing/notices';
import { useFormState, useTripForm } from './form-context';

export function EditorNotices({ lostPhotos }: { lostPhotos: number }) {
  const form = useTripForm();
  const isArchived = useFormState((state) => state.stored?.isArchived ?? false);
  return (
    <FormNotices form={form} more={lostInWords(lostPhotos)}>
      {isArchived && (
        <EditingNotice
          icon={<IconArchive aria-hidden />}
          text="Este passeio está arquivado. Desarquive-o para fazer mudanças."
        >
          <Button size="sm" variant="default" onClick={() => void form.publish({ isArchived: false })}>
            Desarquivar
          </Button>
        </EditingNotice>
      )}
    </FormNotices>
  );
}

function lostInWords(photos: number): string {
  if (photos === 0) return '';
  return photos === 1
    ? 'Uma foto que não tinha sido enviada precisa ser escolhida de novo.'
    : `${photos} fotos que não tinham sido enviadas precisam ser escolhidas de novo.`;
}
