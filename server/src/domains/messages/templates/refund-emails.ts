import { moneyText } from '@passeio/contract/money';
import { firstName } from '@passeio/contract/words';
import type { EmailContent } from './frame.ts';

/** An e-mail that protects money, so its text is not the operator's to word. */
export interface RefundEmailData {
  refundKeyChanged: KeyData;
}

/** Keys are masked, empty for none. `byPayer`: else by the operator's team. */
interface KeyData {
  name: string;
  code: string;
  trip: string;
  /** Of the refund. */
  amountCents: number;
  before: string;
  after: string;
  byPayer: boolean;
  seesReservation: boolean;
  link: string;
}

export const refundEmails = {
  refundKeyChanged: (data: KeyData, talk: string): EmailContent => {
    const { name, code, before, after, seesReservation, link } = data;
    return {
      subject: 'A chave Pix da sua devolução mudou',
      preview: `Reserva ${code}: ${after ? `a devolução vai para ${after}` : 'a devolução ficou sem chave'}.`,
      heading: `Olá, ${firstName(name)}!`,
      paragraphs: [
        what(data),
        after ? `O valor vai para a chave ${after}.` : 'A devolução está sem chave: informe uma para receber o valor.',
        ...(before ? [`A chave anterior era ${before}.`] : []),
      ],
      ...(seesReservation ? { action: { label: 'Ver a reserva', link } } : {}),
      note: `Não reconhece esta mudança? Antes que o valor saia, ${talk}.`,
    };
  },
};

function what({ code, trip, amountCents, byPayer }: KeyData): string {
  const key = `chave Pix da devolução de ${moneyText(amountCents)} da reserva ${code} (${trip})`;
  return byPayer ? `Pela sua conta, a ${key} mudou.` : `A nossa equipe mudou a ${key}.`;
}
