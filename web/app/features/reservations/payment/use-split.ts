import { reservationRoutes } from '@passeio/contract/reservations/reservation-routes';
import type { Reservation } from '@passeio/contract/reservations/reservations';
import { useMutation } from '@tanstack/react-query';
import { api } from '~/features/session/api';
import { reload } from '~/features/session/queries';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { isActive } from '../status/reservation-states';

/** The act of splitting the payment of a reservation, or of no longer doing so; undefined where there is none. */
export function useSplit(reservation: Reservation): { label: string; run: () => void; isPending: boolean } | undefined {
  const { id, shares, participants, payable, receivedCents } = reservation;
  const { mutate: split, isPending } = useMutation({
    mutationFn: (isSplit: boolean) =>
      api.call(reservationRoutes.splitPayment, { params: { reservationId: id }, body: { isSplit } }),
    // Somebody may have left or paid meanwhile.
    onError: () => void reload(),
  });
  if (!isActive(reservation)) return undefined;

  async function stop(): Promise<void> {
    const mensagem = 'O que já foi pago continua valendo. Pelos links ninguém paga mais.';
    if (receivedCents > 0 && !(await askToConfirm({ titulo: 'Deixar de dividir o pagamento?', mensagem }))) return;
    split(false);
  }

  if (shares) return { label: 'Não dividir mais', run: () => void stop(), isPending };
  if (participants.length < 2 || !payable) return undefined;
  return { label: 'Dividir o pagamento', run: () => split(true), isPending };
}
