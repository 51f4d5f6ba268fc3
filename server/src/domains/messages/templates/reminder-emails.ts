import { moneyText } from '@passeio/contract/money';
import { capitalised, firstName, plural } from '@passeio/contract/words';
import { common, hello, howToPay } from './common.ts';
import type { WordedEmail } from './frame.ts';

/**
 * A reservation. `payable`: by Pix, on the reservation's page; `seesReservation`: the link is to it, not to the trip.
 */
interface ReminderData {
  name: string;
  code: string;
  trip: string;
  payable: boolean;
  seesReservation: boolean;
  link: string;
}

type InstalmentData = ReminderData & { part: string; amountCents: number; due: string; leftCents: number };

/** Days and times are texts in the operator's time zone, money is in centavos. */
export interface ReminderEmailData {
  /** `deadline`: until when the places are held; null: without a deadline. */
  reservationReceived: ReminderData & { people: number; depositCents: number; deadline: string | null };
  /** `balanceUntil`: until when the balance is due. */
  reservationConfirmed: ReminderData & { people: number; balanceCents: number; balanceUntil: string };
  balanceDue: ReminderData & { departure: string; amountCents: number; until: string };
  balanceOverdue: ReminderData & { departure: string; amountCents: number; until: string };
  /**
   * `part`: "2 de 3"; `due`: its day, as "12/12/2026"; `left`: of the reservation, in all; `payload`: its code, if it
   * has one.
   */
  instalmentDue: InstalmentData & { payload: string | null };
  /** `releaseOn`: the day on which it will be cancelled; null: it is not. */
  instalmentOverdue: InstalmentData & { releaseOn: string | null };
  /** `lacks`: what is missing, by person. */
  dataMissing: ReminderData & { until: string; lacks: { person: string; fields: string }[] };
  /** `link`: with which the review is written. */
  tripThanks: { name: string; code: string; trip: string; link: string };
  departureSoon: ReminderData & {
    /** "É amanhã", and "amanhã, 06/12/2026 às 10:00". */
    when: string;
    leaves: string;
    departure: string;
    /** Names with fare, and boarding point where they differ. */
    people: string[];
    /** The boarding point of all; null if there are several. */
    boarding: string | null;
    bring: string[];
    contact: string;
    /** Where it can be opened; null without an account. */
    voucher: string | null;
    dueCents: number;
  };
}

