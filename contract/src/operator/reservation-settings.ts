import { MAX_MEANS_PERMILLE } from '../means.ts';
import { keysOf, pluck } from '../table.ts';
import { z } from '../zod.ts';

/** Units of a duration, in minutes. */
export const durationUnits = { minutes: 1, hours: 60, days: 1440 } as const;
export type DurationUnit = keyof typeof durationUnits;

export const durationUnitLabels: Record<DurationUnit, string> = { minutes: 'minutos', hours: 'horas', days: 'dias' };

/** Groups of the form, in its order. */
export const reservationSettingGroups = {
  hold: 'Prazo para pagar o sinal',
  unpaid: 'Vagas sem pagamento',
  departure: 'Perto da saída',
  means: 'Preço por forma de pagamento',
  instalments: 'Parcelas',
  waiting: 'Lista de espera',
  request: 'Pedidos de reserva',
  giftCards: 'Vale-presente',
  cancellation: 'Cancelamento pelo cliente',
  retention: 'Depois do passeio',
} as const;

interface Texts {
  group: keyof typeof reservationSettingGroups;
  /** In audit entries. */
  label: string;
  /** Its label in the form. */
  question: string;
  /** What it does. */
  effect: string;
}

const from1 = (unit: string, max: number) =>
  z.int(`Informe um número inteiro de ${unit}.`).min(1, 'Use 1 ou mais.').max(max, `Use no máximo ${max}.`);

const MINUTES_OF_A_YEAR = 365 * durationUnits.days;

/** A duration of up to a year, stored in `unit`. */
function duration(unit: DurationUnit, usual: number, texts: Texts) {
  const schema = from1(durationUnitLabels[unit], MINUTES_OF_A_YEAR / durationUnits[unit]);
  return { input: 'duration', unit, schema, default: usual, ...texts } as const;
}

function amount(unit: string, usual: number, { max, ...texts }: Texts & { max: number }) {
  return { input: 'amount', schema: from1(unit, max), default: usual, ...texts } as const;
}

/** A percentage in tenths, which is typed as percent. */
function permille(texts: Texts) {
  const most = `Use de −${MAX_MEANS_PERMILLE / 10} a ${MAX_MEANS_PERMILLE / 10}, com até uma casa, como −5 ou 3,5.`;
  const schema = z.int(most).min(-MAX_MEANS_PERMILLE, most).max(MAX_MEANS_PERMILLE, most);
  return { input: 'permille', schema, default: 0 as number, ...texts } as const;
}

function choice(usual: boolean, texts: Texts) {
  return { input: 'switch', schema: z.boolean('Informe sim ou não.'), default: usual as boolean, ...texts } as const;
}

