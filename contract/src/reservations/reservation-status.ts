import { growing } from '../fields.ts';
import type { PaymentMeans } from '../means.ts';
import { moneyText } from '../money.ts';
import { type ReservationState, reservationStates } from '../reservation-states.ts';
import { balanceDueAt } from '../trips/pricing.ts';
import { plural } from '../words.ts';
import { z } from '../zod.ts';
import { type AgreedInstalment, nextInstalment } from './instalments.ts';
import { participantFieldLabels } from './participants.ts';

/** Where a reservation stands: the answers of state, money and attendance in one. */
export const reservationStatusKeys = [
  'request_pending',
  'deposit_due',
  'bank_check',
  'card_review',
  'guide_cash',
  'receipt_review',
  'added_deposit_due',
  'booked',
  'balance_due',
  'balance_overdue',
  'paid',
  'departure_cancelled',
  'boarded',
  'missed',
  'completed',
  'expired',
  'cancelled',
  'refund_due',
  'refunded',
] as const;
type ReservationStatusKey = (typeof reservationStatusKeys)[number];

const statusTones = ['waiting', 'good', 'quiet', 'bad'] as const;
export type StatusTone = (typeof statusTones)[number];

/** `nextStep` is a sentence that says what to do; `until` is its deadline, null without one. */
export const reservationStatus = z.object({
  key: growing(reservationStatusKeys),
  label: z.string(),
  tone: z.enum(statusTones).catch('quiet'),
  nextStep: z.string(),
  until: z.iso.datetime().nullable(),
});
export type ReservationStatus = z.infer<typeof reservationStatus>;

/** The facts of a reservation; instants in ISO 8601 or as dates, money in centavos. */
export interface StatusFacts {
  state: ReservationState;
  /** As a reservation's; held through the waiting list it is an offer. */
  channel: string;
  holdExpiresAt: string | Date | null;
  totalCents: number;
  depositCents: number;
  receivedCents: number;
  /** In a trip on request: when the operator answered, and the sentence of a refusal. */
  request?: RequestAnswer | null;
  /** When the receipt was submitted that waits for a review. */
  receiptSubmittedAt: string | Date | null;
  /** Whether that receipt stops the clock of the hold, as the first readable one does, or a guide's cash. */
  isClockStopped?: boolean;
  /** What guides took in cash and staff has not confirmed. */
  guideCents?: number;
  /** What a card would pay about which its bank has not decided, and until when that keeps the places. */
  cardReview?: { cents: number; until: Date } | null;
  /** The day for which the refund that is due is promised, as "2026-12-12". */
  refundDueOn: string | null;
  refundedCents: number;
  /** What of the refunded became credit of the payer. */
  creditedCents: number;
  /** What the operator keeps of a cancelled reservation. */
  retainedCents: number;
  /** Until when the payer chooses, where the operator cancelled the departure. */
  chooseUntil?: string | Date | null;
  /** Active participants. */
  participants: readonly {
    boardedAt: string | Date | null;
    missedAt: string | Date | null;
    missing: readonly string[];
    /** Added to a booked reservation: held until then for the deposit for them. */
    heldUntil?: string | Date | null;
  }[];
  departsAt: string | Date;
  returnsAt: string | Date;
  /** Hours before departure at which the balance is due. */
  balanceDueHours: number;
  /** When the reservation was made, or the request accepted. */
  reservedAt?: string | Date | undefined;
  /** The instalments of the balance, as they were agreed. */
  agreed?: readonly AgreedInstalment[];
  /** The means that the payer can choose here. */
  means: readonly PaymentMeans[];
}

/** Who reads the next step. */
export type StatusReader = 'client' | 'staff';

interface StatusText {
  label: string;
  tone: StatusTone;
  client: string;
  staff: string;
  until?: Date | null;
}

/** The one place that turns a reservation's facts into a label, a tone and the next step with its deadline. */
export function statusOf(facts: StatusFacts, reader: StatusReader, now: Date): ReservationStatus {
  const key = statusKey(facts, now);
  const { label, tone, until = null, ...steps } = statusText(key, facts, now);
  return { key, label, tone, nextStep: steps[reader], until: until?.toISOString() ?? null };
}

