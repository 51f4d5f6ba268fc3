import { Button } from '@mantine/core';
import type { z } from '@passeio/contract/zod';
import { type ReactNode, useId } from 'react';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { useUnsavedWarning } from '~/ui/editing/use-unsaved-warning';
import { FormNotice } from '../editing/form-notice';
import { type FormOf, type SchemaForm, useSchemaForm } from '../editing/use-schema-form';
import styles from './form-dialog.module.css';
import { ModalDialog } from './modal-dialog';

const LOSS = 'O que você digitou será perdido.';

/** Closes a dialog, after confirmation if it is dirty. Leaving the page also asks. */
function useConfirmClose(dirty: boolean, close: () => void): () => void {
  useUnsavedWarning(dirty, LOSS);
  return async () => {
    if (!dirty || (await askToConfirm({ titulo: 'Fechar sem salvar?', mensagem: LOSS }))) close();
  };
}

interface FormDialogProps<Values, Schema extends z.ZodType, Result>
  extends Omit<SchemaForm<Values, Schema, Result>, 'onSaved'> {
  /** By default the dialog closes. */
  onSaved?: (result: Result) => void;
  title: string;
  lead?: ReactNode;
  /** Wide, for two columns. */
  wide?: boolean;
  /** The label of the button that saves. */
  submit: string | ((values: Values) => string);
  /** Saving cannot be undone. */
  danger?: boolean;
  /** There is nothing to save yet. */
  disabled?: boolean;
  onClose: () => void;
  children?: ReactNode | ((form: FormOf<Values>) => ReactNode);
}

/**
 * A dialog with one form. Enter saves, Esc closes, after a question where something was typed. The field marked
 * `data-autofocus` has the focus first.
 */
export function FormDialog<Values extends Record<string, unknown>, Schema extends z.ZodType, Result>({
  title,
  lead,
  wide,
  submit,
  danger,
  disabled,
  onClose,
  onSaved = onClose,
  children,
  ...rules
}: FormDialogProps<Values, Schema, Result>) {
  const { form, failure, isPending, props } = useSchemaForm({ ...rules, onSaved });
  const id = useId();
  const close = useConfirmClose(form.isDirty() && !isPending, onClose);
  return (
    <ModalDialog
      title={title}
      lead={lead}
      {...(wide && { wide })}
      onClose={close}
      actions={
        <>
          <Button size="md" variant="default" onClick={close}>
            Voltar
          </Button>
          <Button
            type="submit"
            form={id}
            size="md"
            color={danger ? 'red' : undefined}
            loading={isPending}
            disabled={disabled}
          >
            {typeof submit === 'function' ? submit(form.values) : submit}
          </Button>
        </>
      }
    >
      <form {...props} id={id} className={styles.form}>
        {typeof children === 'function' ? children(form) : children}
        {failure && <FormNotice>{failure}</FormNotice>}
      </form>
    </ModalDialog>
  );
}
