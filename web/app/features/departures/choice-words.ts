import type {
  ChoiceDraft,
  DepartureChoice,
  OfferedDeparture,
} from '@passeio/contract/departures/departure-cancellations';
import { type Formats, formatCalendarDate, formatMoney } from '~/lib/formats';

/** A choice as a radio button: what it is called, and what follows from it. */
export interface Option {
  id: string;
  label: string;
  text: string;
  draft: ChoiceDraft;
}

/** What a payer chooses from, the refund first: it is what happens without a choice. */
export function optionsOf(choice: DepartureChoice, formats: Formats): Option[] {
  const { amountCents, promisedFor, departures } = choice;
  const amount = formatMoney(amountCents);
  return [
    {
      id: 'refund',
      label: `Reembolso de ${amount}`,
      text: `O valor todo volta para você até ${formatCalendarDate(promisedFor)}.`,
      draft: { kind: 'refund', amountCents },
    },
    {
      id: 'credit',
      label: `Crédito de ${amount}`,
      text: 'Vale para qualquer passeio nosso e não vence.',
      draft: { kind: 'credit', amountCents },
    },
    ...departures.map((departure) => ({
      id: departure.id,
      label: `${departure.title}, ${formats.formatMoment(departure.date)}`,
      text: differenceOf(departure),
      draft: { kind: 'moved', tripId: departure.id, totalCents: departure.totalCents } as const,
    })),
  ];
}

function differenceOf({ totalCents, dueCents, refundCents }: OfferedDeparture): string {
  const total = `Custa ${formatMoney(totalCents)} para o seu grupo.`;
  if (dueCents > 0) return `${total} Falta pagar ${formatMoney(dueCents)}.`;
  return refundCents > 0 ? `${total} Devolvemos ${formatMoney(refundCents)}.` : `${total} Está tudo pago.`;
}

/** What the choice does, before it is confirmed. */
export function consequenceOf({ draft, label }: Option, { amountCents }: DepartureChoice): string {
  const amount = formatMoney(amountCents);
  if (draft.kind === 'refund') return `Cancelamos a reserva e devolvemos ${amount}. Não dá para voltar atrás.`;
  if (draft.kind === 'credit') {
    return `Cancelamos a reserva e você fica com ${amount} de crédito. Não dá para voltar atrás.`;
  }
  return `A sua reserva passa para ${label}. O ponto de embarque fica a combinar. Não dá para voltar atrás.`;
}

/** What was chosen, as a title and a sentence. */
export function outcomeOf(choice: DepartureChoice, formats: Formats): { title: string; text: string } {
  const { outcome, movedTo, amountCents, promisedFor } = choice;
  if (outcome === 'moved' && movedTo) {
    return {
      title: 'Pronto: você vai em outra saída',
      text: `A sua reserva agora é em ${movedTo.title}, ${formats.formatMoment(movedTo.date)}. Enviamos os detalhes por e-mail.`,
    };
  }
  if (outcome === 'credit') {
    return {
      title: 'Pronto: o crédito é seu',
      text: `Você tem ${formatMoney(amountCents)} de crédito para outro passeio. Ele não vence.`,
    };
  }
  if (outcome === 'refund') {
    return {
      title: 'Pronto: vamos devolver o valor',
      text: `Devolvemos ${formatMoney(amountCents)} até ${formatCalendarDate(promisedFor)} e avisamos quando sair da nossa conta.`,
    };
  }
  return { title: 'Nada a escolher', text: 'Nada tinha sido pago nesta reserva, e nada é cobrado.' };
}
