import { describe, expect, it } from 'vitest';
import { type StatusFacts, statusOf } from './reservation-status.ts';

const now = new Date('2026-12-07T12:00:00Z');
const came = { boardedAt: '2026-12-05T07:30:00Z', missedAt: null, missing: [] };
const missed = { boardedAt: null, missedAt: '2026-12-05T07:30:00Z', missing: [] };
const silent = { boardedAt: null, missedAt: null, missing: [] };

function facts(participants: StatusFacts['participants'], more: Partial<StatusFacts> = {}): StatusFacts {
  return {
    ...{ state: 'booked', channel: 'site', holdExpiresAt: null, totalCents: 20_000, depositCents: 6_000 },
    ...{ receivedCents: 20_000, receiptSubmittedAt: null, refundDueOn: null },
    ...{ refundedCents: 0, creditedCents: 0, retainedCents: 0, balanceDueHours: 48, means: ['pix'], participants },
    ...{ departsAt: '2026-12-05T07:30:00Z', returnsAt: '2026-12-06T01:00:00Z' },
    ...more,
  };
}
const words = (of: StatusFacts, at = now) => {
  const { label, nextStep } = statusOf(of, 'client', at);
  return [label, nextStep];
};

describe('the status of a reservation in a trip that is back', () => {
  it('thanks participants who travelled, and says who of the group did not come', () => {
    expect(words(facts([came, came]))).toEqual(['Concluída', 'Obrigado por viajar com a gente!']);
    expect(words(facts([came, missed]))).toEqual([
      'Concluída',
      'Obrigado por viajar com a gente! Registramos que 1 pessoa do grupo não compareceu. Se foi um engano, fale com a gente.',
    ]);
    expect(statusOf(facts([came, missed, missed]), 'staff', now).nextStep).toBe(
      'A viagem terminou; 2 pessoas do grupo não compareceram.',
    );
  });

  it('says in friendly words that nobody came', () => {
    expect(words(facts([missed]))).toEqual([
      'Não compareceu',
      'Registramos que você não compareceu. Se foi um engano, fale com a gente.',
    ]);
    expect(words(facts([missed, missed]))[1]).toContain('o seu grupo não compareceu');
  });

  it('sends nobody to the boarding point any more where nobody said who came; what is owed is still named', () => {
    expect(words(facts([silent]))).toEqual(['Concluída', 'O passeio terminou. Obrigado por reservar com a gente!']);
    expect(words(facts([silent], { receivedCents: 6_000 }))[0]).toBe('Pagamento atrasado');
    // Control: before the return it is as it was.
    expect(words(facts([silent]), new Date('2026-12-04T12:00:00Z'))[1]).toContain('Chegue ao embarque');
  });
});

describe('the status of a reservation before its trip', () => {
  const before = new Date('2026-11-28T12:00:00Z');
  const someday = '2026-11-20T12:00:00Z';
  const lacking = { ...silent, missing: ['name' as const] };

  it.each<[string, Partial<StatusFacts>, string]>([
    [
      'Aguardando pagamento do sinal',
      { state: 'held', holdExpiresAt: '2026-11-29T12:00:00Z', receivedCents: 0 },
      'Pague o sinal de R$ 60,00 por Pix para confirmar a sua reserva.',
    ],
    [
      'Conferindo o pagamento',
      { state: 'held', holdExpiresAt: '2026-11-28T11:59:59Z', receivedCents: 0 },
      'Estamos conferindo com o banco se o seu pagamento entrou; até lá, as vagas continuam guardadas.',
    ],
    ['Confirmada', { receivedCents: 0, depositCents: 0 }, 'Falta pagar R$ 200,00.'],
    ['Confirmada (sinal pago)', { receivedCents: 6_000 }, 'Falta pagar R$ 140,00.'],
    ['Quitada', { participants: [silent, lacking, lacking] }, 'Complete os dados de 2 pessoas'],
    ['Reserva expirada', { state: 'expired', receivedCents: 0 }, 'as vagas ficaram livres'],
    ['Cancelada', { state: 'cancelled', receivedCents: 0 }, 'não vale mais'],
    [
      'Comprovante enviado – em conferência',
      { state: 'held', receivedCents: 0, receiptSubmittedAt: someday },
      'Avisaremos assim que o valor entrar na conta',
    ],
    ['Reembolsado', { state: 'cancelled', receivedCents: 0, refundedCents: 6_000 }, 'Devolvemos R$ 60,00'],
    [
      'Reembolsado',
      { state: 'cancelled', receivedCents: 0, refundedCents: 6_000, creditedCents: 2_000 },
      'Devolvemos R$ 40,00, e R$ 20,00 viraram crédito',
    ],
    [
      'Virou crédito',
      { state: 'cancelled', receivedCents: 0, refundedCents: 6_000, creditedCents: 6_000 },
      'Você tem R$ 60,00 de crédito',
    ],
  ])('is %s, with what to do', (label, more, step) => {
    const [said, what] = words(facts([silent], more), before);
    expect(said).toBe(label);
    expect(what?.replaceAll('\u00a0', ' ')).toContain(step);
  });
});

describe('the status of a booked reservation with people who were added', () => {
  const before = new Date('2026-11-28T12:00:00Z');
  const [soon, later] = ['2026-11-29T09:00:00Z', '2026-11-29T12:00:00Z'];
  const held = (heldUntil: string) => ({ ...silent, heldUntil });
  const of = (participants: StatusFacts['participants'], more: Partial<StatusFacts> = {}) =>
    statusOf(
      facts(participants, { totalCents: 60_000, depositCents: 18_000, receivedCents: 6_000, ...more }),
      'client',
      before,
    );

  it('names the people whose deposit is open, until when, and says that the others are confirmed', () => {
    expect(of([silent, held(later), held(soon)])).toMatchObject({
      key: 'added_deposit_due',
      label: 'Confirmada; 2 pessoas aguardam o sinal',
      until: '2026-11-29T09:00:00.000Z',
    });
    expect(of([silent, held(later)]).nextStep).toBe(
      '1 pessoa aguarda o sinal de R$\u00a0120,00. Pague por Pix para confirmá-la; quem já estava na reserva continua confirmado.',
    );
    expect(of([silent, silent]).key).toBe('booked');
    expect(of([silent, held(later)], { state: 'cancelled', receivedCents: 0 }).key).toBe('cancelled');
  });

  it('says of a receipt whether the deadline goes on', () => {
    const receiptSubmittedAt = '2026-11-28T11:00:00Z';
    expect(of([silent, held(soon)], { receiptSubmittedAt, isClockStopped: true }).until).toBeNull();
    expect(of([silent, held(soon)], { receiptSubmittedAt, isClockStopped: false })).toMatchObject({
      key: 'receipt_review',
      until: '2026-11-29T09:00:00.000Z',
      nextStep: expect.stringContaining('o prazo do sinal continua valendo'),
    });
  });
});
