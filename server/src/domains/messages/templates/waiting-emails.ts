import { moneyText } from '@passeio/contract/money';
import { firstName, plural } from '@passeio/contract/words';
import { common, commonOfTrip, hello } from './common.ts';
import type { WordedEmail } from './frame.ts';

interface WaitingData {
  name: string;
  trip: string;
  people: number;
  link: string;
}

/** E-mails to people on a waiting list; `link` is absolute. */
export interface WaitingEmailData {
  /** `position`: 1 is asked next. */
  /** `hasAccount`: else the link is to their place in the line. */
  waitingJoined: WaitingData & { position: number; hasAccount: boolean };
  /** `deadline`: a day and time in the operator's time zone; null where nothing is to be paid to keep the places. */
  waitingOffer: WaitingData & {
    code: string;
    places: number;
    depositCents: number;
    deadline: string | null;
    seesReservation: boolean;
  };
  offerLapsed: Omit<WaitingData, 'people'> & { code: string; deadline: string };
  waitingEnded: WaitingData;
  waitingCancelled: WaitingData;
}

const placesText = (places: number) => (places === 1 ? 'uma vaga' : `${places} vagas`);

/** Each kind of e-mail about a waiting list. */
export const waitingEmails: {
  [Kind in keyof WaitingEmailData]: (data: WaitingEmailData[Kind], talk: string) => WordedEmail<Kind>;
} = {
  waitingJoined: (data, talk) => ({
    values: { ...commonOfTrip(data, talk), pessoas: plural(data.people, 'pessoa'), posicao: `${data.position}º` },
    preview: `O seu grupo é o ${data.position}º da lista.`,
    heading: hello(data),
    action: { label: 'Ver o meu lugar na lista', link: data.link },
    note: data.hasAccount
      ? 'Mudou de ideia? Saia da lista na página do passeio.'
      : 'Mudou de ideia? Saia da lista por este link.',
  }),
  waitingOffer: (data, talk) => {
    const { name, places, depositCents, deadline, seesReservation, link } = data;
    return {
      values: {
        ...common(data, talk),
        titulo: places === 1 ? 'Saiu uma vaga para você' : 'Saíram vagas para o seu grupo',
        vagas: placesText(places),
        sinal: deadline ? moneyText(depositCents) : '',
        prazo: deadline ?? '',
        frase_da_oferta: deadline
          ? `Para ficar com ${places === 1 ? 'ela' : 'elas'}, pague o sinal de ${moneyText(depositCents)} até ${deadline}. Depois disso, oferecemos a quem vem a seguir na lista.`
          : 'Não há sinal a pagar: a sua reserva já está confirmada. Se não puder ir, cancele para dar lugar a outra pessoa.',
      },
      preview: deadline ? `Guardamos até ${deadline}.` : 'A sua reserva está confirmada.',
      heading: `Boa notícia, ${firstName(name)}!`,
      action: {
        label: seesReservation ? (deadline ? 'Pagar o sinal' : 'Ver a reserva') : 'Ver o passeio',
        link,
      },
      ...(deadline
        ? {
            note: seesReservation
              ? 'Não quer mais? Na página da reserva, deixe para a próxima pessoa.'
              : 'Não quer mais? Avise a gente, e oferecemos à próxima pessoa.',
          }
        : {}),
    };
  },
  offerLapsed: (data, talk) => ({
    values: { ...common(data, talk), prazo: data.deadline },
    preview: 'As vagas ficaram livres para quem vem a seguir na lista.',
    heading: hello(data),
    action: { label: 'Ver o passeio', link: data.link },
    note: 'Se você já pagou, fale com a gente: conferimos o pagamento e acertamos a reserva.',
  }),
  waitingCancelled: (data, talk) => ({
    values: { ...commonOfTrip(data, talk), pessoas: plural(data.people, 'pessoa') },
    preview: 'A saída que você esperava foi cancelada.',
    heading: hello(data),
    action: { label: 'Ver os próximos passeios', link: data.link },
  }),
  waitingEnded: (data, talk) => ({
    values: { ...commonOfTrip(data, talk), pessoas: plural(data.people, 'pessoa') },
    preview: 'Desta vez não saíram vagas para o seu grupo.',
    heading: hello(data),
    action: { label: 'Ver os próximos passeios', link: data.link },
  }),
};
