import { Button, FileButton, Group } from '@mantine/core';
import { paymentRoutes } from '@passeio/contract/payments/payment-routes';
import type { Receipt } from '@passeio/contract/payments/payments';
import { IconUpload } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { FormNotice } from '~/ui/editing/form-notice';
import { UploadProgress } from '~/ui/feedback/upload-progress';
import { answered, uploadApi } from '../../session/api';
import { failureText } from '../../session/identity/error';
import styles from './payment.module.css';
import { RECEIPT_ACCEPT, refusalOfReceipt } from './receipt-file';

/** `refused`: this file cannot be sent; `failed`: it can be tried again. */
export type UploadState =
  | { kind: 'idle' }
  | { kind: 'refused'; reason: string }
  | { kind: 'sending'; file: File; part: number }
  | { kind: 'failed'; file: File; reason: string };

/** Sends receipts of reservations, one at a time; `send` answers undefined unless it arrived. */
export function useReceiptUpload() {
  const [state, setState] = useState<UploadState>({ kind: 'idle' });
  const call = useRef<AbortController>(undefined);
  useEffect(() => () => call.current?.abort(), []);

  async function send(reservationId: string, file: File): Promise<Receipt | undefined> {
    const refusal = refusalOfReceipt(file);
    if (refusal) {
      setState({ kind: 'refused', reason: refusal });
      return undefined;
    }
    const upload = new AbortController();
    call.current = upload;
    const { signal } = upload;
    setState({ kind: 'sending', file, part: 0 });
    try {
      const onProgress = (part: number) => signal.aborted || setState({ kind: 'sending', file, part });
      const input = { params: { reservationId }, body: { file }, signal };
      const receipt = await answered(uploadApi(onProgress).call(paymentRoutes.sendReceipt, input));
      if (signal.aborted) return undefined;
      setState({ kind: 'idle' });
      return receipt;
    } catch (error) {
      if (!signal.aborted) setState({ kind: 'failed', file, reason: failureText(error) ?? 'Não foi possível enviar.' });
      return undefined;
    }
  }

  function cancel(): void {
    call.current?.abort();
    setState({ kind: 'idle' });
  }

  return { state, send, cancel };
}

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
