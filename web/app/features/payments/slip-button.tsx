import { Button, type ButtonProps } from '@mantine/core';
import { paymentRoutes } from '@passeio/contract/reservations/payment-routes';
import { IconReceipt } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { api, withRetry } from '~/features/session/api';
import { saveFile } from '~/lib/save-file';

interface SlipButtonProps extends ButtonProps {
  reservationId: string;
  /** The payment; by default all of them. */
  entryId?: string;
  'aria-label'?: string;
}

/** Saves the receipts for payments of a reservation as PDF. */
export function SlipButton({ reservationId, entryId, ...props }: SlipButtonProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      const input = { params: { reservationId }, query: entryId ? { entryId } : {} };
      return withRetry(() => api.download(paymentRoutes.exportSlips, input));
    },
    onSuccess: saveFile,
  });
  return (
    <Button
      size="md"
      variant="default"
      leftSection={<IconReceipt size={20} aria-hidden />}
      loading={isPending}
      onClick={() => mutate()}
      {...props}
    >
      {entryId ? 'Recibo' : 'Baixar recibo'}
    </Button>
  );
}
