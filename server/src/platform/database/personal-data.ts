import { entryOf, personFields } from '@passeio/contract/reservations/participants';
import { type RawBuilder, sql } from 'kysely';
import { columnName } from './column-names.ts';

/** Why data are kept, and what allows it (LGPD, articles 7 and 11). */
export const purposes = {
  account: { label: 'Manter a sua conta e proteger o acesso', basis: 'Contrato com você (art. 7º, V)' },
  trip: { label: 'Fazer a reserva e a viagem', basis: 'Contrato com você (art. 7º, V)' },
  list: { label: 'Entregar a lista de passageiros', basis: 'Obrigação legal do transporte (art. 7º, II)' },
  care: {
    label: 'Cuidar da sua segurança no passeio',
    basis: 'Proteção da vida e da saúde (arts. 7º, VII, e 11, II, e)',
  },
  money: { label: 'Receber, devolver e comprovar pagamentos', basis: 'Obrigação legal e fiscal (art. 7º, II)' },
  messages: { label: 'Avisar sobre a sua reserva', basis: 'Contrato com você (art. 7º, V)' },
  alerts: { label: 'Avisar da próxima data de um passeio', basis: 'Seu consentimento (art. 7º, I)' },
  reviews: { label: 'Mostrar o que você achou do passeio', basis: 'Seu consentimento (art. 7º, I)' },
  crew: { label: 'Organizar quem trabalha nas saídas', basis: 'Contrato com você (art. 7º, V)' },
  sales: { label: 'Vender os passeios com comissão, e pagar a comissão', basis: 'Contrato com você (art. 7º, V)' },
  security: { label: 'Evitar abusos e saber quem fez o quê', basis: 'Legítimo interesse (art. 7º, IX)' },
} as const;
export type Purpose = keyof typeof purposes;

/** How long data are kept; `request`: until the person asks for erasure. */
const retentions = {
  request: 'até você pedir a exclusão',
  sixYears: 'até você pedir a exclusão, no máximo até 31 de dezembro do sexto ano',
  account: 'enquanto a conta existir',
  listDays: 'até {dias} dias depois da volta',
  crew: 'enquanto trabalhar nas saídas, e até {dias} dias depois de sair da equipe e da última volta',
  twoYears: 'até dois anos depois da volta',
  unpaid: 'enquanto a vaga não é paga',
  waiting: 'enquanto você espera vaga',
  expiry: 'até o prazo do link ou código acabar',
  day: 'por 24 horas',
  week: 'por 7 dias',
  month: 'por 30 dias',
  fiscal: 'depois da exclusão, até 31 de dezembro do sexto ano',
  law: 'pelo prazo da lei fiscal',
} as const;
type Retention = keyof typeof retentions;

const people = {
  client: 'Cliente',
  traveller: 'Quem viaja',
  payer: 'Quem paga',
  writer: 'Quem escreve ou recebe mensagens por WhatsApp',
  staff: 'Equipe',
  guide: 'Guia ou motorista',
  seller: 'Quem vende com comissão',
  buyer: 'Quem compra ou recebe um vale-presente',
  visitor: 'Quem pede aviso de data',
} as const;

/**
 * What ends too once a client has not travelled for years, where the operator says so (domains/privacy/erase-idle.ts).
 */
const endsIdle = new Set<Retention>(['request', 'sixYears', 'account']);
const idlePeople = new Set<keyof typeof people>(['client', 'traveller', 'payer']);

/** Rows of a person, the id of `users`. */
type Rows = (person: string) => RawBuilder<boolean>;

type Blank = string | null | RawBuilder<unknown>;

interface PersonalColumn {
  /** As the notice names it; without one it belongs to no list that people read. */
  label: string;
  retention: Retention;
  /** What stands in its place once a person is erased; of a row that is deleted, nothing does. */
  blank?: Blank;
  /** Tax law keeps it of a payer, out of daily view. */
  fiscal?: true;
  /** A key that opens something, of which nobody gets a copy. */
  withheld?: true;
  /** About health: exported only where it is asked for. */
  sensitive?: true;
}

