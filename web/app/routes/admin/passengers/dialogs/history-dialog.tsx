import { Button, Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import { ModalDialog } from '~/ui/dialogs/modal-dialog';
import { FormNotice } from '~/ui/editing/form-notice';

interface HistoryDialogProps {
  title: string;
  lead: string;
  wide?: boolean;
  isLoading: boolean;
  /** Why it could not be loaded. */
  failure: string | undefined;
  onRetry: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** What is loaded to be read: a history of a reservation. */
export function HistoryDialog({ isLoading, failure, onRetry, children, ...dialog }: HistoryDialogProps) {
  return (
    <ModalDialog
      {...dialog}
      actions={
        <Button size="md" variant="default" onClick={dialog.onClose}>
          Fechar
        </Button>
      }
    >
      {isLoading && <Loader aria-label="Carregando..." />}
      {failure && (
        <FormNotice>
          Não foi possível carregar o histórico. {failure}
          <Button size="md" mt="sm" display="block" onClick={onRetry}>
            Tentar de novo
          </Button>
        </FormNotice>
      )}
      {children}
    </ModalDialog>
  );
}
