import { moneyText } from '@passeio/contract/money';
import { firstName } from '@passeio/contract/words';
import { common, hello } from './common.ts';
import type { WordedEmail } from './frame.ts';

/** E-mails that say whether a trip departs; `departure`: day and time in the operator's time zone. */
export interface DepartureEmailData {
  departureGuaranteed: {
    name: string;
    code: string;
    trip: string;
    departure: string;
    seesReservation: boolean;
    link: string;
  };
  /** `next`: departures with places, as "Gruta do Anjo, 19/12/2026 às 06:00". */
  departureCancelled: CancelledData & { next: string[] };
  /** `until`: the last day, as "04/12/2026". */
  departureChoice: CancelledData & { amountCents: number; until: string };
  /** `former`: the trip that was cancelled; `trip` and `departure` are the other one's. */
  departureMoved: {
    name: string;
    code: string;
    trip: string;
    departure: string;
    former: string;
    isBooked: boolean;
    dueCents: number;
    refundCents: number;
    seesReservation: boolean;
    link: string;
  };
}

/** `reason`: staff's, why the departure was cancelled. */
interface CancelledData {
  name: string;
  code: string;
  trip: string;
  departure: string;
  reason: string;
  link: string;
}

/** Each e-mail about a departure. */
export const departureEmails: {
  [Kind in keyof DepartureEmailData]: (data: DepartureEmailData[Kind], talk: string) => WordedEmail<Kind>;
} = {
  departureGuaranteed: (data, talk) => ({
    values: { ...common(data, talk), saida: data.departure },
    preview: `Viajamos em ${data.departure}.`,
    heading: `Boa notícia, ${firstName(data.name)}!`,
    action: { label: data.seesReservation ? 'Ver a reserva' : 'Ver o passeio', link: data.link },
  }),
  departureCancelled: (data, talk) => ({
    values: {
      ...common(data, talk),
      saida: data.departure,
      motivo: data.reason,
      frase_das_proximas: data.next.length > 0 ? `As próximas saídas com vagas: ${data.next.join('; ')}.` : '',
    },
    preview: 'Você não tinha pago nada, e nada é cobrado.',
    heading: hello(data),
    action: { label: 'Ver as próximas saídas', link: data.link },
  }),
  departureChoice: (data, talk) => ({
    values: {
      ...common(data, talk),
      saida: data.departure,
      motivo: data.reason,
      valor: moneyText(data.amountCents),
      prazo: data.until,
    },
    preview: `Até ${data.until}, escolha reembolso, crédito ou outra saída.`,
    heading: hello(data),
    action: { label: 'Escolher', link: data.link },
    note: 'O link é só seu: quem o abre escolhe por você. Sem resposta até o prazo, devolvemos o valor.',
  }),
  departureMoved: (data, talk) => ({
    values: {
      ...common(data, talk),
      saida: data.departure,
      antes: data.former,
      frase_do_que_falta: standingOf(data),
    },
    preview: `Viajamos em ${data.departure}.`,
    heading: hello(data),
    action: { label: data.seesReservation ? 'Ver a reserva' : 'Ver o passeio', link: data.link },
  }),
};

function standingOf({ isBooked, dueCents, refundCents }: DepartureEmailData['departureMoved']): string {
  if (refundCents > 0) return `A outra saída custa menos: devolvemos ${moneyText(refundCents)}.`;
  if (dueCents === 0) return 'Está tudo pago.';
  const what = `A outra saída custa mais ou ainda faltava uma parte: falta pagar ${moneyText(dueCents)}.`;
  return isBooked ? what : `${what} Para confirmar a reserva, pague o sinal.`;
}
