import { Button, Loader } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { explainFailure } from '~/lib/explain-failure';
import { FormNotice } from '~/ui/editing/form-notice';
import { ModalDialog } from './modal-dialog';

interface LoadedProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching' | 'refetch'>;
  /** What could not be loaded, before the reason. */
  failure?: string;
  children: (data: Data) => ReactNode;
}

interface LoadedDialogProps<Data> extends LoadedProps<Data> {
  title: string;
  lead?: string;
  wide?: boolean;
  onClose: () => void;
}

/** A dialog whose content is loaded first. */
export function LoadedDialog<Data>({ query, failure, children, ...dialog }: LoadedDialogProps<Data>) {
  return (
    <ModalDialog
      {...dialog}
      actions={
        <Button size="md" variant="default" onClick={dialog.onClose}>
          Fechar
        </Button>
      }
    >
      <Loaded {...{ query, failure }}>{children}</Loaded>
    </ModalDialog>
  );
}

/** What is loaded first, or why it did not come. */
export function Loaded<Data>({ query, failure = '', children }: LoadedProps<Data>) {
  const { data, error, isFetching, refetch } = query;
  return (
    <>
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
    </>
  );
}
