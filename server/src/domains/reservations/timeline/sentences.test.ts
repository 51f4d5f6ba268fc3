import { type AuditAction, auditActions, staffActions } from '@passeio/contract/audit';
import { describe, expect, it } from 'vitest';
import type { Changes } from '../../../platform/audit/audit.ts';
import { describeEntry, payerTexts } from './sentences.ts';

const actions = (Object.keys(auditActions) as AuditAction[]).filter((action) => action.startsWith('reservation.'));
const entry = (changes: Changes = {}, who: 'payer' | 'operator' | 'system' | 'bank' = 'operator') => ({
  ...{ who, changes, timeZone: 'America/Sao_Paulo' },
});
const said = (action: AuditAction, changes: Changes, who?: 'payer' | 'operator' | 'system' | 'bank') => {
  const text = describeEntry('payer', action, entry(changes, who));
  return text && [text.sentence, ...text.details].map((line) => line.replaceAll('\u00a0', ' '));
};

describe('every action of a reservation', () => {
  it('has text for the payer, or is known to be hidden', () => {
    expect([...Object.keys(payerTexts), ...Object.keys(staffActions)].toSorted()).toEqual(actions.toSorted());
    expect(Object.keys(staffActions)).toEqual([
      'reservation.opened',
      'reservation.documents_shown',
      'reservation.authorization_opened',
      'reservation.receipt_opened',
      'reservation.message_opened',
      'reservation.message_undone',
      'reservation.chat_linked',
      'reservation.chat_unlinked',
      'reservation.seller_changed',
      'reservation.note_added',
      'reservation.note_changed',
      'reservation.note_deleted',
      'reservation.invoice_recorded',
      'reservation.invoice_removed',
      'reservation.invoice_issued',
      'reservation.invoice_rejected',
      'reservation.invoice_cancelling',
      'reservation.billing_changed',
      'reservation.tag_added',
      'reservation.tag_removed',
      'reservation.payer_link_created',
      'reservation.payer_links_revoked',
      'reservation.choice_link_created',
    ]);
  });

  it.each(actions)('%s is whole sentences even of an entry that says nothing', (action) => {
    expect(describeEntry('staff', action, entry())?.sentence).toBe(auditActions[action]);
    for (const who of ['payer', 'operator', 'system', 'bank'] as const) {
      const text = describeEntry('payer', action, entry({}, who));
      const lines = text ? [text.sentence, ...text.details] : [];
      expect(lines.join('\n')).not.toMatch(/undefined|null|NaN| {2}| $|\[object/);
      if (!(action in staffActions) && action !== 'reservation.refund_changed') {
        expect(text?.sentence).toMatch(/^\p{Lu}.+\p{Ll}$/u);
      }
    }
  });
});

describe('the payer', () => {
  it.each<[AuditAction, Changes, 'payer' | 'operator' | 'system' | 'bank', string[] | null]>([
    [
      'reservation.seats_changed',
      { seats: [null, 'Ana: 12'] },
      'system',
      ['As poltronas foram distribuídas (Ana: 12)'],
    ],
    ['reservation.created', { people: [null, 3], state: [null, 'held'] }, 'payer', ['Você reservou para 3 pessoas']],
    [
      'reservation.created',
      { people: [null, 1], state: [null, 'booked'], adjustmentCents: [null, -500], reason: [null, 'Cliente antigo'] },
      'operator',
      ['Fizemos a sua reserva para 1 pessoa', 'Desconto de R$ 5,00 (Cliente antigo)', 'A sua reserva está confirmada'],
    ],
    [
      'reservation.changed',
      { boardingPoint: [null, '05:00 Rodoviária'], people: [null, 'Ana, Rui'] },
      'operator',
      ['Mudamos o embarque para 05:00 Rodoviária', 'Quem embarca: Ana, Rui'],
    ],
    [
      'reservation.changed',
      { boardingPoint: ['04:30 Trevo', '05:00 Rodoviária'], people: [null, 'Ana, Rui'] },
      'payer',
      ['Você mudou o embarque para 05:00 Rodoviária', 'Quem embarca: Ana, Rui'],
    ],
    [
      'reservation.participant_replaced',
      { participant: [null, 'Ana'], name: ['Ana', 'Rui'], cpf: ['•••725', '•••909'] },
      'payer',
      ['Você trocou Ana por Rui'],
    ],
    [
      'reservation.participant_changed',
      { participant: [null, 'Pessoa 2'], name: [null, 'Rui'] },
      'system',
      ['Dados de Rui preenchidos pelo link'],
    ],
    [
      'reservation.participant_removed',
      { participant: ['Ana e Rui', null], penaltyCents: [null, 0], refundCents: [null, 8_670] },
      'payer',
      ['Você tirou Ana e Rui da reserva', 'Valor a devolver: R$ 86,70'],
    ],
    [
      'reservation.moved',
      { trip: ['Furnas, 05/12/2026 às 05:00', 'Furnas, 12/12/2026 às 05:00'], totalCents: [100, 200] },
      'operator',
      [
        'Passamos a sua reserva para outra saída',
        'Antes: Furnas, 05/12/2026 às 05:00',
        'Agora: Furnas, 12/12/2026 às 05:00',
        'O valor total passou de R$ 1,00 para R$ 2,00',
      ],
    ],
    [
      'reservation.payment_recorded',
      { method: [null, 'pix'], amountCents: [null, 8_670], note: [null, 'só nossa'], state: ['expired', 'booked'] },
      'operator',
      ['Registramos o seu Pix de R$ 86,70', 'A sua reserva voltou a valer e está confirmada'],
    ],
    [
      'reservation.entry_reversed',
      { kind: [null, 'reversal_out'], amountCents: [null, 8_670], note: [null, 'só nossa'], state: ['booked', 'held'] },
      'operator',
      ['Corrigimos um lançamento: o pagamento de R$ 86,70 foi anulado', 'A reserva voltou a aguardar o sinal'],
    ],
    [
      'reservation.refund_recorded',
      { method: [null, 'pix'], amountCents: [null, 8_670] },
      'bank',
      ['Devolvemos R$ 86,70 a você por Pix'],
    ],
    [
      'reservation.refund_changed',
      { refundState: ['sent', 'due'] },
      'bank',
      ['O banco não concluiu a devolução: ela continua pendente'],
    ],
    ['reservation.receipt_opened', {}, 'operator', null],
    ['trip.changed', {}, 'operator', null],
  ])('of %s reads %o by %s', (action, changes, who, lines) => {
    expect(said(action, changes, who)).toEqual(lines);
  });
});
