import { calendarDate, growing, id, instant, line } from './fields.ts';
import { pageInfo, pageNumber, pageSize } from './pages.ts';
import { admin, route } from './route.ts';
import { roles } from './users/roles.ts';
import { z } from './zod.ts';

/** Audited actions, as people read them. */
export const auditActions = {
  'trip.created': 'Criou o passeio',
  'trip.changed': 'Alterou o passeio',
  'trip.copied': 'Duplicou o passeio',
  'trip.activated': 'Publicou o passeio',
  'trip.deactivated': 'Tirou o passeio do ar',
  'trip.vehicles_swapped': 'Trocou o veículo do passeio',
  'trip.contract_changed': 'Alterou o contrato do passeio',
  'trip.costs_changed': 'Alterou os custos do passeio',
  'trip.guaranteed': 'Garantiu a saída',
  'trip.guarantee_undone': 'Desfez a garantia da saída',
  'trip.departure_cancelled': 'Cancelou a saída',
  'trip.cancellation_undone': 'Desfez o cancelamento da saída',
  'trip.announced': 'Escreveu a todos da saída',
  'trip.announcement_scheduled': 'Agendou uma mensagem a todos da saída',
  'trip.announcement_cancelled': 'Cancelou uma mensagem agendada',
  'trip.archived': 'Arquivou o passeio',
  'trip.restored': 'Desarquivou o passeio',
  'trip.images_changed': 'Alterou as fotos do passeio',
  'trip.passengers_opened': 'Abriu a lista de passageiros',
  'trip.passengers_exported': 'Exportou a lista de passageiros',
  'trip.boarding_opened': 'Abriu o embarque',
  'trip.road_list_frozen': 'Fechou a lista final de passageiros',
  'trip.road_list_exported': 'Baixou a lista final de passageiros',
  'trip.guides_changed': 'Mudou quem guia a saída',
  'trip.guide_link_created': 'Criou um link de embarque para guia',
  'trip.guide_link_revoked': 'Cancelou o link de embarque de guia',
  'trip.guide_link_opened': 'Entrou no embarque pelo link de guia',
  'person.data_exported': 'Pediu uma cópia dos dados',
  'person.erased': 'Apagou os dados da pessoa',
  'coupon.created': 'Criou o cupom',
  'coupon.changed': 'Alterou o cupom',
  'coupon.batch_created': 'Criou cupons em lote',
  'coupon.uses_exported': 'Exportou os usos do cupom',
  'gift_card.paid': 'Recebeu o pagamento do vale-presente',
  'gift_card.revoked': 'Cancelou o vale-presente',
  'gift_card.reissued': 'Emitiu o vale-presente de novo',
  'discount_rule.created': 'Criou o desconto automático',
  'discount_rule.changed': 'Alterou o desconto automático',
  'discount_rule.deleted': 'Apagou o desconto automático',
  'discount_rule.reordered': 'Mudou a ordem dos descontos automáticos',
  'reservation.opened': 'Abriu a reserva',
  'reservation.documents_shown': 'Viu os documentos de quem viaja',
  'reservation.created': 'Fez a reserva',
  'reservation.requested': 'Pediu a reserva',
  'reservation.request_accepted': 'Aceitou o pedido de reserva',
  'reservation.request_refused': 'Recusou o pedido de reserva',
  'reservation.request_expired': 'Deixou o pedido de reserva sem resposta',
  'reservation.offered': 'Ofereceu vagas a quem esperava',
  'reservation.changed': 'Alterou a reserva',
  'reservation.seats_changed': 'Mudou as poltronas',
  'reservation.minors_stated': 'Registrou a declaração do responsável pelos menores',
  'reservation.authorization_changed': 'Mudou a autorização de viagem de um menor',
  'reservation.authorization_sent': 'Anexou a autorização de viagem de um menor',
  'reservation.authorization_opened': 'Abriu a autorização de viagem de um menor',
  'reservation.answers_changed': 'Respondeu às perguntas da reserva',
  'reservation.contract_accepted': 'Aceitou o contrato de viagem',
  'reservation.extra_added': 'Incluiu um adicional na reserva',
  'reservation.extra_removed': 'Retirou um adicional da reserva',
  'reservation.participant_added': 'Incluiu uma pessoa na reserva',
  'reservation.participant_changed': 'Alterou os dados de quem viaja',
  'reservation.participant_replaced': 'Trocou quem viaja',
  'reservation.participant_removed': 'Retirou uma pessoa da reserva',
  'reservation.added_people_expired': 'Retirou pessoas incluídas sem o sinal',
  'reservation.link_created': 'Criou o link para quem viaja preencher os dados',
  'reservation.link_revoked': 'Cancelou o link de quem viaja',
  'reservation.split_changed': 'Dividiu o pagamento da reserva, ou deixou de dividir',
  'reservation.adjusted': 'Deu desconto ou cobrou adicional na reserva',
  'reservation.hold_changed': 'Mudou o prazo da reserva',
  'reservation.trip_changed': 'Mudou o passeio da reserva',
  'reservation.confirmed': 'Confirmou a reserva sem sinal',
  'reservation.moved': 'Passou a reserva para outra saída',
  'reservation.expired': 'Deixou a reserva expirar',
  'reservation.reinstated': 'Reativou a reserva expirada',
  'reservation.payment_recorded': 'Registrou pagamento da reserva',
  'reservation.refund_recorded': 'Registrou devolução da reserva',
  'reservation.payment_received': 'Recebeu um pagamento da reserva pelo provedor',
  'reservation.charged_back': 'Teve um pagamento contestado no cartão',
  'reservation.invoice_recorded': 'Informou a nota fiscal da reserva',
  'reservation.invoice_removed': 'Tirou a nota fiscal da reserva',
  'reservation.billing_changed': 'Mudou para quem são as notas da reserva',
  'reservation.entry_reversed': 'Estornou um lançamento da reserva',
  'reservation.charge_created': 'Gerou uma cobrança da reserva',
  'reservation.cash_taken': 'Recebeu dinheiro no embarque, a confirmar',
  'reservation.cash_refused': 'Recusou dinheiro recebido no embarque',
  'reservation.receipt_submitted': 'Enviou um comprovante',
  'reservation.receipt_accepted': 'Aceitou um comprovante',
  'reservation.receipt_rejected': 'Recusou um comprovante',
  'reservation.receipt_opened': 'Abriu um comprovante',
  'reservation.refund_sent': 'Mandou devolver pelo banco',
  'reservation.refund_changed': 'Alterou a devolução da reserva',
  'reservation.message_opened': 'Abriu uma mensagem no WhatsApp',
  'reservation.message_undone': 'Disse que não enviou a mensagem no WhatsApp',
  'reservation.announced': 'Enviou a mensagem a todos da saída',
  'reservation.note_added': 'Escreveu uma nota interna',
  'reservation.note_changed': 'Alterou uma nota interna',
  'reservation.note_deleted': 'Apagou uma nota interna',
  'reservation.tag_added': 'Pôs uma etiqueta na reserva',
  'reservation.tag_removed': 'Tirou uma etiqueta da reserva',
  'reservation.boarded': 'Marcou o embarque',
  'reservation.missed': 'Marcou que não compareceu',
  'reservation.attendance_undone': 'Desfez a marcação do embarque',
  'reservation.attendance_corrected': 'Corrigiu a presença depois da volta',
  'payment.checked': 'Conferiu um pagamento que o banco informou sem clareza',
  'payment.chargeback_checked': 'Cuidou de uma contestação no cartão',
  'payment.unmatched': 'Recebeu um pagamento sem reserva',
  'payment.assigned': 'Conciliou um pagamento com a reserva',
  'payment.dismissed': 'Descartou um pagamento sem reserva',
  'statement.imported': 'Importou um extrato',
  'statement.confirmed': 'Lançou pagamentos do extrato',
  'statement.line_dismissed': 'Descartou um lançamento do extrato',
  'statement.line_restored': 'Voltou com um lançamento do extrato',
  'trip.closing_opened': 'Abriu o fechamento do passeio',
  'trip.accounts_closed': 'Fechou as contas do passeio',
  'trip.money_exported': 'Exportou o financeiro do passeio',
  'report.exported': 'Exportou um relatório',
  'reservation.cancelled': 'Cancelou a reserva',
  'reservation.departure_cancelled': 'Avisou que a saída foi cancelada',
  'reservation.adopted': 'Guardou a reserva na própria conta',
  'reservation.payer_link_created': 'Criou o link da reserva para o cliente',
  'reservation.payer_links_revoked': 'Cancelou os links da reserva',
  'reservation.choice_link_created': 'Criou o link para escolher depois do cancelamento da saída',
  'reservation.choice_made': 'Escolheu depois do cancelamento da saída',
  'review.published': 'Publicou a avaliação',
  'review.unpublished': 'Tirou a avaliação do site',
  'waiting_list.joined': 'Entrou na lista de espera',
  'waiting_list.left': 'Saiu da lista de espera',
  'waiting_list.moved': 'Mudou a ordem da lista de espera',
  'waiting_list.removed': 'Retirou da lista de espera',
  'person.created': 'Cadastrou a pessoa',
  'person.opened': 'Abriu os dados da pessoa',
  'person.documents_shown': 'Viu os documentos da pessoa',
  'person.changed': 'Alterou os dados da pessoa',
  'person.role_changed': 'Mudou o perfil da pessoa',
  'person.permissions_changed': 'Mudou as permissões da pessoa',
  'person.two_factor_removed': 'Removeu a verificação em duas etapas da pessoa',
  'person.disabled': 'Bloqueou o acesso da pessoa',
  'person.enabled': 'Liberou o acesso da pessoa',
  'person.staff_invited': 'Convidou para a equipe',
  'person.staff_invitation_revoked': 'Cancelou o convite para a equipe',
  'person.invited': 'Criou um convite para a pessoa ter conta',
  'person.invitation_cancelled': 'Cancelou o convite da pessoa',
  'person.invitation_accepted': 'Aceitou o convite e criou a conta',
  'person.removed': 'Apagou a pessoa, ao desfazer uma importação',
  'trip.removed': 'Apagou o passeio, ao desfazer uma importação',
  'import.confirmed': 'Importou uma planilha',
  'import.undone': 'Desfez uma importação',
  'import.exported': 'Baixou uma planilha de dados',
  'settings.changed': 'Alterou as configurações',
  'settings.message_changed': 'Alterou o texto de uma mensagem',
  'settings.message_reset': 'Voltou uma mensagem ao texto original',
  'vehicle.created': 'Cadastrou o veículo',
  'vehicle.changed': 'Alterou o veículo',
  'vehicle.archived': 'Arquivou o veículo',
  'vehicle.restored': 'Desarquivou o veículo',
  'message.retried': 'Mandou de novo a mensagem ou o trabalho',
  'message.discarded': 'Descartou a mensagem ou o trabalho',
} as const;
export type AuditAction = keyof typeof auditActions;

