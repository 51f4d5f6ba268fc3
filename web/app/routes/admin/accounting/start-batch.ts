import { type InvoiceBatchDraft, invoiceBatchRoutes } from '@passeio/contract/payments/invoice-batches';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { api } from '~/features/session/api';

/** The page of notes that are issued together. */
export const BATCHES_PAGE = '/admin/contador/notas';

/** What many notes say, before they are asked for. */
export const BATCH_TEXT =
  'O valor de cada nota é o que você recebeu e ainda está sem nota. Elas vão para o governo em seguida.';

/** Asks for many notes, and shows how they get on. */
export function useStartBatch() {
  const navigate = useNavigate();
  const { mutate: start, isPending } = useMutation({
    mutationFn: (body: InvoiceBatchDraft) => api.call(invoiceBatchRoutes.startBatch, { body }),
    onSuccess: ({ id }) => navigate(`${BATCHES_PAGE}/${id}`),
  });
  return { start, isPending };
}
