import type { Reservation } from '@passeio/contract/reservations';
import { formatMoney, formatTime } from '~/lib/formats';

/** The next step for a reservation, in one or two sentences. */
export function nextStep(reservation: Reservation, timeZone: string): string {
  const { status, depositCents, trip, cancellationRequestedAt } = reservation;
  if (cancellationRequestedAt) {
    return 'O seu pedido de cancelamento está com a nossa equipe. Até a resposta, a reserva continua valendo.';
  }
  switch (status) {
    case 'held':
      return `Entre em contato para pagar o sinal de ${formatMoney(depositCents)} e confirmar a sua vaga.`;
    case 'confirmed':
      return 'A sua vaga está confirmada. Falta pagar o restante antes da saída.';
    case 'paid':
      return `Tudo certo! Chegue ao ponto de embarque 15 minutos antes e leve o documento original. Saída às ${formatTime(trip.date, timeZone)}.`;
    case 'waitlisted':
      return 'Você está na lista de espera. Para saber se abriu uma vaga, fale com a gente.';
    case 'boarded':
      return 'Você embarcou. Bom passeio!';
    case 'completed':
      return 'Obrigado por viajar com a gente!';
    case 'no_show':
      return 'Registramos que você não compareceu. Se foi um engano, fale com a gente.';
    case 'expired':
      return 'O prazo do sinal passou e a vaga ficou livre. Se ainda quiser ir, veja se há vagas.';
    case 'cancelled':
      return 'Esta reserva foi cancelada e não vale mais.';
  }
}

/** WhatsApp message to the operator that names the reservation. */
export function firstMessage({ status, code, trip }: Reservation, date: string): string {
  const subject = `minha reserva ${code} (${trip.title}, ${date})`;
  return status === 'held' ? `Olá! Quero pagar o sinal da ${subject}.` : `Olá! Quero falar sobre a ${subject}.`;
}