/** Settings of reservations, in the form's order. The column of `operator` is the key in snake case. */
export const reservationSettingTable = {
  holdMinutes: duration('minutes', 1440, {
    group: 'hold',
    label: 'Prazo para pagar o sinal (minutos)',
    question: 'Vaga guardada por',
    effect: 'Sem o sinal, a reserva expira depois deste tempo e as vagas voltam a ser vendidas.',
  }),
  lastMomentMinutes: duration('minutes', 120, {
    group: 'hold',
    label: 'Último momento antes da saída (minutos)',
    question: 'Fim do prazo, antes da saída',
    effect: 'Quem reserva em cima da hora precisa pagar o sinal até este tempo antes de partir.',
  }),
  shortestHoldMinutes: duration('minutes', 30, {
    group: 'hold',
    label: 'Prazo mais curto (minutos)',
    question: 'Prazo mínimo',
    effect: 'O prazo nunca é menor do que isto, mesmo perto da saída.',
  }),
  bankCheckMinutes: duration('minutes', 60, {
    group: 'hold',
    label: 'Espera pelo banco depois do prazo (minutos)',
    question: 'Espera pelo banco depois do prazo',
    effect:
      'Quem tem um código Pix do banco só perde a vaga depois de o banco dizer que o Pix não entrou. Se o banco não responder neste tempo, a vaga continua guardada e a equipe decide.',
  }),
  /** What a client, or an address, may hold and wait for without money over all trips. */
  unpaidPlaces: amount('vagas', 40, {
    max: 10_000,
    group: 'unpaid',
    label: 'Vagas sem pagamento por pessoa',
    question: 'Vagas por pessoa',
    effect: 'O máximo que uma pessoa ou conexão guarda e espera sem pagar, em todos os passeios. A equipe não conta.',
  }),
  pauseMinutes: duration('minutes', 60, {
    group: 'unpaid',
    label: 'Pausa antes de guardar vagas de novo (minutos)',
    question: 'Pausa antes de reservar de novo',
    effect: 'Quem deixa vagas sem pagar só guarda vagas do mesmo passeio depois deste tempo. A equipe não tem pausa.',
  }),
  balanceDueHours: duration('hours', 48, {
    group: 'departure',
    label: 'Prazo do restante antes da saída (horas)',
    question: 'Restante pago até, antes da saída',
    effect:
      'Depois disso, a reserva aparece como “Pagamento atrasado”. O prazo nunca cai entre 22h e 8h: passa para a manhã seguinte ou, perto da saída, para a noite anterior.',
  }),
  transferHours: duration('hours', 48, {
    group: 'departure',
    label: 'Prazo para trocar quem viaja (horas)',
    question: 'Troca de pessoas até, antes da saída',
    effect: 'O cliente inclui, troca e tira pessoas sozinho até este tempo antes de partir; depois, só a equipe.',
  }),
  pixPermille: permille({
    group: 'means',
    label: 'Diferença de preço no Pix (décimos de %)',
    question: 'No Pix, mudar o valor em',
    effect: 'Negativo é desconto; positivo é acréscimo. O cliente vê o valor de cada forma antes de escolher.',
  }),
  cardPermille: permille({
    group: 'means',
    label: 'Diferença de preço no cartão (décimos de %)',
    question: 'No cartão, mudar o valor em',
    effect: 'Vale sobre o que é pago com cartão. Cada passeio pode aceitar as duas formas ou só uma delas.',
  }),
  instalmentGraceDays: amount('dias', 3, {
    max: 60,
    group: 'instalments',
    label: 'Tolerância de uma parcela (dias)',
    question: 'Aviso de atraso depois de',
    effect: 'Lembramos 3 dias antes e no dia. Sem o pagamento até este tempo depois, avisamos que a parcela atrasou.',
  }),
  /** Whether a reservation is cancelled `overdueReleaseDays` after an instalment was due. */
  releasesOverdue: choice(false, {
    group: 'instalments',
    label: 'Cancelar reservas com parcela atrasada',
    question: 'Cancelar sozinho reservas com parcela atrasada',
    effect: 'O aviso de atraso diz o dia. A multa é a da política aceita, e as vagas voltam a ser vendidas.',
  }),
  overdueReleaseDays: duration('days', 15, {
    group: 'instalments',
    label: 'Cancelar depois de atraso de (dias)',
    question: 'Cancelar depois de um atraso de',
    effect: 'Contados do vencimento da parcela.',
  }),
  offerMinutes: duration('minutes', 240, {
    group: 'waiting',
    label: 'Prazo de uma oferta da lista de espera (minutos)',
    question: 'Vagas oferecidas por',
    effect:
      'Quem espera tem este tempo para pagar o sinal; depois, oferecemos à próxima pessoa. O prazo nunca termina entre 22h e 8h: fica para a manhã, se ainda houver tempo antes da saída.',
  }),
  requestMinutes: duration('minutes', 1440, {
    group: 'request',
    label: 'Prazo para responder a um pedido (minutos)',
    question: 'Prazo para responder',
    effect:
      'Vale nos passeios sob consulta. As vagas ficam guardadas até lá; sem resposta, o pedido termina e o cliente é avisado. Se der, o prazo não termina entre 22h e 8h.',
  }),
  sellsGiftCards: choice(false, {
    group: 'giftCards',
    label: 'Venda de vale-presente',
    question: 'Vender vale-presente no site',
    effect: 'Quem compra paga por Pix, e o vale paga reservas até acabar. Desligar não muda os vales já vendidos.',
  }),
  /** Whether clients withdraw without a penalty in the `withdrawalDays` after contracting. */
  withdrawalRight: choice(true, {
    group: 'cancellation',
    label: 'Direito de arrependimento',
    question: 'Desistência sem multa logo depois de contratar',
    effect: 'Quem desiste no prazo abaixo, antes da saída, recebe tudo de volta. Vale para as próximas reservas',
  }),
  withdrawalDays: duration('days', 7, {
    group: 'cancellation',
    label: 'Prazo de arrependimento (dias)',
    question: 'Prazo de arrependimento',
    effect: 'Contado em dias do calendário, sem o dia da contratação. Só vale com a opção acima ligada.',
  }),
  refundDays: duration('days', 10, {
    group: 'cancellation',
    label: 'Prazo para devolver o dinheiro (dias)',
    question: 'Devolver em até',
    effect: 'O prazo que o cliente lê quando há valor a devolver, contado do cancelamento.',
  }),
  receiptDays: duration('days', 90, {
    group: 'retention',
    label: 'Comprovantes apagados depois do passeio (dias)',
    question: 'Apagar comprovantes depois de',
    effect: 'Contados da volta do passeio. Fotos e PDFs de comprovantes são apagados; os lançamentos ficam.',
  }),
  listDays: duration('days', 90, {
    group: 'retention',
    label: 'Dados de listas finais apagados depois do passeio (dias)',
    question: 'Apagar dados das listas finais depois de',
    effect:
      'Contados da volta do passeio. Das listas fechadas saem nomes e documentos; ficam a data, quem fechou, o número de pessoas e a conferência. Também saem as observações de quem viajou, as respostas às perguntas do passeio, as notas internas das reservas e os nomes dos links de guia.',
  }),
};
export type ReservationSetting = keyof typeof reservationSettingTable;
export const reservationSettingKeys = keysOf(reservationSettingTable);

export const reservationSettings = z.strictObject(pluck(reservationSettingTable, 'schema'));
export type ReservationSettings = z.infer<typeof reservationSettings>;

/** The settings of a new installation. */
export const usualReservationSettings: ReservationSettings = pluck(reservationSettingTable, 'default');

/**
 * Days in which consumers may withdraw from what they contract at a distance (Código de Defesa do Consumidor, art. 49).
 */
export const LAWFUL_WITHDRAWAL_DAYS = 7;

/** Whether clients are promised less than the law gives them. */
export function promisesLessThanLaw({
  withdrawalRight,
  withdrawalDays,
}: Pick<ReservationSettings, 'withdrawalRight' | 'withdrawalDays'>): boolean {
  return !withdrawalRight || withdrawalDays < LAWFUL_WITHDRAWAL_DAYS;
}
