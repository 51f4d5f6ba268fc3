import { firstName } from '@passeio/contract/words';
import { common } from './common.ts';
import type { WordedEmail } from './frame.ts';

/** What people are told of whether their trip departs; `departure`: day and time in the operator's time zone. */
export interface DepartureEmailData {
  departureGuaranteed: {
    name: string;
    code: string;
    trip: string;
    departure: string;
    seesReservation: boolean;
    link: string;
  };
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
};
