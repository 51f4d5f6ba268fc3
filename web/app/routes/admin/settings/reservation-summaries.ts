import type { DurationUnit, reservationSettingGroups } from '@passeio/contract/operator/reservation-settings';
import { plural } from '@passeio/contract/words';
import type { Duration, ReservationValues } from './reservations-section';

const ones: Record<DurationUnit, string> = { minutes: 'minuto', hours: 'hora', days: 'dia' };

/** What is typed in a group of the form, in one line. */
export const reservationSummaries: Record<
  keyof typeof reservationSettingGroups,
  (values: ReservationValues) => string
> = {
  hold: ({ holdMinutes, shortestHoldMinutes }) => `${time(holdMinutes)}; perto da saída, ${time(shortestHoldMinutes)}`,
  unpaid: ({ unpaidPlaces, pauseMinutes }) => `Até ${unpaidPlaces} por pessoa; pausa de ${time(pauseMinutes)}`,
  departure: ({ balanceDueHours, transferHours }) =>
    `Restante até ${time(balanceDueHours)} antes; trocas, ${time(transferHours)}`,
  means: ({ pixPermille, cardPermille }) => `Pix ${percent(pixPermille)}, cartão ${percent(cardPermille)}`,
  instalments: ({ instalmentGraceDays, releasesOverdue, overdueReleaseDays }) =>
    `Aviso depois de ${days(instalmentGraceDays)}; ${releasesOverdue ? `cancela depois de ${time(overdueReleaseDays)}` : 'não cancela sozinho'}`,
  waiting: ({ offerMinutes }) => `${time(offerMinutes)} para aceitar`,
  request: ({ requestMinutes }) => `${time(requestMinutes)} para responder`,
  giftCards: ({ sellsGiftCards }) => (sellsGiftCards ? 'À venda no site' : 'Não vendemos'),
  cancellation: ({ withdrawalRight, withdrawalDays, refundDays }) =>
    `${withdrawalRight ? `Desistência em ${time(withdrawalDays)}` : 'Sem desistência'}; devolução em ${time(refundDays)}`,
  retention: ({ receiptDays, listDays }) => `Comprovantes: ${time(receiptDays)}; listas: ${time(listDays)}`,
};

function time({ amount, unit }: Duration): string {
  return amount === '1' ? `1 ${ones[unit]}` : `${amount} ${ones[unit]}s`;
}

const days = (amount: string) => plural(Number(amount), 'dia');

/** As "sem mudança", "−5%" or "+3,5%". */
function percent(typed: string): string {
  const amount = typed.trim().replace('-', '−');
  if (/^[−]?0([.,]0)?$/.test(amount)) return 'sem mudança';
  return `${amount.startsWith('−') ? '' : '+'}${amount.replace('.', ',')}%`;
}
