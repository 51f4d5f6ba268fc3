import { Button, FileButton, Group, Stack, Text } from '@mantine/core';
import type { Receipt } from '@passeio/contract/payments/payments';
import { IconUpload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { failureText } from '~/features/session/identity/error';
import { FormNotice } from '~/ui/editing/form-notice';
import { UploadProgress } from '~/ui/feedback/upload-progress';
import styles from './payment.module.css';
import { RECEIPT_ACCEPT, refusalOfReceipt, uploadReceipt } from './receipt-file';

interface Sending {
  reservationId: string;
  file: File;
}

/** Sends receipts of reservations, one at a time. Leaving the page cancels. */
export function useReceiptUpload() {
  const [part, setPart] = useState(0);
  const running = useRef<ReturnType<typeof uploadReceipt>>(undefined);
  useEffect(() => () => running.current?.cancel(), []);
  const { mutate, variables, isPending, error, reset } = useMutation({
    mutationFn: ({ reservationId, file }: Sending) => {
      setPart(0);
      running.current = uploadReceipt(reservationId, file, setPart);
      return running.current.sent;
    },
  });
  function cancel(): void {
    running.current?.cancel();
    reset();
  }
  return {
    send: mutate,
    cancel,
    sending: isPending ? { file: variables.file, part } : undefined,
    /** What was not sent, and why. */
    failed: error && variables ? { ...variables, reason: failureText(error) ?? 'Não foi possível enviar.' } : undefined,
  };
}

interface ReceiptUploadProps {
  reservationId: string;
  onSent: (receipt: Receipt) => void;
}

/** Takes the receipt of a payment, for where no bank notifies us of it. */
export function ReceiptUpload({ reservationId, onSent }: ReceiptUploadProps) {
  const { send, cancel, sending, failed } = useReceiptUpload();
  const [refusal, setRefusal] = useState<string>();
  const reason = refusal ?? failed?.reason;
  function submit(file: File): void {
    const refused = refusalOfReceipt(file);
    setRefusal(refused);
    if (!refused) send({ reservationId, file }, { onSuccess: onSent });
  }
  return (
    <Stack gap="sm" pt="md" style={{ borderTop: '1px solid var(--border)' }}>
      {sending ? (
        <SendingReceipt {...sending} onCancel={cancel} />
      ) : (
        <>
          {reason && <FormNotice>{reason}</FormNotice>}
          <Group gap="sm">
            {failed && !refusal && (
              <Button size="md" onClick={() => submit(failed.file)}>
                Tentar de novo
              </Button>
            )}
            <ReceiptButton onChosen={submit}>
              {reason ? 'Escolher outro arquivo' : 'Já paguei: enviar comprovante'}
            </ReceiptButton>
          </Group>
        </>
      )}
      <ReceiptWarning />
    </Stack>
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
    <Text variant="hint" style={{ textWrap: 'pretty' }}>
      O envio do comprovante não confirma a reserva. Avisaremos assim que o valor entrar na conta.
    </Text>
  );
}

interface SendingReceiptProps {
  file: File;
  part: number;
  onCancel: () => void;
}

/** A file on its way, with its progress. */
export function SendingReceipt({ file, part, onCancel }: SendingReceiptProps) {
  return (
    <Stack gap="sm">
      <UploadProgress part={part} label="Envio do comprovante" then="Guardando o comprovante…" />
      <Text variant="hint" style={{ overflowWrap: 'anywhere' }}>
        {file.name}
      </Text>
      <Button size="md" variant="subtle" style={{ alignSelf: 'start' }} onClick={onCancel}>
        Cancelar envio
      </Button>
    </Stack>
  );
}
