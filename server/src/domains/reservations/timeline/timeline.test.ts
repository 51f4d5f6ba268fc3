import { randomUUIDv7 } from 'node:crypto';
import { type AuditAction, auditActions } from '@passeio/contract/audit';
import { dayAndTime } from '@passeio/contract/format-moments';
import { TIMELINE_LIMIT, type TimelineItem } from '@passeio/contract/reservations/timeline';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { cancelling, ruleOn } from '../../../../test/cancellations.ts';
import { call, createPerson, type Person } from '../../../../test/factories.ts';
import { changeParticipant, createFamily, createFamilyTrip, type Family } from '../../../../test/parties.ts';
import { chargeOf, pixFor } from '../../../../test/pix.ts';
import { pdf, reviewReceipt, sendReceipt } from '../../../../test/receipts.ts';
import { joinList, sweepDepsOf } from '../../../../test/waiting.ts';
import { recordReportedNow } from '../../payments/index.ts';
import { sweepHolds } from '../holds/expire-holds.ts';

const DEPOSIT = 5_670;
const BRAND = 'Rota das Águas';
const ZONE = 'America/Manaus';

let app: TestApp;
let staff: Person;
let family: Family;
beforeAll(async () => {
  app = await buildTestApp();
  staff = await createPerson(app, 'OPERATOR');
  await app.db.updateTable('users').set({ name: 'Rita Lopes' }).where('id', '=', staff.id).execute();
  await app.db.updateTable('operator').set({ name: BRAND, time_zone: ZONE }).execute();
});
beforeEach(async () => {
  family = await createFamily(app, { adult: 1 });
});
afterAll(() => app.close());

const read = (id: string, { token }: { token?: string }, audience?: string) =>
  call(app, 'GET', `/api/reservations/${id}/timeline${audience ? `?audience=${audience}` : ''}`, { token });
const post = (path: string, body: object = {}, { token } = staff) =>
  call(app, 'POST', `/api/reservations/${family.id}/${path}`, { token, body });
async function itemsFor(audience: 'payer' | 'staff', { id, payer } = family): Promise<TimelineItem[]> {
  const { status, body } = await read(id, audience === 'staff' ? staff : payer, audience);
  expect(status).toBe(200);
  return body.data;
}
/** What the payer reads, one line for each thing said; money is written with a space that does not break. */
async function saidToPayer(of = family): Promise<string[]> {
  const items = await itemsFor('payer', of);
  const lines = items.flatMap(({ name, sentence, details }) => [`${name}: ${sentence}`, ...details]);
  return lines.map((line) => line.replaceAll('\u00a0', ' '));
}

async function write(action: AuditAction, changes: object = {}, times = 1): Promise<void> {
  const rows = Array.from({ length: times }, () => ({
    ...{ id: randomUUIDv7(), actor_id: staff.id, actor_name: 'Rita Lopes', actor_role: 'OPERATOR' as const },
    ...{ address: '203.0.113.7', device: 'Chrome, Android', request_id: 'teste' },
    ...{ action, subject_type: 'reservation' as const, subject_id: family.id, subject_label: 'Reserva' },
    changes: JSON.stringify(changes),
  }));
  await app.db.insertInto('audit_entries').values(rows).execute();
}

describe('who may read it', () => {
  it('payer and staff; to anybody else there is no such reservation', async () => {
    const somebody = await createPerson(app);
    const found = await read(family.id, family.payer);
    expect(found.status).toBe(200);
    expect(found.headers.get('cache-control')).toBe('no-store');
    expect((await read(family.id, staff, 'staff')).status).toBe(200);
    expect(await read(family.id, somebody)).toMatchObject({ status: 404, body: { code: 'RESERVATION_NOT_FOUND' } });
    expect((await read(family.id, somebody, 'staff')).status).toBe(404);
    expect((await read(family.id, {})).status).toBe(401);
    expect((await read(randomUUIDv7(), staff, 'staff')).status).toBe(404);
  });

  it('staff alone for what is written to staff', async () => {
    expect(await read(family.id, family.payer, 'staff')).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    expect((await read(family.id, family.payer, 'everybody')).status).toBe(400);
  });
});

