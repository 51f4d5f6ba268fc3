import { moneyText } from '@passeio/contract/money';
import { capitalised, firstName } from '@passeio/contract/words';
import { common, commonOfTrip, hello } from './common.ts';
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
    preview: `Até ${data.until}, escolha o que prefere.`,
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

/** `link` is absolute; `message`: what staff wrote, empty without it. */
interface TripChangeData {
  name: string;
  trip: string;
  message: string;
  link: string;
}

/** `changes`: old and new in words. `deadline`: until when places are held now; null unless it moved with the trip. */
interface ChangedReservation {
  code: string;
  departure: string;
  changes: { label: string; old: string; new: string }[];
  deadline: string | null;
}

/** The notice of a changed trip; days and times are texts in the operator's time zone. */
export interface TripChangeEmailData {
  tripChanged: TripChangeData &
    ChangedReservation & {
      seesReservation: boolean;
      /** The payer's other reservations that the same change concerns. */
      others: ChangedReservation[];
    };
  /** `hasAccount`: else the link is to their place in the line. */
  waitingTripChanged: TripChangeData & { departure: string; hasAccount: boolean };
}

/** Each e-mail about a changed trip. */
export const tripChangeEmails: {
  [Kind in keyof TripChangeEmailData]: (data: TripChangeEmailData[Kind], talk: string) => WordedEmail<Kind>;
} = {
  tripChanged: (data, talk) => ({
    values: {
      ...common(data, talk),
      recado: data.message,
      frase_do_prazo: data.deadline
        ? `Com a mudança, as suas vagas ficam guardadas até ${data.deadline}. Pague o sinal até lá.`
        : '',
    },
    preview: data.changes.map((change) => `${change.label}: ${change.new}`).join(' · '),
    heading: hello(data),
    facts: { heading: 'O que mudou', rows: rowsOf(data) },
    action: { label: data.seesReservation ? 'Ver a reserva' : 'Ver o passeio', link: data.link },
    note: `Assim não dá para você? ${capitalised(talk)} e diga o código ${data.code}.`,
  }),
  waitingTripChanged: (data, talk) => ({
    values: { ...commonOfTrip(data, talk), saida: data.departure, recado: data.message },
    preview: `Agora o passeio sai em ${data.departure}.`,
    heading: hello(data),
    action: { label: data.hasAccount ? 'Ver o passeio' : 'Ver o meu lugar na lista', link: data.link },
    note: `Não serve para você? Saia da lista ${data.hasAccount ? 'na página do passeio' : 'por este link'}.`,
  }),
};

// Each boarding point has its row: eight lines in one would not show which belong together. Of several reservations
// each has one.
function rowsOf({ others, ...data }: TripChangeEmailData['tripChanged']) {
  if (others.length === 0) {
    return data.changes.map(({ label, old, new: now }) => [label, [`Antes: ${old}`, `Agora: ${now}`]] as const);
  }
  return [{ ...data, deadline: null }, ...others].map(({ code, departure, changes, deadline }) => {
    const lines = changes.map(({ label, old, new: now }) => `${label}: antes ${old}, agora ${now}`);
    const held = deadline ? [`As vagas ficam guardadas até ${deadline}. Pague o sinal até lá.`] : [];
    return [`${departure}, reserva ${code}`, [...lines, ...held]] as const;
  });
}
