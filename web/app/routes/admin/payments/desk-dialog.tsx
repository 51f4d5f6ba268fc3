import { Button } from '@mantine/core';
import { type FormEvent, type ReactNode, useId } from 'react';
import styles from '~/features/reservations/passengers/dialogs/dialog-form.module.css';
import { ModalDialog } from '~/ui/dialogs/modal-dialog';

interface DeskDialogProps {
  title: string;
  lead: ReactNode;
  /** Label of the button that submits. */
  action: string;
  danger?: boolean;
  busy: boolean;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog with a short form: Enter submits, Esc closes. */
export function DeskDialog({ title, lead, action, danger, busy, onSubmit, onClose, children }: DeskDialogProps) {
  const form = useId();
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    onSubmit();
  }
  return (
    <ModalDialog
      title={title}
      lead={lead}
      onClose={onClose}
      actions={
        <>
          <Button size="md" variant="default" onClick={onClose}>
            Voltar
          </Button>
          <Button type="submit" form={form} size="md" color={danger ? 'red' : undefined} loading={busy}>
            {action}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className={styles.form}>
        {children}
      </form>
    </ModalDialog>
  );
}