describe("the payer's link", () => {
  const link = async (body: object = {}) => {
    const made = await call(app, 'POST', `/api/reservations/${family.id}/link`, { token: staff.token });
    const token = made.body.url.split('#')[1];
    return call(app, 'POST', '/api/reservation-links/timeline', { body: { token, ...body } });
  };

  it('reads what the payer reads, without names of others', async () => {
    const { name: payer } = await app.db
      .selectFrom('users')
      .select('name')
      .where('id', '=', family.payer.id)
      .executeTakeFirstOrThrow();
    await write('reservation.participant_changed', { participant: [null, 'João Prado'], cpf: [null, '•••725'] });
    await write('reservation.participant_replaced', {
      participant: [null, 'Pessoa 2'],
      name: [null, 'Bia de Sá e Lima'],
    });
    await write('reservation.participant_removed', { participant: ['Rui Sá e Caio Prado', null] });
    await write('reservation.boarded', { participant: [null, payer] });
    await write('reservation.changed', { boardingPoint: [null, 'Praça'], people: [null, `${payer}, Ivo Sá, Lia`] });
    await write('reservation.refund_changed', { pixKey: [null, '•••998'], promisedFor: [null, '2027-01-10'] });
    await write('reservation.note_added');

    const { status, body } = await link();

    expect(status).toBe(200);
    const said = body.data.slice(1).flatMap((one: TimelineItem) => [one.sentence, ...one.details]);
    expect(said).toEqual([
      'Atualizamos os dados de João P.',
      'Trocamos Pessoa 2 por Bia S. e L.',
      'Tiramos Rui S. e Caio P. da reserva',
      `Registramos o embarque de ${payer}`,
      'Mudamos o embarque para Praça',
      `Quem embarca: ${payer}, Ivo S., L.`,
      expect.stringContaining('10/01/2027'),
      'Anotamos a chave Pix da devolução: ••••••••',
    ]);
    expect(body.data.map(({ changes }: TimelineItem) => changes).filter(Boolean)).toEqual([]);
    expect(await link({ audience: 'staff' })).toMatchObject({ status: 403 });
  });
});

describe('the payer reads', () => {
  it('their own acts, the bank and the operator, in order, with money and the operator’s local time', async () => {
    const deadline = dayAndTime(new Date(family.reservation.holdExpiresAt ?? ''), ZONE);
    await recordReportedNow({ ...app.app.deps, publicUrl: '' }, pixFor(await chargeOf(app, family, 'deposit')));
    await post('payments', { kind: 'balance', method: 'cash', amountCents: 10_000, note: 'no balcão com a Ana' });

    expect(await saidToPayer()).toEqual([
      'Você: Você reservou para 1 pessoa',
      'Valor total: R$ 189,00',
      `Prazo para pagar: ${deadline}`,
      'Você: Você gerou um código Pix de R$ 56,70',
      'Banco (Pix): Recebemos o seu Pix de R$ 56,70',
      'A sua reserva está confirmada',
      `${BRAND}: Registramos o seu pagamento de R$ 100,00 em dinheiro`,
    ]);
    expect((await itemsFor('payer')).map(({ who }) => who)).toEqual(['payer', 'payer', 'bank', 'operator']);
  });

  it('why a receipt was refused and until when the places are held, but not that staff opened it', async () => {
    const { body: receipt } = await sendReceipt(app, family.id, family.payer, pdf());
    const opened = await fetch(`${app.url}/api/payments/receipts/${receipt.id}/file`, {
      headers: { authorization: `Bearer ${staff.token}` },
    });
    expect(opened.status).toBe(200);
    await app.db
      .updateTable('reservations')
      .set({ hold_expires_at: new Date(Date.now() + 60_000) })
      .where('id', '=', family.id)
      .execute();
    await reviewReceipt(app, receipt.id, staff, { reason: 'O valor é menor que o sinal.' });
    const { holdExpiresAt } = (await call(app, 'GET', `/api/reservations/${family.id}`, { token: staff.token })).body;

    expect((await saidToPayer()).slice(3)).toEqual([
      'Você: Você enviou um comprovante',
      `${BRAND}: Não deu para aceitar o comprovante`,
      'Motivo: O valor é menor que o sinal.',
      `Prazo para pagar: ${dayAndTime(new Date(holdExpiresAt), ZONE)}`,
    ]);
    const opening = auditActions['reservation.receipt_opened'];
    expect((await itemsFor('staff')).map(({ sentence }) => sentence)).toContain(opening);
  });

  it('whose data changed and not which, and neither names of staff, nor addresses, nor notes', async () => {
    const guests = await createFamily(app, { adult: 2 });
    const cpf = '52998224725';
    const person = { name: 'João Prado', birthdate: '1980-02-03', documentType: 'rg', documentNumber: 'MG-7654321' };
    await changeParticipant(app, guests, guests.adults[1], { ...person, documentIssuer: 'SSP/MG', cpf }, staff.token);
    const said = await read(guests.id, guests.payer);
    expect(said.body.data.at(-1)).toMatchObject({ sentence: 'Atualizamos os dados de João Prado', changes: null });
    for (const secret of ['725', '7654321', '321', '1980', 'Rita', '127.0.0.1', staff.id]) {
      expect(JSON.stringify(said.body.data.map(({ id: _, at: __, ...item }: TimelineItem) => item))).not.toContain(
        secret,
      );
    }
  });

  it('what cancelling cost and by which rule; staff’s reason is staff’s', async () => {
    const { family: withMoney, details } = cancelling(app, () => staff);
    family = await withMoney(20_000);
    await post('cancellation', { reason: 'Ligou brava, cuidado', by: 'client' });
    expect((await details(family.id)).state).toBe('cancelled');
    expect((await saidToPayer()).slice(-4)).toEqual([
      `${BRAND}: Cancelamos a reserva a seu pedido`,
      'Multa: R$ 75,60',
      'Valor a devolver: R$ 124,40',
      ruleOn(37_800).replaceAll('\u00a0', ' '),
    ]);
    expect(JSON.stringify(await itemsFor('payer'))).not.toContain('brava');
    expect((await itemsFor('staff')).at(-1)?.changes).toMatchObject({
      cancellationReason: [null, 'Ligou brava, cuidado'],
    });
  });

  it('that a hold expired, and that their turn on the waiting list came', async () => {
    const trip = await createFamilyTrip(app, { capacity: 1 });
    family = await createFamily(app, { adult: 1 }, { trip });
    const { person } = await joinList(app, trip, { adult: 1 });
    await app.db
      .updateTable('reservations')
      .set({ hold_expires_at: new Date(Date.now() - 60_000) })
      .where('id', '=', family.id)
      .execute();
    await sweepHolds(sweepDepsOf(app));

    expect((await saidToPayer()).at(-1)).toBe('Sistema: A reserva expirou: o sinal não chegou até o prazo');
    const { body } = await call(app, 'GET', '/api/reservations/me', { token: person.token });
    const [offered] = body.data;
    expect(await saidToPayer({ ...family, id: offered.id, payer: person })).toEqual([
      'Sistema: Chegou a sua vez na lista de espera: reservamos para 1 pessoa',
      'Valor total: R$ 189,00',
      `Prazo para pagar: ${dayAndTime(new Date(offered.holdExpiresAt), ZONE)}`,
    ]);
  });

  it('a discount with its reason, and a new deadline', async () => {
    await post('adjustments', { amountCents: -1_000, reason: 'Aniversário' });
    const until = new Date(Date.now() + 5 * 3_600_000).toISOString();
    await call(app, 'PUT', `/api/reservations/${family.id}/hold`, {
      token: staff.token,
      body: { holdExpiresAt: until },
    });
    expect((await saidToPayer()).slice(3)).toEqual([
      `${BRAND}: Demos um desconto de R$ 10,00`,
      'Motivo: Aniversário',
      'O valor total passou de R$ 189,00 para R$ 179,00',
      `${BRAND}: Prazo para pagar: ${dayAndTime(new Date(until), ZONE)}`,
    ]);
  });

  it('the end of a key that was changed, and that a refund is planned for another day', async () => {
    await write('reservation.refund_changed', { pixKey: ['•••1', '•••2'] });
    await write('reservation.refund_changed', { promisedFor: ['2026-12-01', '2026-12-12'], pixKey: ['•••1', '•••2'] });
    expect((await saidToPayer()).slice(3)).toEqual([
      `${BRAND}: Trocamos a chave Pix da devolução: •••2`,
      `${BRAND}: A devolução está prevista para até 12/12/2026`,
      'Trocamos a chave Pix da devolução: •••2',
    ]);
  });
});

