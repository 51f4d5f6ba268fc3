import type { BackupKind } from '@passeio/contract/health';
import { type AnnouncementFacts, announcementValues } from '@passeio/contract/messages/announcements';
import type { EditableEmail } from '@passeio/contract/messages/email-templates';
import { fillFields, fillParagraphs } from '@passeio/contract/messages/message-templates';
import { moneyText } from '@passeio/contract/money';
import type { PaymentMethod } from '@passeio/contract/payments/payments';
import { capitalised, firstName, plural } from '@passeio/contract/words';
import { type AlertEmailData, alertEmails } from './alert-emails.ts';
import { type CancellationEmailData, cancellationEmails } from './cancellation-emails.ts';
import { common, hello, howToPay } from './common.ts';
import {
  type DepartureEmailData,
  departureEmails,
  type TripChangeEmailData,
  tripChangeEmails,
} from './departure-emails.ts';
import type { EmailContent, WordedEmail } from './frame.ts';
import { type GiftCardEmailData, giftCardEmails } from './gift-card-emails.ts';
import { type PaymentEmailData, paymentEmails, type RefundEmailData, refundEmails } from './payment-emails.ts';
import { type ReminderEmailData, reminderEmails } from './reminder-emails.ts';
import { type RequestEmailData, requestEmails } from './request-emails.ts';
import { type WaitingEmailData, waitingEmails } from './waiting-emails.ts';

/** The data of each kind of e-mail; `link` is absolute. */
export interface EmailData
  extends PaymentEmailData,
    ReminderEmailData,
    WaitingEmailData,
    CancellationEmailData,
    RefundEmailData,
    RequestEmailData,
    TripChangeEmailData,
    DepartureEmailData,
    AlertEmailData,
    GiftCardEmailData {
  announcement: AnnouncementData;
  resetPassword: { name: string; link: string };
  confirmEmail: { name: string; link: string };
  emailChangeRequested: { name: string; newEmail: string };
  emailChanged: { name: string; newEmail: string; link: string };
  emailCorrected: { name: string; newEmail: string; link: string };
  emailRemoved: object;
  /** `waits`: for a place in a waiting list. */
  emailCode: { code: string; trip: string; proves?: boolean; waits?: boolean };
  twoFactorChanged: { name: string; change: keyof typeof twoFactorTexts };
  accountExists: { name: string; link: string };
  /** `role`: as in "operador". */
  staffInvitation: { name: string; role: string; link: string };
  dataExport: { name: string; link: string };
  /** Keys are masked; `before` is empty for none. */
  sellerKeyChanged: { name: string; before: string; after: string };
  /** To administrators. */
  backupFailed: { name: string; what: BackupKind; link: string };
  /** To administrators: `ends` is the last day of its certificate. */
  connectionEnding: { name: string; connection: string; ends: string; days: number; link: string };
  holdEnding: HoldData & { payable?: boolean };
  holdExpired: HoldData;
  contractAccepted: OfReservation;
  addedPeopleExpired: Omit<HoldData, 'missingCents'> & { people: number };
  shareAlone: ShareData;
  shareBecameSingle: ShareData;
  /** `deadline`: until when places are held meanwhile, if the receipt does not stop the clock. */
  receiptReceived: OfReservation & { reservation: 'waiting' | 'expired' | 'booked'; deadline?: string | null };
  receiptRejected: OfReservation & { reason: string; deadline: string | null };
  refundPaid: RefundData;
}

const backupTexts: Record<BackupKind, { subject: string; text: string; note: string }> = {
  base: {
    subject: 'A cópia de segurança falhou',
    text: 'O sistema não conseguiu fazer a cópia de segurança do banco de dados. Tudo continua funcionando, e ele tenta de novo a cada hora.',
    note: 'Em geral falta espaço em disco, ou o destino das cópias não responde.',
  },
  proof: {
    subject: 'A cópia de segurança não pôde ser restaurada',
    text: 'A cópia de segurança foi feita, mas o teste de restauração falhou: em um acidente, talvez não dê para usá-la. Tudo continua funcionando.',
    note: 'Até dar certo, faça uma cópia à mão (npm run backup) e guarde em outro lugar.',
  },
  archive: {
    subject: 'As mudanças não estão sendo copiadas',
    text: 'Há mais de uma hora o sistema não consegue guardar as mudanças do banco de dados no destino das cópias. Tudo continua funcionando, e elas esperam no disco do servidor: se ele se perder, elas se perdem.',
    note: 'Em geral o destino das cópias não responde, ou recusa a chave.',
  },
};

