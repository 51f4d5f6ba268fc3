import { Button, Loader } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { explainFailure } from '~/lib/explain-failure';
import { ModalDialog } from '~/ui/dialogs/modal-dialog';
import { FormNotice } from '~/ui/editing/form-notice';

interface LoadedDialogProps<Data> {
  title: string;
  lead?: string;
  wide?: boolean;
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching' | 'refetch'>;
  /** What could not be loaded, before the reason. */
  failure?: string;
  /** Buttons before the one that closes. */
  actions?: ReactNode;
  onClose: () => void;
  children: (data: Data) => ReactNode;
}

/** A dialog whose content is loaded first. */
export function LoadedDialog<Data>({ query, failure = '', actions, children, ...dialog }: LoadedDialogProps<Data>) {
  const { data, error, isFetching, refetch } = query;
  return (
    <ModalDialog
      {...dialog}
      actions={
        <>
          {actions}
          <Button size="md" variant="default" onClick={dialog.onClose}>
            Fechar
          </Button>
        </>
      }
    >
      {data === undefined && isFetching && <Loader aria-label="Carregando..." />}
      {error && !isFetching && (
        <FormNotice>
          {failure} {explainFailure(error)}
          <Button size="md" mt="sm" display="block" onClick={() => void refetch()}>
            Tentar de novo
          </Button>
        </FormNotice>
      )}
      {data !== undefined && children(data)}
    </ModalDialog>
  );
}