/** An action as people read it, also one that only a newer version of the server writes. */
export function auditActionLabel(action: AuditAction): string {
  return auditActions[action] ?? 'Fez algo que esta versão ainda não conhece';
}

const auditAction = z.enum(Object.keys(auditActions) as [AuditAction, ...AuditAction[]]);

/** Audited subjects, as people read them. */
export const auditSubjects = {
  trip: 'Passeio',
  reservation: 'Reserva',
  person: 'Pessoa',
  settings: 'Configurações',
  vehicle: 'Veículo',
  coupon: 'Cupom',
  gift_card: 'Vale-presente',
  discount_rule: 'Desconto automático',
  message: 'Mensagem',
  payment: 'Pix',
  statement: 'Extrato',
  report: 'Relatório',
  import: 'Importação',
} as const;
export type AuditSubject = keyof typeof auditSubjects;
const auditSubject = z.enum(Object.keys(auditSubjects) as [AuditSubject, ...AuditSubject[]]);

/**
 * An entry: who did what to what, when and from where. `changes` maps a field to its value before and after, documents
 * masked. `actor.id` is null for the system.
 */
const auditEntry = z.object({
  id,
  at: instant,
  actor: z.object({ id: id.nullable(), name: z.string(), role: growing(roles).nullable() }),
  address: z.string(),
  device: z.string(),
  requestId: z.string(),
  action: growing(Object.keys(auditActions) as AuditAction[]),
  subject: z.object({
    type: growing(Object.keys(auditSubjects) as AuditSubject[]),
    id: z.string(),
    label: z.string(),
    /** Whether the subject still exists. */
    isThere: z.boolean(),
    /** The trip of a reservation; null for other subjects. */
    tripId: id.nullable(),
  }),
  changes: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** `from` and `to` are calendar dates in the operator's time zone, inclusive; `q` searches names and labels. */
export const auditFilters = z.strictObject({
  q: line('Busca', { max: 100 }).optional(),
  action: auditAction.optional(),
  subject: auditSubject.optional(),
  subjectId: line('Identificador', { max: 100 }).optional(),
  actorId: id.optional(),
  from: calendarDate.optional(),
  to: calendarDate.optional(),
  page: pageNumber.default(1),
  size: pageSize.default(50),
});
export type AuditFilters = z.output<typeof auditFilters>;

/** Query of a person's history. */
const historyPage = z.strictObject({ page: pageNumber.default(1), size: pageSize.default(20) });

const auditList = z.object({ data: z.array(auditEntry), page: pageInfo });
export type AuditList = z.infer<typeof auditList>;

export const auditRoutes = {
  list: route('GET', '/audit', {
    access: admin,
    summary: 'Who did what, when and from where, the newest first',
    query: auditFilters,
    answer: auditList,
  }),
  readHistory: route('GET', '/users/:userId/history', {
    access: admin,
    summary: 'Audit entries about a person, newest first; they outlive the person',
    query: historyPage,
    answer: auditList,
  }),
};