function statusKey(facts: StatusFacts, now: Date): ReservationStatusKey {
  const { state, totalCents, depositCents, receivedCents, participants } = facts;
  if (state === 'cancelled' || state === 'expired') {
    if (toReturnCentsOf(facts) > 0) return 'refund_due';
    return facts.refundedCents > 0 ? 'refunded' : state;
  }
  if (facts.chooseUntil) return 'departure_cancelled';
  if (state === 'requested') return 'request_pending';
  const isBack = new Date(facts.returnsAt) <= now;
  if (participants.some((one) => one.boardedAt)) return isBack ? 'completed' : 'boarded';
  if (participants.length > 0 && participants.every((one) => one.missedAt)) return 'missed';
  if (facts.receiptSubmittedAt) return 'receipt_review';
  if (isPaidInReview(facts, now)) return 'card_review';
  if (isWithGuide(facts)) return 'guide_cash';
  if (state === 'held') {
    return facts.holdExpiresAt && new Date(facts.holdExpiresAt) <= now ? 'bank_check' : 'deposit_due';
  }
  if (heldUntilOf(facts)) return 'added_deposit_due';
  // After the return nothing is left to do, also where nobody said who travelled.
  if (receivedCents >= totalCents) return isBack ? 'completed' : 'paid';
  if (dueOf(facts, now).at <= now) return 'balance_overdue';
  return receivedCents > 0 && receivedCents >= depositCents ? 'balance_due' : 'booked';
}

/** Whether a card whose bank decides would pay all that the reservation waits for. */
function isPaidInReview(facts: StatusFacts, now: Date): boolean {
  const { cardReview } = facts;
  return !!cardReview && cardReview.until > now && coversMissing(facts, cardReview.cents);
}

/** Whether a guide has all that the reservation waits for. */
function isWithGuide(facts: StatusFacts): boolean {
  return coversMissing(facts, facts.guideCents ?? 0);
}

function coversMissing(facts: StatusFacts, cents: number): boolean {
  const { state, totalCents, depositCents, receivedCents } = facts;
  const isDeposit = state === 'held' || heldUntilOf(facts) !== null;
  const missing = (isDeposit ? depositCents : totalCents) - receivedCents;
  return missing > 0 && cents >= missing;
}

/** When the balance, or the next instalment of it, is due. */
function dueOf(facts: StatusFacts, now: Date) {
  const instalment = nextInstalment(facts.agreed ?? [], facts, now);
  return { at: instalment?.dueAt ?? balanceDueAt(facts), instalment };
}

/** When the first of the people who were added has to be paid for; null: all are. */
function heldUntilOf({ participants }: Pick<StatusFacts, 'participants'>): Date | null {
  const instants = participants.flatMap(({ heldUntil }) => (heldUntil ? [new Date(heldUntil).getTime()] : []));
  return instants.length > 0 ? new Date(Math.min(...instants)) : null;
}

/** What is still to be paid, in centavos; nothing before a request is accepted and once the reservation has ended. */
export function dueCentsOf({
  state,
  totalCents,
  receivedCents,
}: Pick<StatusFacts, 'state' | 'totalCents' | 'receivedCents'>) {
  return state === 'held' || state === 'booked' ? Math.max(totalCents - receivedCents, 0) : 0;
}

/**
 * What is to be given back, in centavos: of an ended reservation all but what is retained, of another what is too much.
 */
export function toReturnCentsOf({
  state,
  totalCents,
  receivedCents,
  retainedCents,
}: Pick<StatusFacts, 'state' | 'totalCents' | 'receivedCents' | 'retainedCents'>) {
  return Math.max(receivedCents - (reservationStates[state].holdsPlaces ? totalCents : retainedCents), 0);
}

