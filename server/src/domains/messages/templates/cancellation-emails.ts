import { moneyText } from '@passeio/contract/money';
import { type RefundPart, refundHow } from '@passeio/contract/payments/refund-parts';
import type { CancellingParty } from '@passeio/contract/reservations/cancellation';
import { common, hello } from './common.ts';
import type { Facts, WordedEmail } from './frame.ts';

/** E-mails about what was cancelled; `link` is absolute, money in centavos. */
export interface CancellationEmailData {
  reservationCancelled: CancellationData;
}

interface CancellationData {
  name: string;
  code: string;
  trip: string;
  by: CancellingParty;
  /** Who left a reservation that goes on; null: everybody. */
  people: string[] | null;
  contractedCents: number;
  receivedCents: number;
  penaltyCents: number;
  refundCents: number;
  /** A sentence that says why. */
  rule: string;
  /** The day until which the refund is promised, "30/11/2026"; null without a refund. */
  promisedFor: string | null;
  /** How it goes back; missing in what the last release queued. */
  parts?: RefundPart[];
  /** Guests have no account in which they could see it; for them the link is to the trip. */
  seesReservation: boolean;
  link: string;
}

/** Each e-mail about what was cancelled. */
export const cancellationEmails: {
  [Kind in keyof CancellationEmailData]: (data: CancellationEmailData[Kind], talk: string) => WordedEmail<Kind>;
} = {
  reservationCancelled: (data, talk) => {
    const { code, people, receivedCents, refundCents, promisedFor, parts = [], seesReservation, link, rule } = data;
    const title = people ? `Desistência na reserva ${code}` : `A reserva ${code} foi cancelada`;
    const back = promisedFor ? `Você recebe ${moneyText(refundCents)} até ${promisedFor}${refundHow(parts)}.` : '';
    return {
      values: {
        ...common(data, talk),
        titulo: title,
        frase_do_cancelamento: what(data),
        regra: receivedCents > 0 ? rule : '',
        frase_da_devolucao: back ? `${back} Avisamos você quando o valor sair da nossa conta.` : nothingBack(data),
      },
      preview: back || `${title}.`,
      heading: hello(data),
      ...(receivedCents > 0 ? { facts: factsOf(data) } : {}),
      action: { label: seesReservation ? 'Ver a reserva' : 'Ver o passeio', link },
    };
  },
};

function what({ code, trip, by, people }: CancellationData): string {
  if (people) {
    const who = people.length === 1 ? `${people[0]} saiu` : `${people.join(', ')} saíram`;
    const why = by === 'client' ? ', como você pediu.' : '. Sentimos muito pelo transtorno.';
    return `${who} da reserva ${code} em ${trip}${why} A reserva das outras pessoas continua valendo.`;
  }
  return by === 'client'
    ? `Cancelamos a sua reserva ${code} em ${trip}, como você pediu.`
    : `Cancelamos a sua reserva ${code} em ${trip}. Sentimos muito pelo transtorno.`;
}

function nothingBack({ receivedCents, people }: CancellationData): string {
  if (people) return 'Não há valor a devolver: o que já foi pago fica na reserva.';
  return receivedCents > 0
    ? 'Não há valor a devolver, e nada mais é cobrado.'
    : 'Nada tinha sido pago: não há o que devolver, e nada é cobrado.';
}

function factsOf({ people, contractedCents, receivedCents, penaltyCents, refundCents }: CancellationData): Facts {
  const rows: [string, number][] = [
    ['Contratado', contractedCents],
    ['Pago', receivedCents],
    ['Multa', penaltyCents],
    ['Você recebe', refundCents],
  ];
  return {
    heading: people ? 'Valores de quem saiu' : 'Valores do cancelamento',
    rows: rows.map(([label, cents]) => [label, [moneyText(cents)]]),
  };
}
