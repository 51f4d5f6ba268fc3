import { Button } from '@mantine/core';
import { type FormEvent, type ReactNode, useId } from 'react';
import { ModalDialog } from '~/ui/dialogs/modal-dialog';
import { FormNotice } from '~/ui/editing/form-notice';
import { useConfirmClose } from '../../../ui/dialogs/use-confirm-close';
import styles from './actions.module.css';

interface ActionDialogProps {
  title: string;
  lead: ReactNode;
  /** Label of the button that does it. */
  submit: string;
  busy: boolean;
  disabled?: boolean | undefined;
  /** Something was typed that closing would lose. */
  dirty?: boolean | undefined;
  /** What went wrong and belongs to no field. */
  error?: string | undefined;
  onSubmit: () => void;
  onClose: () => void;
  children?: ReactNode;
}

/** Dialog with one form that changes a reservation. */
export function ActionDialog({ dirty = false, error, onSubmit, onClose, children, ...props }: ActionDialogProps) {
  const form = useId();
  const close = useConfirmClose(dirty, onClose);

  function submit(event: FormEvent): void {
    event.preventDefault();
    onSubmit();
  }

  return (
    <ModalDialog
      title={props.title}
      lead={props.lead}
      onClose={close}
      actions={
        <>
          <Button size="md" variant="default" onClick={close}>
            Voltar
          </Button>
          <Button type="submit" form={form} size="md" loading={props.busy} disabled={props.disabled ?? false}>
            {props.submit}
          </Button>
        </>
      }
    >
      <form id={form} noValidate className={styles.form} onSubmit={submit}>
        {children}
        {error && <FormNotice>{error}</FormNotice>}
      </form>
    </ModalDialog>
  );
}