function statusText(key: ReservationStatusKey, facts: StatusFacts, now: Date): StatusText {
  const due = moneyText(dueCentsOf(facts));
  const { at: until, instalment } = dueOf(facts, now);
  const part = moneyText(instalment?.amountCents ?? 0);
  const next = instalment ? ` A próxima parcela é de ${part}.` : '';
  const words: Record<ReservationStatusKey, () => StatusText> = {
    ...attendanceTexts(facts),
    ...endedMoneyTexts(facts),
    ...holdTexts(facts),
    card_review: () => cardReviewText(facts),
    guide_cash: () => guideCashText(facts),
    request_pending: () => ({
      label: 'Pedido enviado',
      tone: 'waiting',
      client: 'Recebemos o seu pedido e respondemos dentro do prazo. Até lá, guardamos as vagas e você não paga nada.',
      staff: 'Responda ao pedido.',
      until: facts.holdExpiresAt ? new Date(facts.holdExpiresAt) : null,
    }),
    expired: () =>
      requestEndText('expired', facts.request) ?? {
        label: 'Reserva expirada',
        tone: 'bad',
        client: 'O prazo do sinal passou e as vagas ficaram livres. Se ainda quiser ir, veja se há vagas.',
        staff: 'O prazo do sinal passou e as vagas ficaram livres.',
      },
    booked: () => ({
      label: 'Confirmada',
      tone: 'good',
      client: `A sua reserva está confirmada. Falta pagar ${due}.${next}`,
      staff: `Confirmada sem o sinal; falta ${due}.${next}`,
      until,
    }),
    balance_due: () => ({
      label: 'Confirmada (sinal pago)',
      tone: 'good',
      client: `A sua reserva está confirmada. Falta pagar ${due}.${next}`,
      staff: `Falta ${due}.${next}`,
      until,
    }),
    balance_overdue: () => ({
      label: 'Pagamento atrasado',
      tone: 'bad',
      client: `${instalment ? `O prazo da parcela de ${part}` : `O prazo do restante, ${due},`} passou. Pague agora${byMeans(facts)} ou fale com a gente para viajar sem surpresa.`,
      staff: instalment ? `A parcela de ${part} está atrasada; falta ${due}.` : `O restante de ${due} está atrasado.`,
      until,
    }),
    paid: () => ({ label: 'Quitada', tone: 'good', client: paidStep(facts), staff: dataStep(facts) ?? 'Tudo pago.' }),
    departure_cancelled: () => ({
      label: 'Saída cancelada',
      tone: 'bad',
      client: 'Cancelamos esta saída. Escolha o que prefere.',
      staff: 'Saída cancelada: o cliente ainda não escolheu.',
      until: facts.chooseUntil ? new Date(facts.chooseUntil) : null,
    }),
    boarded: () => ({ label: 'Embarcou', tone: 'good', client: 'Boa viagem!', staff: 'Embarcou.' }),
    receipt_review: () => receiptText(facts),
  };
  return words[key]();
}

function addedText(facts: StatusFacts, deposit: string): StatusText {
  const count = facts.participants.filter(({ heldUntil }) => heldUntil).length;
  const waiting = count === 1 ? '1 pessoa aguarda o sinal' : `${count} pessoas aguardam o sinal`;
  const them = count === 1 ? 'confirmá-la' : 'confirmá-las';
  const how = facts.means.length > 0 ? `Pague${byMeans(facts)}` : 'Entre em contato';
  return {
    label: `Confirmada; ${waiting}`,
    tone: 'waiting',
    client: `${waiting} de ${deposit}. ${how} para ${them}; quem já estava na reserva continua confirmado.`,
    staff: `${waiting} de ${deposit}.`,
    until: heldUntilOf(facts),
  };
}

// A hold that the review outlives ends with it, at the latest at the departure.
function cardReviewText(facts: StatusFacts): StatusText {
  const { state, holdExpiresAt, cardReview, departsAt } = facts;
  const review = 'O banco do cartão está analisando o seu pagamento, o que pode levar até 2 dias úteis';
  const words = { label: 'Cartão em análise', tone: 'waiting' } as const;
  if (state === 'booked') {
    return {
      ...words,
      client: `A sua reserva está confirmada. ${review}. Não pague de novo: avisamos assim que ele entrar.`,
      staff: 'O banco do cartão ainda analisa um pagamento.',
    };
  }
  const instants = [cardReview?.until ?? departsAt, departsAt].map((one) => new Date(one).getTime());
  const until = new Date(Math.max(Math.min(...instants), holdExpiresAt ? new Date(holdExpiresAt).getTime() : 0));
  return {
    ...words,
    client: `${review}. Não pague de novo: guardamos as vagas e avisamos assim que ele entrar.`,
    staff: 'O banco do cartão ainda analisa o pagamento; as vagas continuam guardadas.',
    until,
  };
}

function guideCashText({ state, guideCents = 0 }: StatusFacts): StatusText {
  const cash = moneyText(guideCents);
  const booked = state === 'booked' ? 'A sua reserva está confirmada. ' : '';
  return {
    label: 'Dinheiro com o guia – em conferência',
    tone: 'waiting',
    client: `${booked}O guia está com os ${cash} que você pagou em dinheiro. Falta só a nossa equipe confirmar; não pague de novo.`,
    staff: `O guia está com ${cash} em dinheiro. Confirme ou recuse em Pagamentos.`,
  };
}