const twoFactorTexts = {
  added: {
    subject: 'Verificação em duas etapas ativada',
    text: 'A sua conta agora pede, além da senha, um código do aplicativo autenticador ou uma chave de acesso.',
  },
  removed: {
    subject: 'Verificação em duas etapas desativada',
    text: 'A sua conta agora abre só com a senha.',
  },
  removedByStaff: {
    subject: 'Desativamos a sua verificação em duas etapas',
    text: 'A nossa equipe desativou a verificação em duas etapas da sua conta, e todos os aparelhos saíram dela. Ela agora abre só com a senha.',
  },
  recoveryCodesRenewed: {
    subject: 'Novos códigos de recuperação',
    text: 'Foram criados novos códigos de recuperação da sua conta. Os anteriores não valem mais.',
  },
  passkeyAdded: {
    subject: 'Nova chave de acesso',
    text: 'A sua conta agora abre também com uma nova chave de acesso, que dispensa a senha.',
  },
  passkeyRemoved: {
    subject: 'Chave de acesso removida',
    text: 'Uma chave de acesso foi removida da sua conta.',
  },
  authenticatorRemoved: {
    subject: 'Aplicativo autenticador removido',
    text: 'O aplicativo autenticador foi removido da sua conta, que pede agora uma chave de acesso.',
  },
};

/** `deadline` is a day and time in the operator's time zone; `seesReservation`: the link is to it, not to the trip;
 * `payable`: by Pix, on the reservation's page. */
/** `supplementCents`: what a single costs more. */
type ShareData = Omit<HoldData, 'missingCents'> & { room: string; supplementCents: number };

interface HoldData {
  name: string;
  code: string;
  trip: string;
  deadline: string;
  /** What is missing of the deposit, in centavos. */
  missingCents: number;
  seesReservation: boolean;
  link: string;
}

/** `seesReservation`: the link is to it, not to the trip. */
interface OfReservation {
  name: string;
  code: string;
  trip: string;
  seesReservation: boolean;
  link: string;
}

/** `subject` and `text` are staff's, with fields; `seesReservation`: the link is to it, not to the trip. */
interface AnnouncementData extends AnnouncementFacts {
  subject: string;
  text: string;
  seesReservation: boolean;
  link: string;
}

/** `toPixKey`: masked, empty if unknown. `isReturned`: by the bank, to the account from which it came. */
interface RefundData {
  name: string;
  code: string;
  trip: string;
  amountCents: number;
  method: PaymentMethod;
  toPixKey: string;
  isReturned: boolean;
  seesReservation: boolean;
  link: string;
}

export type EmailKind = keyof EmailData;

const ignoreNote = 'Se não foi você, ignore esta mensagem: nada muda na sua conta.';

const receivedNotes = {
  waiting: 'O envio do comprovante não confirma a reserva. Enquanto ele é conferido, as suas vagas ficam guardadas.',
  expired:
    'O prazo desta reserva já passou. Se o valor entrou e ainda houver vagas, ela volta a valer; senão, devolvemos o valor.',
  booked: 'A sua reserva continua confirmada enquanto o comprovante é conferido.',
};

function receivedNote({ reservation, deadline }: EmailData['receiptReceived']): string {
  if (!deadline) return receivedNotes[reservation];
  return `O envio do comprovante não confirma a reserva, e o prazo do sinal continua valendo: ${deadline}.`;
}

/**
 * Each kind of e-mail: those about accounts with their text, the others with what is filled into their wording. `talk`:
 * how to reach the operator, as in "responda este e-mail".
 */