export interface PersonalTable {
  whose: keyof typeof people;
  purpose: Purpose;
  /** Undefined: of staff and visitors, of whom no client asks. */
  rows?: Rows;
  /**
   * What erasing a person does with these rows: delete them, blank their columns, or blacken what the audit trail and
   * closed lists say of them (blacken.ts). `expires`: rows of no client, which only time ends.
   */
  erasure: 'deleted' | 'blanked' | 'blackened' | 'expires';
  /** What else changes in a row that is blanked. */
  alsoSet?: Record<string, Blank>;
  columns: Record<string, PersonalColumn>;
  /** Columns that say nothing of a person. */
  other?: string;
}

const ofReservations: Rows = (person) => sql`reservation_id in (select id from reservations where user_id = ${person})`;
/** Rows of reservations that they pay for, and of themselves in other people's. */
const ofReservationsOrThemselves: Rows = (person) =>
  sql`(${ofReservations(person)} or participant_id in (select id from participants where user_id = ${person}))`;
const ofUser: Rows = (person) => sql`user_id = ${person}`;
const emailOf = (person: string) => sql`(select lower(email) from users where id = ${person})`;
const subjectOf = (person: string) => sql`(select subject from users where id = ${person})`;
const ofIdentity: Rows = (person) => sql`"userId"::text = ${subjectOf(person)}`;
// Not by "or", with which no index is used.
const participantsOf = (person: string) => sql`(
  select p.id from participants p join reservations r on r.id = p.reservation_id where r.user_id = ${person}
  union select id from participants where user_id = ${person})`;
const ofParticipants: Rows = (person) => sql`participant_id in ${participantsOf(person)}`;
// People who wrote without a reservation are found by their telephone.
const chatsOf = (person: string) => sql`(
  select c.id from conversations c join reservations r on r.id = c.reservation_id where r.user_id = ${person}
  union select c.id from conversations c join chat_contacts k on k.id = c.contact_id
    join users u on u.contact = k.phone where u.id = ${person} and c.reservation_id is null)`;
const ofChats: Rows = (person) => sql`conversation_id in ${chatsOf(person)}`;
const ofMessages: Rows = (person) =>
  sql`message_id in (select id from conversation_messages where conversation_id in ${chatsOf(person)})`;
const isCardOf: Rows = (person) => sql`${emailOf(person)} in (lower(buyer_email), lower(recipient_email))`;
/** The transfers of their reservations, cash with guides included, and of gift cards that they bought or got. */
const moneyOf = (person: string) => sql`(
  select t.* from transfers t join reservations r on r.id = t.from_account where r.user_id = ${person}
  union select t.* from transfers t join reservations r on r.id = t.to_account where r.user_id = ${person}
  union select t.* from transfers t join gift_cards g on g.id = t.to_account where ${isCardOf(person)}
  union select t.* from transfers t join gift_cards g on g.id = t.from_account where ${isCardOf(person)})`;
const ofTransfers: Rows = (person) => sql`transfer_id in (select id from ${moneyOf(person)} money)`;
/** Includes the arrival of a payment that had waited for staff. */
const ofMoney: Rows = (person) => sql`id in (
  with money as ${moneyOf(person)}
  select id from money union select a.id from money join transfers a on a.provider = money.provider
    and upper(a.reference) = upper(money.reference) and a.kind = 'arrival')`;

export const BLACK = '•••';
/** The name of people who were erased, in lists of what they reserved. */
export const ERASED_NAME = 'Dados apagados';
const column = (label: string, retention: Retention = 'request', blank?: PersonalColumn['blank']): PersonalColumn => ({
  label,
  retention,
  ...(blank !== undefined && { blank }),
});

const participantColumns = Object.fromEntries(
  personFields.map((field): [string, PersonalColumn] => {
    const { label, retention, empty, privacy, input } = entryOf(field);
    const entry = column(label, retention === 'listDays' ? 'listDays' : 'request', empty);
    const name = input.kind === 'issuer' ? 'Órgão emissor' : label;
    return [columnName(field), { ...entry, label: name, ...(privacy === 'health' && { sensitive: true }) }];
  }),
);