/** Each e-mail that nobody's action causes, but the time. */
export const reminderEmails: {
  [Kind in keyof ReminderEmailData]: (data: ReminderEmailData[Kind], talk: string) => WordedEmail<Kind>;
} = {
  reservationReceived: (data, talk) => ({
    values: {
      ...common(data, talk),
      pessoas: plural(data.people, 'pessoa'),
      frase_do_prazo: data.deadline ? `As suas vagas estão guardadas até ${data.deadline}.` : '',
      sinal: moneyText(data.depositCents),
      como_pagar: howToPay(data, talk),
    },
    preview: `Pague o sinal de ${moneyText(data.depositCents)}${data.deadline ? ` até ${data.deadline}` : ''}.`,
    heading: hello(data),
    action: payAction(data),
    note: 'Se você acabou de pagar, não precisa fazer nada: avisamos quando o valor entrar.',
  }),
  reservationConfirmed: (data, talk) => ({
    values: {
      ...common(data, talk),
      pessoas: plural(data.people, 'pessoa'),
      frase_do_que_falta:
        data.balanceCents > 0
          ? `Não há sinal a pagar. O valor de ${moneyText(data.balanceCents)} pode ser pago até ${data.balanceUntil}.`
          : 'Você não tem nada a pagar.',
    },
    preview: `Tudo certo para ${data.trip}.`,
    heading: hello(data),
    action: viewAction(data),
  }),
  balanceDue: (data, talk) => ({
    values: balanceValues(data, talk),
    preview: `O prazo é ${data.until}.`,
    heading: hello(data),
    action: payAction(data),
    note: 'Se você acabou de pagar, não precisa fazer nada.',
  }),
  balanceOverdue: (data, talk) => ({
    values: balanceValues(data, talk),
    preview: `Falta pagar ${moneyText(data.amountCents)}.`,
    heading: hello(data),
    action: payAction(data),
    note: `Já pagou ou precisa combinar outro prazo? ${capitalised(talk)} e diga o código ${data.code}.`,
  }),
  instalmentDue: (data, talk) => ({
    values: instalmentValues(data, talk),
    preview: `Vence em ${data.due}.`,
    heading: hello(data),
    ...(data.payload && { facts: pixOf(data.amountCents, data.due, data.payload) }),
    action: payAction(data),
    note: 'Se você acabou de pagar, não precisa fazer nada.',
  }),
  instalmentOverdue: (data, talk) => ({
    values: {
      ...instalmentValues(data, talk),
      frase_do_atraso: data.releaseOn
        ? `Sem o pagamento até ${data.releaseOn}, a reserva será cancelada pela política que você aceitou.`
        : '',
    },
    preview: `Venceu em ${data.due}.`,
    heading: hello(data),
    action: payAction(data),
    note: `Já pagou ou precisa combinar outro prazo? ${capitalised(talk)} e diga o código ${data.code}.`,
  }),
  dataMissing: (data, talk) => ({
    values: {
      ...common(data, talk),
      pessoas: plural(data.lacks.length, 'pessoa'),
      prazo: data.until,
      como_completar: data.seesReservation
        ? `Complete na página da reserva até ${data.until}. Depois disso, só a nossa equipe pode mudar os dados.`
        : `Para mandar os dados, ${talk} até ${data.until}.`,
    },
    preview: `Complete até ${data.until}.`,
    heading: hello(data),
    facts: { heading: 'O que falta', rows: data.lacks.map(({ person, fields }) => [person, [fields]] as const) },
    ...(data.seesReservation ? { action: { label: 'Completar os dados', link: data.link } } : {}),
  }),
  tripThanks: (data, talk) => ({
    values: common(data, talk),
    preview: 'Conte como foi: leva um minuto.',
    heading: hello(data),
    action: { label: 'Contar como foi', link: data.link },
    note: `Esqueceu alguma coisa ou algo não saiu bem? ${capitalised(talk)} e diga o código ${data.code}.`,
  }),
  departureSoon: (data, talk) => {
    const { when, leaves } = data;
    return {
      values: {
        ...common(data, talk),
        quando: when,
        saida: data.departure,
        sai_quando: leaves,
        frase_do_pagamento:
          data.dueCents > 0 ? `Ainda falta pagar ${moneyText(data.dueCents)}. ${howToPay(data, talk)}` : '',
      },
      preview: `Saída em ${data.departure}. Veja o embarque e o que levar.`,
      heading: `${when}, ${firstName(data.name)}!`,
      facts: { heading: 'A sua viagem', rows: departureRows(data) },
      action: departureAction(data),
      note: `Vai se atrasar ou não pode ir? Avise agora: ${talk}.`,
    };
  },
};

function balanceValues(data: ReminderEmailData['balanceDue'], talk: string) {
  return {
    ...common(data, talk),
    saida: data.departure,
    valor: moneyText(data.amountCents),
    prazo: data.until,
    como_pagar: howToPay(data, talk),
  };
}

function instalmentValues(data: InstalmentData, talk: string) {
  return {
    ...common(data, talk),
    parcela: data.part,
    valor: moneyText(data.amountCents),
    vencimento: data.due,
    falta_ao_todo: moneyText(data.leftCents),
    como_pagar: howToPay(data, talk),
  };
}

function pixOf(amountCents: number, due: string, code: string) {
  const rows = [
    ['Valor', [moneyText(amountCents)]],
    ['Vencimento', [due]],
    ['Código', [code]],
  ] as const;
  return { heading: 'Pix copia e cola', rows };
}

function payAction(data: ReminderData): { label: string; link: string } {
  return data.payable && data.seesReservation ? { label: 'Pagar com Pix', link: data.link } : viewAction(data);
}

function viewAction({ seesReservation, link }: ReminderData): { label: string; link: string } {
  return { label: seesReservation ? 'Ver a reserva' : 'Ver o passeio', link };
}

function departureAction(data: ReminderEmailData['departureSoon']) {
  if (data.dueCents > 0) return payAction(data);
  return data.voucher ? { label: 'Abrir o voucher', link: data.voucher } : viewAction(data);
}

function departureRows({ code, departure, people, boarding, bring, contact }: ReminderEmailData['departureSoon']) {
  const rows: [string, string[]][] = [
    ['Código da reserva', [code]],
    ['Saída', [departure]],
    ['Embarque', boarding ? [boarding] : []],
    ['Quem viaja', people],
    ['O que levar', bring],
    ['Contato', contact ? [contact] : []],
  ];
  return rows.filter(([, lines]) => lines.length > 0);
}