export const emails: {
  [Kind in EmailKind]: (
    data: EmailData[Kind],
    talk: string,
  ) => Kind extends EditableEmail ? WordedEmail<Kind> : EmailContent;
} = {
  ...paymentEmails,
  ...reminderEmails,
  ...waitingEmails,
  ...requestEmails,
  ...cancellationEmails,
  ...refundEmails,
  ...tripChangeEmails,
  ...departureEmails,
  ...alertEmails,
  ...giftCardEmails,
  announcement: ({ subject, text, seesReservation, link, ...facts }) => {
    const values = announcementValues(facts);
    const paragraphs = fillParagraphs(text, values);
    return {
      subject: fillFields(subject, values) || facts.trip,
      preview: paragraphs[0] ?? '',
      heading: hello(facts),
      paragraphs,
      action: { label: seesReservation ? 'Ver a reserva' : 'Ver o passeio', link },
    };
  },
  resetPassword: ({ name, link }) => ({
    subject: 'Crie uma nova senha',
    preview: 'O link vale por uma hora e só pode ser usado uma vez.',
    heading: `Olá, ${firstName(name)}!`,
    paragraphs: ['Recebemos um pedido para criar uma nova senha da sua conta.'],
    action: { label: 'Criar nova senha', link },
    note: `O link vale por uma hora e só pode ser usado uma vez. ${ignoreNote}`,
  }),
  confirmEmail: ({ name, link }) => ({
    subject: 'Confirme o seu e-mail',
    preview: 'Falta só um toque para confirmar o seu endereço.',
    heading: `Olá, ${firstName(name)}!`,
    paragraphs: ['Confirme que este endereço é seu. É com ele que você entra na sua conta.'],
    action: { label: 'Confirmar e-mail', link },
    note: `O link vale por 24 horas. ${ignoreNote}`,
  }),
  emailChangeRequested: ({ name, newEmail }) => ({
    subject: 'Pedido de troca de e-mail',
    preview: 'O e-mail da sua conta vai mudar.',
    heading: `Olá, ${firstName(name)}!`,
    paragraphs: [
      `Recebemos um pedido para trocar o e-mail da sua conta para ${newEmail}. A troca acontece quando o novo endereço for confirmado.`,
      'Se não foi você, troque a sua senha agora e fale com a gente.',
    ],
  }),
  emailChanged: ({ name, newEmail, link }) => ({
    subject: 'O e-mail da sua conta mudou',
    preview: 'Se não foi você, desfaça a troca.',
    heading: `Olá, ${firstName(name)}!`,
    paragraphs: [
      `O e-mail da sua conta agora é ${newEmail}.`,
      'Se não foi você, desfaça a troca: o e-mail volta a ser este, todos os aparelhos saem da conta e você cria uma nova senha.',
    ],
    action: { label: 'Desfazer a troca', link },
    note: 'O link vale por 7 dias. Se foi você, não precisa fazer nada.',
  }),
  emailCorrected: ({ name, newEmail, link }) => ({
    subject: 'Trocamos o e-mail da sua conta',
    preview: 'Se você não pediu, desfaça a troca.',
    heading: `Olá, ${firstName(name)}!`,
    paragraphs: [
      `A nossa equipe trocou o e-mail da sua conta para ${newEmail}. Entre com ele a partir de agora; a senha continua a mesma.`,
      'Se você não pediu a troca, desfaça: o e-mail volta a ser este, todos os aparelhos saem da conta e você cria uma nova senha.',
    ],
    action: { label: 'Desfazer a troca', link },
    note: 'O link vale por 7 dias. Se você pediu a troca, não precisa fazer nada.',
  }),
  emailRemoved: () => ({
    subject: 'Este e-mail saiu de uma conta',
    preview: 'A conta que usava este endereço passou a usar outro.',
    heading: 'Olá!',
    paragraphs: [
      'Uma conta usava este endereço, que nunca foi confirmado. A nossa equipe corrigiu o e-mail dela.',
      'Se a conta é sua e você não pediu a troca, fale com a gente. Se não, não precisa fazer nada.',
    ],
  }),
  emailCode: ({ code, trip, proves = false, waits = false }) => ({
    subject: proves ? 'Seu código para confirmar que é você' : 'Seu código para confirmar o e-mail',
    preview: `O código é ${code}.`,
    heading: 'Olá!',
    paragraphs: [
      `Digite este código na página ${waits ? 'da lista de espera' : 'da sua reserva'} para confirmar ${proves ? 'que é você' : 'o seu e-mail'}.`,
    ],
    facts: {
      heading: 'Confirmação',
      rows: [
        ['Código', [code]],
        ['Passeio', [trip]],
      ],
    },
    note: proves
      ? 'Ele vale por 30 minutos. Não passe a ninguém, nem à nossa equipe. Se você não pediu, ignore este e-mail.'
      : `Ele vale por 30 minutos. Se você não ${waits ? 'entrou nesta lista' : 'fez esta reserva'}, ignore este e-mail.`,
  }),
  dataExport: ({ name, link }) => ({
    subject: 'A cópia dos seus dados',
    preview: 'O link vale por 24 horas e pede a sua senha.',
    heading: `Olá, ${firstName(name)}!`,
    paragraphs: [
      'A cópia dos seus dados está pronta: um arquivo ZIP, com um PDF para ler e os comprovantes e vouchers que temos.',
      'Para baixar, use a senha da sua conta.',
    ],
    action: { label: 'Baixar a cópia', link },
    note: 'O link vale por 24 horas. Se não foi você que pediu, troque a senha em Minha conta.',
  }),
  sellerKeyChanged: ({ name, before, after }, talk) => ({
    subject: 'A chave Pix da sua comissão mudou',
    preview: `A comissão vai para ${after}.`,
    heading: `Olá, ${firstName(name)}!`,
    paragraphs: [
      `A comissão das suas vendas agora vai para a chave ${after}.`,
      ...(before ? [`A chave anterior era ${before}.`] : []),
    ],
    note: `Não foi você? Troque a sua senha agora e ${talk}.`,
  }),
  backupFailed: ({ name, what, link }) => ({
    subject: backupTexts[what].subject,
    preview: 'Veja o que fazer.',
    heading: `Olá, ${firstName(name)}!`,
    paragraphs: [backupTexts[what].text, 'Veja em Saúde o que fazer. O motivo está no registro do servidor.'],
    action: { label: 'Abrir Saúde', link },
    note: backupTexts[what].note,
  }),
  connectionEnding: ({ name, connection, ends, days, link }) => ({
    subject: `${connection}: o certificado vence em ${plural(days, 'dia')}`,
    preview: `Ele vale até ${ends}.`,
    heading: `Olá, ${firstName(name)}!`,
    paragraphs: [
      `O certificado da conexão “${connection}” vale até ${ends}. Depois disso o banco deixa de responder, e os pagamentos não se confirmam mais sozinhos.`,
      'Peça o próximo certificado ao banco e troque o arquivo em Conexões. O que já foi cobrado continua valendo.',
    ],
    action: { label: 'Abrir Conexões', link },
  }),
  staffInvitation: ({ name, role, link }) => ({
    subject: 'Convite para a equipe',
    preview: 'Crie a sua conta para trabalhar com a gente.',
    heading: `Olá, ${firstName(name)}!`,
    paragraphs: [
      `Você recebeu um convite para a nossa equipe, com o perfil de ${role}. Crie a sua conta para começar.`,
    ],
    action: { label: 'Aceitar o convite', link },
    note: 'O link é só seu, vale por 7 dias e funciona uma vez. Se você não esperava este convite, ignore o e-mail.',
  }),
  twoFactorChanged: ({ name, change }) => ({
    subject: twoFactorTexts[change].subject,
    preview: 'Se não foi você, troque a sua senha.',
    heading: `Olá, ${firstName(name)}!`,
    paragraphs: [twoFactorTexts[change].text, 'Se não foi você, troque a sua senha agora e fale com a gente.'],
  }),
  accountExists: ({ name, link }) => ({
    subject: 'Você já tem uma conta',
    preview: 'Alguém tentou criar uma conta com o seu e-mail.',
    heading: `Olá, ${firstName(name)}!`,
    paragraphs: ['Alguém tentou criar uma conta com este e-mail, mas ele já tem uma. Se foi você, é só entrar.'],
    action: { label: 'Entrar', link },
    note: ignoreNote,
  }),
  holdEnding: (data, talk) => {
    const { trip, deadline, missingCents, seesReservation, payable, link } = data;
    return {
      values: {
        ...common(data, talk),
        prazo: deadline,
        valor: moneyText(missingCents),
        como_pagar: howToPay(data, talk),
      },
      preview: `As vagas em ${trip} estão guardadas até ${deadline}.`,
      heading: hello(data),
      action: { label: seesReservation ? (payable ? 'Pagar com Pix' : 'Ver a reserva') : 'Ver o passeio', link },
      note: 'Se você acabou de pagar, não precisa fazer nada.',
    };
  },
  holdExpired: (data, talk) => ({
    values: { ...common(data, talk), prazo: data.deadline },
    preview: `O prazo do sinal passou e as vagas em ${data.trip} ficaram livres.`,
    heading: hello(data),
    action: { label: 'Ver o passeio', link: data.link },
    note: `Já pagou? ${capitalised(talk)} e diga o código ${data.code}: conferimos o pagamento e acertamos a reserva.`,
  }),
  contractAccepted: (data, talk) => ({
    values: common(data, talk),
    preview: 'Guarde o PDF, com o texto e a data do aceite.',
    heading: hello(data),
    action: { label: data.seesReservation ? 'Ver a reserva' : 'Ver o passeio', link: data.link },
  }),
  addedPeopleExpired: (data, talk) => ({
    values: { ...common(data, talk), pessoas: plural(data.people, 'pessoa'), prazo: data.deadline },
    preview: 'O prazo do sinal delas passou; o resto da reserva continua confirmado.',
    heading: hello(data),
    action: { label: data.seesReservation ? 'Ver a reserva' : 'Ver o passeio', link: data.link },
    note: `Já pagou? ${capitalised(talk)} e diga o código ${data.code}: conferimos o pagamento e acertamos a reserva.`,
  }),
  shareAlone: (data, talk) => ({
    values: sharing(data, talk),
    preview: `Até ${data.deadline} o quarto vira single, ou você cancela sem multa.`,
    heading: hello(data),
    action: { label: data.seesReservation ? 'Ver a reserva' : 'Ver o passeio', link: data.link },
  }),
  shareBecameSingle: (data, talk) => ({
    values: sharing(data, talk),
    preview: `O suplemento é de ${moneyText(data.supplementCents)}; você ainda pode cancelar sem multa.`,
    heading: hello(data),
    action: { label: data.seesReservation ? 'Ver a reserva' : 'Ver o passeio', link: data.link },
  }),
  receiptReceived: (data, talk) => ({
    values: { ...common(data, talk), frase_do_comprovante: receivedNote(data) },
    preview: 'Vamos conferir o pagamento e avisar você.',
    heading: hello(data),
    action: { label: data.seesReservation ? 'Ver a reserva' : 'Ver o passeio', link: data.link },
  }),
  receiptRejected: (data, talk) => ({
    values: {
      ...common(data, talk),
      motivo: data.reason,
      como_reenviar: data.seesReservation
        ? 'Confira o pagamento no aplicativo do seu banco e envie outro comprovante na página da reserva.'
        : 'Confira o pagamento no aplicativo do seu banco e mande outro comprovante para a gente.',
      frase_do_prazo: data.deadline ? `As suas vagas estão guardadas até ${data.deadline}.` : '',
    },
    preview: data.reason,
    heading: hello(data),
    action: { label: data.seesReservation ? 'Enviar comprovante' : 'Ver o passeio', link: data.link },
    note: `Acha que houve engano? ${capitalised(talk)}.`,
  }),
  refundPaid: (data, talk) => ({
    values: {
      ...common(data, talk),
      valor: moneyText(data.amountCents),
      por_onde: refundWay(data),
      quando_chega: `${refundArrival[data.method]} ${talk} e diga o código ${data.code}.`,
    },
    preview:
      data.method === 'credit'
        ? `Você tem ${moneyText(data.amountCents)} de crédito.`
        : `O valor da sua reserva em ${data.trip} já saiu da nossa conta.`,
    heading: hello(data),
    ...(data.seesReservation ? { action: { label: 'Ver a reserva', link: data.link } } : {}),
  }),
};

