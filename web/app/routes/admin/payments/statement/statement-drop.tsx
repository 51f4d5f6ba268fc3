import '@mantine/dropzone/styles.css';
import { Button, Group } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { statementRoutes } from '@passeio/contract/payments/statement-routes';
import { IconFileUpload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { orRedirect, uploadApi } from '~/features/session/api';
import { explainFailure } from '~/lib/explain-failure';
import { FormNotice } from '~/ui/editing/form-notice';
import { UploadProgress } from '~/ui/feedback/upload-progress';
import styles from './statement.module.css';

/** Takes a statement by drag and drop or from a file dialog; `onRead` gets its id. */
export function StatementDrop({ onRead }: { onRead: (statementId: string) => void }) {
  const [part, setPart] = useState(0);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (file: File) => {
      setPart(0);
      return orRedirect(uploadApi(setPart).call(statementRoutes.importStatement, { body: { file } }));
    },
    onSuccess: ({ id }) => onRead(id),
  });

  return (
    <div className={styles.upload}>
      <Dropzone
        // Accepts every file: the server says what it cannot read.
        onDrop={([file]) => file && mutate(file)}
        multiple={false}
        disabled={isPending}
        className={styles.drop}
        // The whole drop zone is clickable; keyboards use the button, whose clicks bubble here.
        activateOnKeyboard={false}
        enablePointerEvents
        inputProps={{ 'aria-label': 'Arquivo do extrato', accept: '.ofx,.csv', tabIndex: -1 }}
      >
        <Group gap="md">
          <Button variant="light" size="md" disabled={isPending} leftSection={<IconFileUpload size={20} aria-hidden />}>
            Escolher extrato
          </Button>
          <p>
            <span className={styles.drag}>ou arraste o arquivo para cá</span>
            <small>OFX ou CSV, como o seu banco oferece</small>
          </p>
        </Group>
      </Dropzone>
      <div role="status" className={styles.progress}>
        {isPending && <UploadProgress part={part} label="Envio do extrato" then="Lendo o extrato…" />}
      </div>
      {error && <FormNotice>{explainFailure(error)}</FormNotice>}
    </div>
  );
}
