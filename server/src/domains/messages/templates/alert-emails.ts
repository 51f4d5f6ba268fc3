import { moneyText } from '@passeio/contract/money';
import { hello } from './common.ts';
import type { EmailContent } from './frame.ts';

/** E-mails about the next date of a trip; `link`: to confirm or end the alert. */
export interface AlertEmailData {
  alertAsked: { name: string; trip: string; link: string };
  /** `departure` in words; `page`: of the new date. */
  alertNewDate: { name: string; trip: string; departure: string; priceCents: number; page: string; link: string };
}

export const alertEmails: { [Kind in keyof AlertEmailData]: (data: AlertEmailData[Kind]) => EmailContent } = {
  alertAsked: (data) => ({
    subject: `Confirme o aviso da próxima data: ${data.trip}`,
    preview: 'Falta só confirmar que este e-mail é seu.',
    heading: hello(data),
    paragraphs: [
      `Pediram um aviso neste e-mail quando houver outra data de ${data.trip}. Confirme para receber.`,
      'Usamos os seus dados só para esse aviso, e apagamos tudo depois dele.',
    ],
    action: { label: 'Confirmar o aviso', link: data.link },
    note: 'Se não foi você, ignore esta mensagem: sem a confirmação, não enviamos nada e apagamos o e-mail em 7 dias.',
  }),
  alertNewDate: (data) => ({
    subject: `Nova data: ${data.trip}`,
    preview: `Saída: ${data.departure}.`,
    heading: hello(data),
    paragraphs: [
      `${data.trip} tem uma nova data: ${data.departure}.`,
      `A partir de ${moneyText(data.priceCents)} por adulto. As vagas não ficam guardadas por este aviso.`,
    ],
    action: { label: 'Ver a nova data', link: data.page },
    note: `Este aviso é único: não enviamos outro. Para apagar já os seus dados, abra ${data.link}`,
  }),
};
