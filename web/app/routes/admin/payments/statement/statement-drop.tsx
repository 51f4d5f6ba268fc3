import '@mantine/dropzone/styles.css';
import { Button, Group } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { statementRoutes } from '@passeio/contract/payments/statement-routes';
import { IconFileUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { answered } from '~/features/session/api';
import { uploadApi } from '~/features/session/upload-api';
import { explainFailure } from '~/lib/explain-failure';
import { FormNotice } from '~/ui/editing/form-notice';
import { UploadProgress } from '~/ui/feedback/upload-progress';
import styles from './statement.module.css';

/** Takes a statement by drag and drop or from a file dialog; `onRead` gets its id. */
export function StatementDrop({ onRead }: { onRead: (statementId: string) => void }) {
  const [part, setPart] = useState<number>();
  const busy = part !== undefined;
  const [failure, setFailure] = useState<string>();

  async function send([file]: File[]): Promise<void> {
    if (!file || busy) return;
    setPart(0);
    setFailure(undefined);
    try {
      const imported = await answered(uploadApi(setPart).call(statementRoutes.importStatement, { body: { file } }));
      onRead(imported.id);
    } catch (error) {
      setFailure(explainFailure(error));
    } finally {
      setPart(undefined);
    }
  }

  return (
    <div className={styles.upload}>
      <Dropzone
        // Accepts every file: the server says what it cannot read.
        onDrop={send}
        multiple={false}
        disabled={busy}
        className={styles.drop}
        // The whole drop zone is clickable; keyboards use the button, whose clicks bubble here.
        activateOnKeyboard={false}
        enablePointerEvents
        inputProps={{ 'aria-label': 'Arquivo do extrato', accept: '.ofx,.csv', tabIndex: -1 }}
      >
        <Group gap="md">
          <Button variant="light" size="md" disabled={busy} leftSection={<IconFileUpload size={20} aria-hidden />}>
            Escolher extrato
          </Button>
          <p>
            <span className={styles.drag}>ou arraste o arquivo para cá</span>
            <small>OFX ou CSV, como o seu banco oferece</small>
          </p>
        </Group>
      </Dropzone>
      <div role="status" className={styles.progress}>
        {busy && <UploadProgress part={part} label="Envio do extrato" then="Lendo o extrato…" />}
      </div>
      {failure && <FormNotice>{failure}</FormNotice>}
    </div>
  );
}
