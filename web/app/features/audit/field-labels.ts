import { manifestLayouts } from '@passeio/contract/boarding/antt-list';
import { passengerColumns } from '@passeio/contract/boarding/passengers';
import { whatsAppLabels } from '@passeio/contract/messages/chat-routes';
import { operatorLabels } from '@passeio/contract/operator/operator';
import { reservationSettingTable } from '@passeio/contract/operator/reservation-settings';
import { accessSettingTable } from '@passeio/contract/operator/settings';
import { fiscalLabels } from '@passeio/contract/payments/fiscal-settings';
import { entryKinds, paymentMethods, refundStates } from '@passeio/contract/payments/payments';
import { permissions } from '@passeio/contract/permissions';
import { reservationStates } from '@passeio/contract/reservation-states';
import { documentTypes, entryOf, personFields } from '@passeio/contract/reservations/participants';
import { roleLabels } from '@passeio/contract/roles';
import { sellerWays } from '@passeio/contract/sellers/sellers';
import { pluck } from '@passeio/contract/table';
import { tripTable } from '@passeio/contract/trips/trip-table';

const participantLabels = Object.fromEntries(
  personFields.map((field) => [entryOf(field).auditName ?? field, entryOf(field).label]),
);

const tripLabels = Object.fromEntries(
  Object.entries(tripTable).map(([field, entry]) => [field, 'auditLabel' in entry ? entry.auditLabel : entry.label]),
);

