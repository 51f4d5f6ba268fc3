import { Button } from '@mantine/core';
import { SaveBarFrame } from '~/ui/editing/save-bar-frame';
import { isDirty } from '~/ui/editing/versioned-form';
import { useFormState, useTripForm } from './form-context';

/** Sticky bar with the saved state and the save buttons. */
export function SaveBar({ onSave }: { onSave: (options?: { publish?: boolean }) => void }) {
  const { discard } = useTripForm();
  const dirty = useFormState(isDirty);
  const busy = useFormState((state) => state.busy);
  const isNew = useFormState((state) => state.stored === null);
  const isPublished = useFormState((state) => state.stored?.isActive ?? false);
  const isArchived = useFormState((state) => state.stored?.isArchived ?? false);
  if (isArchived) return null;
  return (
    <SaveBarFrame
      state={stateInWords(dirty, isNew)}
      dirty={dirty}
      busy={busy}
      onSave={() => onSave()}
      onDiscard={discard}
    >
      {!isPublished && (
        <Button variant="default" size="md" onClick={() => onSave({ publish: true })} aria-disabled={busy || undefined}>
          Salvar e publicar
        </Button>
      )}
    </SaveBarFrame>
  );
}

function stateInWords(dirty: boolean, isNew: boolean): string {
  if (dirty) return 'Há alterações não salvas';
  return isNew ? 'Ainda não foi salvo' : 'Tudo salvo';
}
