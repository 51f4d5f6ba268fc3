import { Button, Group } from '@mantine/core';

interface FormActionsProps {
  /** What saving is called. */
  save: string;
  dirty: boolean;
  busy: boolean;
  onUndo: () => void;
}

/** The foot of a form that is saved by itself: save, and undo while there is something to undo. */
export function FormActions({ save, dirty, busy, onUndo }: FormActionsProps) {
  return (
    <Group gap="sm">
      <Button type="submit" size="md" loading={busy}>
        {save}
      </Button>
      {dirty && (
        <Button type="button" size="md" variant="default" disabled={busy} onClick={onUndo}>
          Desfazer
        </Button>
      )}
    </Group>
  );
}