/** Every table with data of people. What people type freely counts as personal, and so do addresses and devices. */
export const personalData: Record<string, PersonalTable> = {
  'identity.account': {
    whose: 'client',
    purpose: 'account',
    rows: ofIdentity,
    erasure: 'deleted',
    columns: {
      accountId: column('Código da conta', 'account'),
      accessToken: { ...column('Chaves de acesso', 'account'), withheld: true },
      refreshToken: { ...column('Chaves de acesso', 'account'), withheld: true },
      idToken: { ...column('Chaves de acesso', 'account'), withheld: true },
    },
    other: 'providerId scope password',
  },
  'identity.link': {
    whose: 'client',
    purpose: 'account',
    rows: (person) => sql`lower(email) = ${emailOf(person)}`,
    erasure: 'deleted',
    columns: { email: column('E-mail', 'expiry') },
    other: 'token_hash purpose',
  },
  'identity.passkey': {
    whose: 'client',
    purpose: 'account',
    rows: (person) => sql`two_factor_id in (
      select id from identity."twoFactor" where "userId"::text = ${subjectOf(person)})`,
    erasure: 'deleted',
    columns: { name: column('Nome da chave de acesso', 'account') },
    other: 'id public_key transports',
  },
  'identity.session': {
    whose: 'client',
    purpose: 'security',
    rows: ofIdentity,
    erasure: 'deleted',
    columns: { ipAddress: column('Endereço na internet', 'expiry'), userAgent: column('Aparelho', 'expiry') },
    other: 'token',
  },
  'identity.user': {
    whose: 'client',
    purpose: 'account',
    rows: (person) => sql`id::text = ${subjectOf(person)}`,
    erasure: 'deleted',
    columns: { name: column('Nome', 'account'), email: column('E-mail', 'account'), image: column('Foto', 'account') },
  },
  'identity.verification': {
    whose: 'client',
    purpose: 'account',
    rows: (person) => sql`(value like '%' || ${subjectOf(person)} || '%'
      or strpos(lower(identifier || ' ' || value), ${emailOf(person)}) > 0)`,
    erasure: 'deleted',
    columns: {
      identifier: { ...column('Códigos de confirmação', 'expiry'), withheld: true },
      value: { ...column('Códigos de confirmação', 'expiry'), withheld: true },
    },
  },
  'public.answers': {
    whose: 'traveller',
    purpose: 'care',
    rows: ofReservationsOrThemselves,
    erasure: 'deleted',
    columns: { value: { ...column('Respostas às perguntas do passeio', 'listDays'), sensitive: true } },
  },
  'public.audit_entries': {
    whose: 'client',
    purpose: 'security',
    rows: (person) => sql`(actor_id = ${person} or (subject_type = 'person' and subject_id = ${person}::text)
      or subject_id in (select id::text from reservations where user_id = ${person}))`,
    erasure: 'blackened',
    columns: {
      actor_name: column('Nome', 'sixYears'),
      address: column('Endereço na internet', 'sixYears'),
      device: column('Aparelho', 'sixYears'),
      subject_label: column('A quem a ação se refere', 'sixYears'),
      changes: column('O que mudou', 'sixYears'),
    },
    other: 'actor_role request_id action subject_type subject_id',
  },
  'public.boarding_taps': {
    whose: 'traveller',
    purpose: 'trip',
    rows: ofParticipants,
    erasure: 'blanked',
    columns: {
      reason: column('Correção da presença', 'request', sql`case when reason is null then null else ${BLACK} end`),
    },
    other: 'decision',
  },
  'public.calendar_addresses': {
    whose: 'staff',
    purpose: 'account',
    rows: ofUser,
    erasure: 'deleted',
    columns: {},
    other: 'token_hash',
  },
  // Conversations go with their contacts.
  'public.chat_contacts': {
    whose: 'writer',
    purpose: 'messages',
    rows: (person) => sql`(id in (select contact_id from conversations where id in ${chatsOf(person)})
      or phone = (select contact from users where id = ${person})
        and id not in (select contact_id from conversations))`,
    erasure: 'deleted',
    columns: {
      bsuid: { ...column('Código no WhatsApp', 'twoYears'), withheld: true },
      phone: column('Telefone', 'twoYears'),
      name: column('Nome no WhatsApp', 'twoYears'),
    },
  },
  'public.conversation_media': {
    whose: 'writer',
    purpose: 'messages',
    rows: ofMessages,
    erasure: 'deleted',
    columns: { file_name: column('Fotos, áudios e arquivos das conversas', 'month') },
    other: 'provider_id state content_type storage_key',
  },
  'public.conversation_messages': {
    whose: 'writer',
    purpose: 'messages',
    rows: ofChats,
    erasure: 'deleted',
    columns: {
      text: column('Mensagens do WhatsApp', 'twoYears'),
      content: { ...column('Mensagens a enviar', 'month'), withheld: true },
      fallback: { ...column('E-mails no lugar delas', 'month'), withheld: true },
    },
    other: 'direction wamid kind about fell_back_to status pricing_category',
  },
  'public.conversations': {
    whose: 'writer',
    purpose: 'messages',
    rows: (person) => sql`id in ${chatsOf(person)}`,
    erasure: 'deleted',
    columns: {},
    other: 'state',
  },
  'public.contract_acceptances': {
    whose: 'payer',
    purpose: 'trip',
    rows: ofReservations,
    erasure: 'deleted',
    columns: {
      field_values: column('Dados do contrato aceito'),
      accepted_by: column('Quem aceitou o contrato'),
      address: column('Endereço na internet'),
    },
    other: 'version channel',
  },
  'public.final_manifests': {
    whose: 'traveller',
    purpose: 'list',
    erasure: 'blackened',
    columns: { content: column('Lista de passageiros fechada', 'listDays') },
    other: 'content_hash',
  },
  'public.crew_days_off': {
    whose: 'guide',
    purpose: 'crew',
    rows: (person) => sql`member_id in (select id from crew_members where user_id = ${person})`,
    erasure: 'deleted',
    columns: { first_day: column('Folgas', 'crew'), last_day: column('Folgas', 'crew') },
  },
  'public.crew_members': {
    whose: 'guide',
    purpose: 'crew',
    rows: ofUser,
    erasure: 'deleted',
    columns: {
      name: column('Nome', 'crew'),
      phone: column('Telefone', 'crew'),
      weekdays: column('Dias em que trabalha', 'crew'),
    },
  },
  'public.fiscal_records': {
    whose: 'payer',
    purpose: 'money',
    rows: ofUser,
    erasure: 'expires',
    columns: { name: column('Nome de quem pagou', 'fiscal'), cpf: column('CPF de quem pagou', 'fiscal') },
    other: 'keep_until',
  },
  'public.billing_details': {
    whose: 'payer',
    purpose: 'money',
    rows: ofReservations,
    erasure: 'deleted',
    columns: {
      name: column('Nome ou razão social da nota'),
      tax_id: column('CPF ou CNPJ da nota'),
      address: column('Endereço da nota'),
    },
  },
  'public.issued_invoices': {
    whose: 'payer',
    purpose: 'money',
    rows: ofReservations,
    erasure: 'expires',
    columns: {
      payer_name: column('Nome na nota fiscal', 'law'),
      payer_tax_id: column('CPF ou CNPJ na nota fiscal', 'law'),
      description: column('Serviço na nota fiscal', 'law'),
      declaration: column('Nota fiscal enviada', 'law'),
      note: column('Nota fiscal autorizada', 'law'),
      cancellation: column('Pedido de cancelamento da nota fiscal', 'law'),
      cancellation_event: column('Cancelamento da nota fiscal', 'law'),
    },
    other: 'state environment declaration_id access_key note_number look_up_url messages',
  },
  'public.gift_cards': {
    whose: 'buyer',
    purpose: 'money',
    rows: isCardOf,
    erasure: 'blanked',
    columns: {
      buyer_name: column('Nome de quem compra', 'request', BLACK),
      buyer_email: column('E-mail de quem compra', 'request', ''),
      recipient_name: column('Nome de quem recebe', 'request', ''),
      recipient_email: column('E-mail de quem recebe', 'request', ''),
      message: column('Mensagem', 'request', ''),
    },
    other: 'code_hash link_hash last4 send_on state request_key request_fingerprint',
  },
  'public.guide_links': {
    whose: 'guide',
    purpose: 'trip',
    erasure: 'expires',
    columns: { name: column('Nome', 'listDays') },
    other: 'token_hash pin_hash',
  },
  'public.idempotency_keys': {
    whose: 'client',
    purpose: 'security',
    rows: ofUser,
    erasure: 'deleted',
    columns: { answer: column('Última resposta a um pedido', 'day') },
    other: 'key fingerprint',
  },
  'public.import_effects': {
    whose: 'client',
    purpose: 'account',
    erasure: 'expires',
    columns: { before: column('Dados de antes de uma importação', 'week') },
    other: 'subject mark',
  },
  'public.import_rows': {
    whose: 'client',
    purpose: 'account',
    erasure: 'expires',
    columns: {
      cells: column('Linhas de uma planilha importada', 'week'),
      problems: column('Linhas de uma planilha importada', 'week'),
    },
    other: 'outcome kinds',
  },
  'public.imports': {
    whose: 'client',
    purpose: 'account',
    erasure: 'expires',
    columns: {
      kept: column('Linhas de uma planilha importada', 'week'),
      questions: column('Linhas de uma planilha importada', 'week'),
    },
    other: 'kind filename state columns counts failure tab notes answers',
  },
  'public.minor_statements': {
    whose: 'payer',
    purpose: 'trip',
    rows: ofReservations,
    erasure: 'deleted',
    columns: { name: column('Responsável pelos menores de 18 anos') },
    other: 'version means',
  },
  'public.participants': {
    whose: 'traveller',
    purpose: 'list',
    rows: (person) => sql`id in ${participantsOf(person)}`,
    erasure: 'blanked',
    columns: participantColumns,
    other: 'fare_label seat',
  },
  'public.push_devices': {
    whose: 'client',
    purpose: 'messages',
    rows: ofUser,
    erasure: 'deleted',
    columns: {
      endpoint: { ...column('Aparelho que recebe avisos', 'account'), withheld: true },
      p256dh: { ...column('Chave do aparelho', 'account'), withheld: true },
      auth: { ...column('Chave do aparelho', 'account'), withheld: true },
    },
  },
  'public.rate_limits': {
    whose: 'client',
    purpose: 'security',
    erasure: 'expires',
    columns: { key: column('Endereço na internet', 'expiry') },
  },
  'public.receipts': {
    whose: 'payer',
    purpose: 'money',
    rows: ofReservations,
    erasure: 'blanked',
    columns: {
      reason: column('Comprovantes e resposta a eles', 'request', sql`case when reason = '' then '' else ${BLACK} end`),
    },
    other: 'content_type sha256 state',
  },
  'public.refunds': {
    whose: 'payer',
    purpose: 'money',
    rows: ofReservations,
    erasure: 'blanked',
    columns: { pix_key: column('Chave Pix da devolução', 'request', '') },
    other: 'reason state promised_for provider_reference',
  },
  'public.reservation_link_proofs': {
    whose: 'client',
    purpose: 'account',
    rows: ofReservations,
    erasure: 'deleted',
    columns: { email: column('E-mail', 'expiry') },
    other: 'code',
  },
  'public.link_requests': {
    whose: 'payer',
    purpose: 'money',
    rows: ofReservations,
    erasure: 'deleted',
    columns: { input: column('Pedidos feitos pelo link da reserva, até a resposta', 'request') },
    other: 'name',
  },
  'public.reservation_email_codes': {
    whose: 'client',
    purpose: 'account',
    rows: ofReservations,
    erasure: 'deleted',
    columns: { email: column('E-mail', 'week') },
    other: 'code',
  },
  'public.reservation_emails': {
    whose: 'payer',
    purpose: 'messages',
    rows: ofReservations,
    erasure: 'deleted',
    columns: { recipient: column('E-mail', 'twoYears'), subject: column('Assuntos dos e-mails', 'twoYears') },
    other: 'about kind not_by_chat state',
  },
  'public.reservation_link_devices': {
    whose: 'payer',
    purpose: 'messages',
    rows: ofReservations,
    erasure: 'deleted',
    columns: {
      endpoint: { ...column('Aparelho que recebe avisos', 'expiry'), withheld: true },
      p256dh: { ...column('Chave do aparelho', 'expiry'), withheld: true },
      auth: { ...column('Chave do aparelho', 'expiry'), withheld: true },
    },
  },
  'public.reservation_lines': {
    whose: 'payer',
    purpose: 'money',
    rows: ofReservations,
    erasure: 'blanked',
    columns: {
      label: column(
        'Motivo de um desconto ou acréscimo',
        'request',
        sql`case kind when 'adjustment' then ${BLACK} else label end`,
      ),
    },
    other: 'kind',
  },
  'public.reservation_notes': {
    whose: 'payer',
    purpose: 'trip',
    rows: ofReservations,
    erasure: 'deleted',
    columns: { text: column('Notas da equipe', 'listDays') },
  },
  'public.reservation_rooms': {
    whose: 'payer',
    purpose: 'trip',
    rows: ofReservations,
    erasure: 'blanked',
    columns: { share_with: column('Com quem quer dividir o quarto', 'listDays', null) },
    other: 'share',
  },
  'public.reservation_tags': {
    whose: 'payer',
    purpose: 'trip',
    rows: ofReservations,
    erasure: 'deleted',
    columns: { label: column('Etiquetas da equipe') },
  },
  'public.reservations': {
    whose: 'payer',
    purpose: 'trip',
    rows: ofUser,
    erasure: 'blanked',
    columns: {
      client_network: column('Endereço na internet', 'unpaid', null),
      refusal: column('Motivo de uma recusa', 'request', sql`case when refusal is null then null else ${BLACK} end`),
      first_touch: column('Como chegou ao site na primeira vez', 'request', null),
      last_touch: column('Como chegou ao site na última vez', 'request', null),
      cancellation_reason: column('Motivo de um cancelamento', 'request', sql`left(cancellation_reason, 0)`),
    },
    other:
      'code channel state refund_due_on policy request_key request_fingerprint instalments instalment_reminder seller_way commission_rule',
  },
  'public.reviews': {
    whose: 'payer',
    purpose: 'reviews',
    rows: ofReservations,
    erasure: 'deleted',
    columns: { sentence: column('Avaliação') },
  },
  'public.sellers': {
    whose: 'seller',
    purpose: 'sales',
    rows: ofUser,
    erasure: 'blanked',
    alsoSet: { is_active: sql`false`, token_hash: null, invited_until: null },
    columns: {
      name: column('Nome de quem vende', 'request', ERASED_NAME),
      tax_id: column('CPF ou CNPJ de quem vende', 'request', ''),
      cadastur: column('Cadastur de quem vende', 'request', ''),
      contact: column('Telefone de quem vende', 'request', ''),
      email: column('E-mail de quem vende', 'request', ''),
      pix_key: column('Chave Pix de quem vende', 'request', ''),
      note: column('Anotação sobre quem vende', 'request', ''),
    },
    other: 'kind code token_hash',
  },
  'public.role_grants': {
    whose: 'staff',
    purpose: 'account',
    rows: (person) => sql`subject = ${subjectOf(person)}`,
    erasure: 'deleted',
    columns: { subject: column('Código da conta', 'account') },
    other: 'issuer role',
  },
  'public.settlement_reports': {
    whose: 'payer',
    purpose: 'money',
    erasure: 'expires',
    columns: { note: column('Observação do fechamento', 'law') },
    // Exceptions name reservations, and no person.
    other: 'figures exceptions cash_exceptions',
  },
  'public.staff_invitations': {
    whose: 'staff',
    purpose: 'account',
    erasure: 'expires',
    columns: { name: column('Nome', 'expiry'), email: column('E-mail', 'expiry') },
    other: 'role permissions refund_limit_cents token_hash',
  },
  'public.statement_lines': {
    whose: 'payer',
    purpose: 'money',
    rows: ofTransfers,
    erasure: 'blanked',
    columns: {
      description: column('Descrição no extrato', 'request', ''),
      payer_name: column('Nome de quem pagou', 'request', ''),
    },
    other: 'line_key occurred_on reference charge_reference state doubt',
  },
  'public.transfers': {
    whose: 'payer',
    purpose: 'money',
    rows: ofMoney,
    erasure: 'blanked',
    columns: {
      payer_name: column('Nome de quem pagou', 'request', ''),
      note: column('Observação do pagamento', 'request', ''),
    },
    other: 'kind method provider reference recorded_via settles_on direction',
  },
  'public.travel_authorizations': {
    whose: 'traveller',
    purpose: 'list',
    rows: ofReservationsOrThemselves,
    erasure: 'deleted',
    columns: { valid_until: column('Autorização de viagem de menor de 16 anos', 'listDays') },
    other: 'content_type sha256',
  },
  'public.trip_alerts': {
    whose: 'visitor',
    purpose: 'alerts',
    rows: (person) => sql`(lower(email) = ${emailOf(person)}
      or phone = (select contact from users where id = ${person}))`,
    erasure: 'deleted',
    columns: {
      name: column('Nome', 'expiry'),
      email: column('E-mail', 'expiry'),
      phone: column('Telefone, para o aviso por WhatsApp', 'expiry'),
    },
  },
  'public.unmatched_payments': {
    whose: 'payer',
    purpose: 'money',
    rows: ofTransfers,
    erasure: 'blanked',
    columns: {
      payer_name: column('Nome de quem pagou', 'request', ''),
      description: column('Descrição do pagamento', 'request', ''),
      reason: column('Motivo', 'request', sql`case when reason = '' then '' else ${BLACK} end`),
    },
    other: 'provider reference charge_reference method state settles_on',
  },
  'public.users': {
    whose: 'client',
    purpose: 'account',
    rows: (person) => sql`id = ${person}`,
    erasure: 'blanked',
    alsoSet: { issuer: null, is_disabled: sql`true`, erased_at: sql`now()` },
    columns: {
      subject: column('Código da conta', 'account', null),
      name: { ...column('Nome', 'account', ERASED_NAME), fiscal: true },
      email: column('E-mail', 'account', null),
      confirmed_email: column('E-mail confirmado', 'account', null),
      contact: column('Telefone', 'account', '+00000000000'),
      birthdate: column('Data de nascimento', 'account', null),
      cpf: { ...column('CPF', 'account', null), fiscal: true },
      rg: column('RG', 'account', null),
      emitter: column('Órgão emissor', 'account', null),
    },
    other: 'issuer role permissions message_channel staff_until',
  },
  'public.waiting_email_codes': {
    whose: 'client',
    purpose: 'account',
    rows: (person) => sql`entry_id in (select id from waiting_list_entries where user_id = ${person})`,
    erasure: 'deleted',
    columns: { email: column('E-mail', 'week') },
  },
  'public.waiting_list_entries': {
    whose: 'client',
    purpose: 'trip',
    rows: ofUser,
    erasure: 'blanked',
    columns: {
      client_network: column('Endereço na internet', 'waiting', null),
      share_with: column('Com quem quer dividir o quarto', 'listDays', null),
      first_touch: column('Como chegou ao site na primeira vez', 'waiting', null),
      last_touch: column('Como chegou ao site na última vez', 'waiting', null),
    },
    other: 'state party share seller_code',
  },
  'public.whatsapp_messages': {
    whose: 'traveller',
    purpose: 'messages',
    rows: ofReservationsOrThemselves,
    erasure: 'deleted',
    columns: { phone: column('Telefone', 'twoYears') },
    other: 'template_key',
  },
};