/** Labels of the fields in audit entries. */
export const fieldLabels: Record<string, string> = {
  // the operator; people have a name and an e-mail too
  ...operatorLabels,
  logo: 'Logotipo',

  // notes of service
  ...fiscalLabels,
  ...whatsAppLabels,
  chatSentence: 'Frase das respostas automáticas',
  refusedWith: 'Recusa do governo',

  // wordings of messages
  subject: 'Assunto',
  text: 'Texto',

  // people
  cpf: 'CPF',
  rg: 'RG',
  emitter: 'Órgão emissor',
  birthdate: 'Data de nascimento',
  contact: 'Telefone',
  forDay: 'Só por um dia',
  messagesByWhatsApp: 'Mensagens por WhatsApp',
  role: 'Perfil',
  permissions: 'Permissões',
  refundLimitCents: 'Devolver até, por reserva',
  hasAccount: 'Tem conta',
  phone: 'Telefone',
  isGuide: 'Guia as saídas',
  isDriver: 'Dirige',
  weekdays: 'Dias em que trabalha',
  daysOff: 'Folgas',

  // changes of many dates
  seriesDates: 'Mudou em datas',

  // imports
  rows: 'Linhas',
  emails: 'E-mails na fila',
  undone: 'Desfeito',
  kept: 'Mantido',

  // reservations, their people and payments; `status` is of entries before there were parties
  reservationState: 'Situação',
  status: 'Situação',
  participant: 'Quem viaja',
  fare: 'Tarifa',
  farePriceCents: 'Preço da tarifa',
  ...participantLabels,
  companion: 'Quem acompanha',
  responsible: 'Responsável pelos menores',
  withoutParents: 'Viaja sem mãe, pai ou responsável',
  decidedAt: 'Hora do toque',
  attendance: 'Presença',
  resultCents: 'Resultado',
  exceptions: 'Pendências aceitas',
  guide: 'Guia',
  driver: 'Motorista',
  trip: 'Passeio',
  places: 'Vagas',
  totalCents: 'Valor total',
  depositCents: 'Sinal',
  adjustmentCents: 'Desconto ou acréscimo',
  reason: 'Motivo',
  holdExpiresAt: 'Prazo do sinal',
  answerExpiresAt: 'Prazo da resposta ao pedido',
  cancellationReason: 'Motivo do cancelamento',
  chooseUntil: 'Escolher até',
  choice: 'Escolha',
  otherDeparture: 'Outra saída',
  cancelledFor: 'Cancelamento a pedido de',
  penaltyCents: 'Multa',
  refundCents: 'Valor a devolver',
  cancellationRule: 'Regra da multa',
  purpose: 'Cobrança de',
  isSplit: 'Pagamento dividido',
  kind: 'Tipo de lançamento',
  method: 'Forma de pagamento',
  amountCents: 'Valor',
  receivedCents: 'Recebido ao todo',
  note: 'Observação',
  endToEndId: 'Identificador do Pix',
  txid: 'Identificador da cobrança',
  invoice: 'Número da nota',
  issuedOn: 'Data da nota',
  invoicedTo: 'Nota para',
  taxId: 'CPF ou CNPJ',
  promisedFor: 'Devolução prevista até',
  refundState: 'Devolução',
  reservation: 'Reserva',
  lines: 'Lançamentos do extrato',
  format: 'Formato do arquivo',
  columns: 'Colunas',
  layout: 'Lista',
  people: 'Pessoas',
  version: 'Versão',
  hash: 'Conferência',
  stars: 'Estrelas',
  missing: 'Pessoas com dados faltando',

  // trips
  ...tripLabels,
  priceCents: 'Preço',
  extra: 'Adicional',
  childPriceCents: 'Preço de criança',
  lapChildPriceCents: 'Preço de criança de colo',
  plate: 'Placa',
  seats: 'Poltronas',
  tag: 'Etiqueta',
  seatMap: 'Mapa de poltronas',
  answers: 'Respostas a',
  tripImages: 'Fotos',
  copyOf: 'Cópia de',
  seatsKept: 'Ficaram na mesma poltrona',
  seatsMoved: 'Mudaram de poltrona',
  notice: 'Recado a quem viaja',
  told: 'Avisos por e-mail',

  // costs of a trip
  ads: 'Anúncios',

  // sellers
  seller: 'Vendedor',
  sellerWay: 'Como veio ao vendedor',
  cadastur: 'Cadastur',
  pixKey: 'Chave Pix',
  maxUnpaidPlaces: 'Vagas sem pagamento',
  account: 'Conta',
  month: 'Mês',
  isActive: 'Ativo',
  until: 'Até',

  // coupons
  coupon: 'Cupom',
  coupons: 'Cupons',
  rule: 'Regra',
  order: 'Ordem',
  code: 'Código',
  effect: 'Desconto',
  value: 'Valor do desconto',
  validFrom: 'Vale desde',
  validUntil: 'Vale até',
  trips: 'Passeios',
  fareLabels: 'Tarifas',
  maxUses: 'Usos ao todo',
  maxUsesPerClient: 'Usos por cliente',
  maxDiscountCents: 'Desconto ao todo',
  minPeople: 'Mínimo de pessoas',
  minTotalCents: 'Valor mínimo',
  firstOnly: 'Só na primeira reserva',
  placesSetAside: 'Vagas guardadas por passeio',
  setAsideUntil: 'Guardadas até',

  refusal: 'Resposta ao pedido',

  ...pluck(reservationSettingTable, 'label'),
  ...pluck(accessSettingTable, 'label'),
};

/** What values of these fields are called. */
export const valueLabels: Record<string, Record<string, string>> = {
  role: roleLabels,
  sellerWay: sellerWays,
  reservationState: Object.fromEntries(Object.entries(reservationStates).map(([state, { label }]) => [state, label])),
  // Entries are never changed: those before there were parties have these.
  status: {
    waitlisted: 'Lista de espera',
    held: 'Aguardando pagamento do sinal',
    confirmed: 'Confirmada (sinal pago)',
    paid: 'Quitada',
    boarded: 'Embarcou',
    no_show: 'Não compareceu',
    completed: 'Concluída',
    expired: 'Reserva expirada',
    cancelled: 'Cancelada',
  },
  attendance: { boarded: 'Viajou', missed: 'Não compareceu', undone: 'Não informado' },
  documentType: documentTypes,
  cancelledFor: { client: 'Cliente', operator: 'Operadora' },
  purpose: entryKinds,
  kind: entryKinds,
  method: paymentMethods,
  refundState: refundStates,
  format: { pdf: 'PDF', csv: 'CSV', xlsx: 'Excel (XLSX)', print: 'Impressão' },
  layout: manifestLayouts,
  columns: { ...fieldLabels, ...passengerColumns },
  permissions: pluck(permissions, 'label'),
};
