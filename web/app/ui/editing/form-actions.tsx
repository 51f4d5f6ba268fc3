import { Button, Group } from '@mantine/core';

interface FormActionsProps {
  /** Label of the save button. */
  save: string;
  dirty: boolean;
  busy: boolean;
  onUndo: () => void;
}

/** Footer of a form: save, and undo while it is dirty. */
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