/** What the notice says of a purpose: whose data it takes, which, and until when. */
export interface NoticeEntry {
  purpose: string;
  basis: string;
  data: { whose: string; what: string[]; until: string }[];
}

interface RetentionSettings {
  listDays: number;
  /** Years without a trip after which people are erased; null: never. */
  idleYears: number | null;
}

/** The register as people read it, by purpose. */
export function describeRegister({ listDays, idleYears }: RetentionSettings): NoticeEntry[] {
  const tables = Object.values(personalData);
  return (Object.keys(purposes) as Purpose[]).map((purpose) => {
    const groups = new Map<string, NoticeEntry['data'][number]>();
    for (const { whose, columns } of tables.filter((one) => one.purpose === purpose)) {
      for (const { label, retention } of Object.values(columns)) {
        const key = `${whose} ${retention}`;
        const ends = idleYears !== null && endsIdle.has(retention) && idlePeople.has(whose);
        const until =
          retentions[retention].replace('{dias}', String(listDays)) +
          (ends ? `, ou até passarem ${idleYears} anos sem você viajar` : '');
        const group = groups.get(key) ?? { whose: people[whose], what: [], until };
        if (!group.what.includes(label)) group.what.push(label);
        groups.set(key, group);
      }
    }
    return { purpose: purposes[purpose].label, basis: purposes[purpose].basis, data: [...groups.values()] };
  });
}