function receiptText(facts: StatusFacts): StatusText {
  const { state, holdExpiresAt, isClockStopped = true } = facts;
  const words = { label: 'Comprovante enviado – em conferência', tone: 'waiting' } as const;
  const until = state === 'held' ? holdExpiresAt : heldUntilOf(facts);
  if (!until || isClockStopped) {
    return {
      ...words,
      client: 'Recebemos o seu comprovante. Avisaremos assim que o valor entrar na conta.',
      staff: 'Confira o comprovante.',
    };
  }
  return {
    ...words,
    client: 'Recebemos o seu comprovante e vamos conferir. Enquanto isso, o prazo do sinal continua valendo.',
    staff: 'Confira o comprovante: o prazo do sinal continua correndo.',
    until: new Date(until),
  };
}

// Before and after the deadline of a hold, and of people added to a booked reservation.
function holdTexts(facts: StatusFacts): Record<'deposit_due' | 'bank_check' | 'added_deposit_due', () => StatusText> {
  const missingDeposit = moneyText(Math.max(facts.depositCents - facts.receivedCents, 0));
  return {
    deposit_due: () => ({
      label: isAllDue(facts) ? 'Aguardando pagamento' : 'Aguardando pagamento do sinal',
      tone: 'waiting',
      client: depositStep(facts, missingDeposit),
      staff: isAllDue(facts) ? `Falta pagar ${missingDeposit}.` : `Falta o sinal de ${missingDeposit}.`,
      until: facts.holdExpiresAt ? new Date(facts.holdExpiresAt) : null,
    }),
    bank_check: () => ({
      label: 'Conferindo o pagamento',
      tone: 'waiting',
      client:
        'O prazo do sinal passou. Estamos conferindo com o banco se o seu pagamento entrou; até lá, as vagas continuam guardadas.',
      staff: `O prazo do sinal de ${missingDeposit} passou. As vagas continuam guardadas até o banco responder.`,
    }),
    added_deposit_due: () => addedText(facts, missingDeposit),
  };
}

// What becomes of the money of a reservation that has ended.
function endedMoneyTexts(facts: StatusFacts): Record<'cancelled' | 'refunded' | 'refund_due', () => StatusText> {
  const toReturn = moneyText(toReturnCentsOf(facts));
  // A payment that was put right may leave nothing to keep.
  const keptCents = Math.min(facts.retainedCents, facts.receivedCents);
  const retained = keptCents > 0 ? moneyText(keptCents) : undefined;
  return {
    cancelled: () =>
      requestEndText('cancelled', facts.request) ?? {
        label: 'Cancelada',
        tone: 'bad',
        client: `Esta reserva foi cancelada e não vale mais.${retained ? ` A multa foi de ${retained}, e nada mais é devolvido.` : ''}`,
        staff: retained ? `Cancelada, com multa de ${retained}.` : 'Cancelada.',
      },
    refunded: () => refundedText(facts),
    refund_due: () => ({
      label: facts.state === 'expired' ? 'Reserva expirada' : 'Cancelada',
      tone: 'bad',
      client: facts.refundDueOn
        ? `Reembolso de ${toReturn} previsto até ${dayText(facts.refundDueOn)}.`
        : `Recebemos ${toReturn} por esta reserva. A nossa equipe fala com você sobre a devolução.`,
      staff: facts.refundDueOn
        ? `Devolver ${toReturn} até ${dayText(facts.refundDueOn)}.`
        : `Há ${toReturn} para devolver.`,
    }),
  };
}

function refundedText({ refundedCents, creditedCents }: StatusFacts): StatusText {
  const given = moneyText(refundedCents - creditedCents);
  const credited = moneyText(creditedCents);
  const words = { label: 'Reembolsado', tone: 'quiet' } as const;
  if (creditedCents === 0) {
    return { ...words, client: `Devolvemos ${given}. Esta reserva não vale mais.`, staff: `Devolvidos ${given}.` };
  }
  if (creditedCents < refundedCents) {
    return {
      ...words,
      client: `Devolvemos ${given}, e ${credited} viraram crédito. Esta reserva não vale mais.`,
      staff: `Devolvidos ${given}; ${credited} viraram crédito.`,
    };
  }
  return {
    label: 'Virou crédito',
    tone: 'quiet',
    client: `Você tem ${credited} de crédito por esta reserva, que não vale mais.`,
    staff: `${credited} viraram crédito.`,
  };
}

/** Whether there is no deposit but the whole amount. */
function isAllDue({ depositCents, totalCents }: Pick<StatusFacts, 'depositCents' | 'totalCents'>): boolean {
  return depositCents >= totalCents;
}