const refundArrival: Record<PaymentMethod, string> = {
  pix: 'O Pix costuma cair na hora. Se o valor não aparecer na sua conta até o próximo dia útil,',
  transfer: 'A transferência pode levar até um dia útil. Se o valor não aparecer na sua conta,',
  card: 'No cartão, o valor aparece em uma das próximas faturas. Se não aparecer,',
  cash: 'Se você não recebeu este valor,',
  gift_card: 'O saldo do vale já aumentou, e ele paga outra reserva quando você quiser. Se algo não estiver certo,',
  credit: 'O crédito não vence, e você usa quando quiser, na página de uma reserva. Se algo não estiver certo,',
};

function refundWay({ method, toPixKey, isReturned }: RefundData): string {
  if (isReturned) return method === 'card' ? 'para o cartão' : 'por Pix, para a conta de onde veio o pagamento';
  if (toPixKey) return `por Pix, para a chave ${toPixKey}`;
  return {
    pix: 'por Pix',
    transfer: 'por transferência',
    card: 'no cartão',
    cash: 'em dinheiro',
    credit: 'como crédito para a próxima viagem',
    gift_card: 'para o vale-presente que pagou',
  }[method];
}

function sharing(data: ShareData, talk: string) {
  return { ...common(data, talk), quarto: data.room, prazo: data.deadline, valor: moneyText(data.supplementCents) };
}