describe('staff reads', () => {
  it('everything with names and changes, also of the payer', async () => {
    await post('payments', { kind: 'deposit', method: 'pix', amountCents: DEPOSIT, note: 'no balcão' });
    const [made, paid, ...more] = await itemsFor('staff');
    expect(more).toEqual([]);
    expect(made).toMatchObject({ who: 'payer', sentence: 'Fez a reserva', changes: { people: [null, 1] } });
    expect(made?.name).toMatch(/^Pessoa Número /);
    expect(paid).toMatchObject({
      ...{ who: 'operator', name: 'Rita Lopes', sentence: 'Registrou pagamento da reserva', details: [] },
      changes: { amountCents: [null, DEPOSIT], note: [null, 'no balcão'], state: ['held', 'booked'] },
    });
  });

  it('the latest only where there are very many; what the payer does not see crowds nothing out', async () => {
    await write('reservation.receipt_opened', {}, TIMELINE_LIMIT);
    const { body } = await read(family.id, staff, 'staff');
    expect(body.hasEarlier).toBe(true);
    expect(body.data).toHaveLength(TIMELINE_LIMIT);
    expect(body.data[0].sentence).toBe(auditActions['reservation.receipt_opened']);
    expect(await read(family.id, family.payer)).toMatchObject({
      body: { hasEarlier: false, data: [{ sentence: 'Você reservou para 1 pessoa' }] },
    });
  });
});

it('a timeline is read through the index of its reservation', async () => {
  await write('reservation.link_created', {}, 300);
  await sql`insert into audit_entries (id, actor_name, address, device, request_id, action, subject_type, subject_id, subject_label)
    select gen_random_uuid(), 'Sistema', '', '', '', 'reservation.created', 'reservation', gen_random_uuid(), ''
    from generate_series(1, 5000)`.execute(app.db);
  await sql`analyze audit_entries`.execute(app.db);
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain select id from audit_entries where subject_type = 'reservation' and subject_id = ${family.id}
      and action not in ('reservation.receipt_opened') order by at desc, id desc limit 201`.execute(app.db);
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('audit_entries_subject_idx');
});