function depositStep(facts: StatusFacts, deposit: string): string {
  const { channel, participants, means } = facts;
  const takesPayments = means.length > 0;
  const amount = isAllDue(facts) ? deposit : `o sinal de ${deposit}`;
  if (channel !== 'waiting_list') {
    return takesPayments
      ? `Pague ${amount}${byMeans(facts)} para confirmar a sua reserva.`
      : `Entre em contato para pagar ${amount} e confirmar a sua reserva.`;
  }
  const alone = participants.length === 1;
  const how = takesPayments ? `pague ${amount}${byMeans(facts)} para` : `entre em contato para pagar ${amount} e`;
  return `${alone ? 'Saiu uma vaga para você' : 'Saíram vagas para o seu grupo'}: ${how} ficar com ${alone ? 'ela' : 'elas'}.`;
}

/** " por Pix ou cartão", as the payer can choose. */
function byMeans({ means }: StatusFacts): string {
  if (!means.includes('card')) return means.includes('pix') ? ' por Pix' : '';
  return means.includes('pix') ? ' por Pix ou cartão' : ' com cartão';
}

/** "2026-12-12" as "12/12". */
function dayText(day: string): string {
  return `${day.slice(8, 10)}/${day.slice(5, 7)}`;
}

function paidStep(facts: StatusFacts): string {
  return dataStep(facts) ?? 'Tudo certo! Chegue ao embarque 15 minutos antes e leve o documento original.';
}

// As "Complete os dados de 2 pessoas: nome completo, documento."
function dataStep({ participants }: StatusFacts): string | undefined {
  const incomplete = participants.filter((one) => one.missing.length > 0);
  if (incomplete.length === 0) return undefined;
  const fields = Object.entries(participantFieldLabels).filter(([field]) =>
    incomplete.some((one) => one.missing.includes(field)),
  );
  const people = plural(incomplete.length, 'pessoa');
  return `Complete os dados de ${people}: ${fields.map(([, label]) => label).join(', ')}.`;
}

interface Attendance {
  boardedAt: string | Date | null;
  missedAt: string | Date | null;
}

/** What is said of the attendance once a trip is over: all, some or none of the people came, or nobody said. */
function attendanceTexts({ participants }: { participants: readonly Attendance[] }) {
  const missed = participants.filter((one) => one.missedAt).length;
  const isSaid = participants.some((one) => one.boardedAt || one.missedAt);
  const who = participants.length > 1 ? 'o seu grupo' : 'você';
  const ended = { label: 'Concluída', tone: 'quiet' } as const;
  return {
    missed: () => ({
      label: 'Não compareceu',
      tone: 'quiet' as const,
      client: `Registramos que ${who} não compareceu. Se foi um engano, fale com a gente.`,
      staff: 'Não compareceu.',
    }),
    completed: () => {
      if (!isSaid) {
        const client = 'O passeio terminou. Obrigado por reservar com a gente!';
        return { ...ended, client, staff: 'A viagem terminou, e ninguém informou o embarque.' };
      }
      const thanks = 'Obrigado por viajar com a gente!';
      if (missed === 0) return { ...ended, client: thanks, staff: 'A viagem terminou.' };
      const absent = `${plural(missed, 'pessoa')} do grupo não ${missed === 1 ? 'compareceu' : 'compareceram'}`;
      const client = `${thanks} Registramos que ${absent}. Se foi um engano, fale com a gente.`;
      return { ...ended, client, staff: `A viagem terminou; ${absent}.` };
    },
  };
}

/** The answer to a request in a trip on request; null: none. `refusal`: the operator's sentence. */
interface RequestAnswer {
  answeredAt: string | Date | null;
  refusal: string | null;
}

interface RequestEndText {
  label: string;
  tone: 'bad';
  client: string;
  staff: string;
}

/** What is said of a request that ended before it became a reservation; undefined of anything else. */
function requestEndText(
  state: 'expired' | 'cancelled',
  request: RequestAnswer | null | undefined,
): RequestEndText | undefined {
  if (request?.refusal) {
    return {
      label: 'Pedido não aceito',
      tone: 'bad',
      client: `A nossa equipe não pôde aceitar o pedido: ${request.refusal}`,
      staff: `Pedido recusado: ${request.refusal}`,
    };
  }
  if (request?.answeredAt !== null) return undefined;
  if (state === 'cancelled') {
    return {
      label: 'Pedido cancelado',
      tone: 'bad',
      client: 'Este pedido foi cancelado antes da resposta. Você não paga nada.',
      staff: 'Pedido cancelado antes da resposta.',
    };
  }
  return {
    label: 'Pedido sem resposta',
    tone: 'bad',
    client: 'Não conseguimos responder a tempo e as vagas ficaram livres. Se ainda quiser ir, peça de novo.',
    staff: 'O pedido ficou sem resposta até o prazo e as vagas ficaram livres.',
  };
}
