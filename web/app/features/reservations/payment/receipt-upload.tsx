import { Button, FileButton, Group } from '@mantine/core';
import type { Receipt } from '@passeio/contract/payments/payments';
import { IconUpload } from '@tabler/icons-react';
import { useRef } from 'react';
import { FormNotice } from '~/ui/editing/form-notice';
import { UploadProgress } from '~/ui/feedback/upload-progress';
import styles from './payment.module.css';
import { RECEIPT_ACCEPT } from './receipt-file';
import { type UploadState, useReceiptUpload } from './use-receipt-upload';

interface ReceiptUploadProps {
  reservationId: string;
  onSent: (receipt: Receipt) => void;
}

/** Takes the receipt of a payment, for where nothing tells us of it. */
export function ReceiptUpload({ reservationId, onSent }: ReceiptUploadProps) {
  const { state, send, cancel } = useReceiptUpload();
  async function submit(file: File): Promise<void> {
    const receipt = await send(reservationId, file);
    if (receipt) onSent(receipt);
  }
  return (
    <div className={styles.receipt}>
      {state.kind === 'sending' ? (
        <SendingReceipt state={state} onCancel={cancel} />
      ) : (
        <>
          {state.kind !== 'idle' && <FormNotice>{state.reason}</FormNotice>}
          <Group gap="sm">
            {state.kind === 'failed' && (
              <Button size="md" onClick={() => void submit(state.file)}>
                Tentar de novo
              </Button>
            )}
            <ReceiptButton onChosen={(file) => void submit(file)}>
              {state.kind === 'idle' ? 'Já paguei: enviar comprovante' : 'Escolher outro arquivo'}
            </ReceiptButton>
          </Group>
        </>
      )}
      <ReceiptWarning />
    </div>
  );
}

/** Chooses a photo or PDF; the same file may be chosen again. */
export function ReceiptButton({ onChosen, children }: { onChosen: (file: File) => void; children: string }) {
  const reset = useRef<() => void>(null);
  return (
    <FileButton
      accept={RECEIPT_ACCEPT}
      resetRef={reset}
      onChange={(file) => {
        reset.current?.();
        if (file) onChosen(file);
      }}
    >
      {(props) => (
        <Button
          {...props}
          size="md"
          variant="default"
          classNames={{ root: styles.button ?? '', label: styles.label ?? '' }}
          leftSection={<IconUpload size={20} aria-hidden />}
        >
          {children}
        </Button>
      )}
    </FileButton>
  );
}

/** What a receipt is worth. */
export function ReceiptWarning() {
  return (
    <p className={styles.hint}>
      O envio do comprovante não confirma a reserva. Avisaremos assim que o valor entrar na conta.
    </p>
  );
}

interface SendingReceiptProps {
  state: Extract<UploadState, { kind: 'sending' }>;
  onCancel: () => void;
}

/** A file on its way, with its progress. */
export function SendingReceipt({ state: { file, part }, onCancel }: SendingReceiptProps) {
  return (
    <div className={styles.sending}>
      <UploadProgress part={part} label="Envio do comprovante" then="Guardando o comprovante…" />
      <p className={styles.hint}>{file.name}</p>
      <Button size="md" variant="subtle" onClick={onCancel}>
        Cancelar envio
      </Button>
    </div>
  );
}
