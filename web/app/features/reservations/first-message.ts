import type { Reservation } from '@passeio/contract/reservations/reservations';

type Named = Pick<Reservation, 'code' | 'status' | 'payable'> & { trip: { title: string } };

/** WhatsApp message to the operator that names the reservation; `date` as people read it. */
export function firstMessage({ status, code, payable, trip }: Named, date: string): string {
  const subject = `minha reserva ${code} (${trip.title}, ${date})`;
  return status.key === 'deposit_due' && !payable
    ? `Olá! Quero pagar o sinal da ${subject}.`
    : `Olá! Quero falar sobre a ${subject}.`;
}
