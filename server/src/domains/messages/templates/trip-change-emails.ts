import { capitalised } from '@passeio/contract/words';
import { common, commonOfTrip, hello } from './common.ts';
import type { WordedEmail } from './frame.ts';

/** `link` is absolute; `message`: what staff wrote, empty without it. */
interface TripChangeData {
  name: string;
  trip: string;
  message: string;
  link: string;
}

/** E-mails about a trip that has changed; days and times are texts in the operator's time zone. */
export interface TripChangeEmailData {
  /**
   * `changes`: old and new in words. `deadline`: until when places are held now; null unless it moved with the trip.
   */
  tripChanged: TripChangeData & {
    code: string;
    changes: { label: string; old: string; new: string }[];
    deadline: string | null;
    seesReservation: boolean;
  };
  waitingTripChanged: TripChangeData & { departure: string };
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
    facts: { heading: 'O que mudou', rows: rowsOf(data.changes) },
    action: { label: data.seesReservation ? 'Ver a reserva' : 'Ver o passeio', link: data.link },
    note: `Assim não dá para você? ${capitalised(talk)} e diga o código ${data.code}.`,
  }),
  waitingTripChanged: (data, talk) => ({
    values: { ...commonOfTrip(data, talk), saida: data.departure, recado: data.message },
    preview: `Agora o passeio sai em ${data.departure}.`,
    heading: hello(data),
    action: { label: 'Ver o passeio', link: data.link },
    note: 'Não serve para você? Saia da lista na página do passeio.',
  }),
};

// Of several boarding points each has its row: eight lines in one would not show which belong together.
function rowsOf(changes: TripChangeEmailData['tripChanged']['changes']) {
  return changes.map(({ label, ...change }) => [label, [`Antes: ${change.old}`, `Agora: ${change.new}`]] as const);
}
