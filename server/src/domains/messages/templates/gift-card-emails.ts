import { moneyText } from '@passeio/contract/money';
import type { MoneyMethod } from '@passeio/contract/payments/payments';
import { hello } from './common.ts';
import type { EmailContent } from './frame.ts';

/** E-mails about gift cards; `link`: to the card, whose page shows its code. */
export interface GiftCardEmailData {
  /** To the buyer. `day`: on which it goes out, null: today. `to`: whom it goes to, the buyer without one. */
  giftCardBought: { name: string; valueCents: number; to: string; day: string | null; link: string };
  /** `from`: the buyer; empty where they get it themselves. */
  giftCardArrived: { name: string; from: string; valueCents: number; message: string; link: string };
  /** To the buyer. `leftCents`: what the card has since then. */
  giftCardRefunded: { name: string; amountCents: number; method: MoneyMethod; leftCents: number };
}

export const giftCardEmails: {
  [Kind in keyof GiftCardEmailData]: (data: GiftCardEmailData[Kind], talk: string) => EmailContent;
} = {
  giftCardBought: (data) => ({
    subject: `Vale-presente de ${moneyText(data.valueCents)}: pagamento confirmado`,
    preview: 'O vale-presente já está valendo.',
    heading: hello(data),
    paragraphs: [
      `Recebemos ${moneyText(data.valueCents)} pelo vale-presente. Ele já está valendo.`,
      `Enviamos o código por e-mail para ${data.to || 'você'}${data.day ? ` em ${data.day}` : ' agora'}. Na página do vale você vê o código e o saldo, e compartilha quando quiser.`,
    ],
    action: { label: 'Ver o vale-presente', link: data.link },
    note: 'Guarde este e-mail: quem tem o link vê o código.',
  }),
  giftCardArrived: (data) => ({
    subject: data.from ? `${data.from} enviou um vale-presente para você` : 'O seu vale-presente',
    preview: `Um vale-presente de ${moneyText(data.valueCents)} para os nossos passeios.`,
    heading: hello(data),
    paragraphs: [
      data.from
        ? `${data.from} deu a você um vale-presente de ${moneyText(data.valueCents)} para os nossos passeios.`
        : `Aqui está o vale-presente de ${moneyText(data.valueCents)} para os nossos passeios.`,
      ...(data.message ? data.message.split(/\n+/) : []),
      'Abra a página do vale para ver o código. Use no pagamento de uma reserva: o que sobrar fica no vale.',
    ],
    action: { label: 'Ver o código', link: data.link },
    note: 'Não mostre o código a mais ninguém: quem tem o código usa o vale.',
  }),
  giftCardRefunded: (data, talk) => ({
    subject: `Vale-presente: devolvemos ${moneyText(data.amountCents)}`,
    preview: 'O valor já saiu da nossa conta.',
    heading: hello(data),
    paragraphs: [
      `Devolvemos ${moneyText(data.amountCents)} do vale-presente que você comprou, ${refundWays[data.method]}.`,
      data.leftCents > 0
        ? `O vale continua valendo, com ${moneyText(data.leftCents)}.`
        : 'O vale não tem mais saldo: o código dele não paga mais nada.',
    ],
    note: `Se o valor não aparecer, ou se você não pediu esta devolução, ${talk}.`,
  }),
};

const refundWays: Record<MoneyMethod, string> = {
  pix: 'por Pix',
  cash: 'em dinheiro',
  card: 'no cartão',
  transfer: 'por transferência',
};
