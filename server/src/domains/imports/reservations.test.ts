import { generateCpf } from '@brazilian-utils/brazilian-utils/generate-cpf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createPerson } from '../../../test/factories.ts';
import { confirmImport, csv, importAll, undoImport, uploadSheet } from '../../../test/imports.ts';
import { ledgerOf } from '../../../test/pix.ts';
import { findFaults } from '../../platform/database/find-faults.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await buildTestApp();
  ({ token } = await createPerson(app, 'ADMIN'));
  await importAll(
    app,
    token,
    'trips',
    csv(
      ['Passeio', 'Data', 'Vagas', 'Preço', 'Criança', 'Embarques'],
      ['Ubatuba', '05/03/2031', '4', '400,00', '200,00', '"05:00 Rodoviária; 05:30 Praça"'],
      ['Paraty', '06/03/2031', '40', '400,00', '', ''],
      ['Ilhabela', '07/03/2031', '40', '400,00', '', ''],
    ),
  );
});
afterAll(() => app.close());

const header = [
  ...['Código', 'Viagem', 'Data', 'Cliente', 'Celular', 'Passageiro', 'CPF do passageiro', 'Nascimento', 'Embarque'],
  ...['Valor total', 'Valor pago', 'Forma', 'Pago em'],
];
const reservationsOf = (title: string) =>
  app.db
    .selectFrom('reservations')
    .innerJoin('trips', 'trips.id', 'reservations.trip_id')
    .innerJoin('users', 'users.id', 'reservations.user_id')
    .select([
      'reservations.id',
      'trip_id',
      'code',
      'state',
      'total_cents',
      'received_cents',
      'places',
      'users.name as payer',
    ])
    .where('trips.title', '=', title)
    .orderBy('users.name')
    .execute();

describe('a list of reservations', () => {
  it('becomes reservations with people and payments, by the rules of a staff booking', async () => {
    const cpf = generateCpf();
    const made = await importAll(
      app,
      token,
      'reservations',
      csv(
        header,
        [
          'R1',
          'UBATUBA',
          '5/3/31',
          'ANA DE LIMA',
          '35 9999-1111',
          'ANA DE LIMA',
          cpf,
          '01/02/80',
          'rodoviaria',
          '550',
          '300,00',
          'dinheiro',
          '01/10/26',
        ],
        [
          'R1',
          'UBATUBA',
          '5/3/31',
          'ANA DE LIMA',
          '35 9999-1111',
          'BIA DE LIMA',
          '',
          '01/02/2022',
          '05:30 Praça',
          '',
          '50',
          'cartão',
          '02/10/26',
        ],
      ),
    );
    expect(made).toMatchObject({ state: 'applied', counts: { create: 2, leftOut: 0 } });
    const [one, ...others] = await reservationsOf('Ubatuba');
    expect(others).toEqual([]);
    expect(one).toMatchObject({ state: 'booked', total_cents: 55_000, received_cents: 35_000, payer: 'Ana de Lima' });
    const people = await app.db
      .selectFrom('participants')
      .selectAll()
      .where('reservation_id', '=', one?.id ?? '')
      .orderBy('position')
      .execute();
    expect(people.map(({ name, fare_label, cpf: own }) => [name, fare_label, own])).toEqual([
      ['Ana de Lima', 'Adulto', cpf],
      ['Bia de Lima', 'Criança', null],
    ]);
    expect((await ledgerOf(app, one?.id ?? '')).map(({ method, amount_cents }) => [method, amount_cents])).toEqual([
      ['cash', 30_000],
      ['card', 5_000],
    ]);
    expect(await findFaults(app.db)).toEqual([]);
  });

  it('brings a payment once, however often its file is imported', async () => {
    const row = [
      '',
      'Paraty',
      '06/03/2031',
      'Caio Reis',
      '35977770001',
      'Caio Reis',
      '',
      '',
      '',
      '',
      '100',
      'dinheiro',
      '01/10/26',
    ];
    await importAll(app, token, 'reservations', csv(header, row));
    const { body } = await uploadSheet(app, token, 'reservations', csv(header, row));
    expect(body.counts).toMatchObject({ create: 0, update: 0, skip: 1 });
    const more = row.with(10, '150').with(12, '02/10/26');
    await importAll(app, token, 'reservations', csv(header, row, more.with(5, '')));
    expect(await reservationsOf('Paraty')).toMatchObject([{ received_cents: 25_000 }]);
  });

  it('is of all rows below that repeat neither its trip nor its payer, as where cells are merged', async () => {
    const [anas, bias] = [generateCpf(), generateCpf()];
    const made = await importAll(
      app,
      token,
      'reservations',
      csv(
        ['Passeio', 'Data', 'Responsável', 'Fone', 'Passageiro', 'CPF', 'Valor total', 'Valor pago', 'Forma'],
        ['Paraty', '06/03/2031', 'Ana Melo', '35977775551', 'Ana Melo', anas, '200', '60', 'Pix'],
        ['', '', '', '', 'Bia Melo', bias, '', '', ''],
        ['', '', 'Caio Melo', '35977775552', 'Caio Melo', '', '100', '', ''],
      ),
    );
    expect(made).toMatchObject({ state: 'applied', counts: { create: 3, leftOut: 0 } });
    const people = await app.db
      .selectFrom('participants as p')
      .innerJoin('reservations as r', 'r.id', 'p.reservation_id')
      .innerJoin('users as u', 'u.id', 'r.user_id')
      .select(['u.name as payer', 'p.name', 'p.cpf', 'r.total_cents', 'r.received_cents'])
      .where('u.name', 'like', '% Melo')
      .orderBy('p.name')
      .execute();
    const paid = { total_cents: 20_000, received_cents: 6_000 };
    expect(people).toEqual([
      { payer: 'Ana Melo', name: 'Ana Melo', cpf: anas, ...paid },
      { payer: 'Ana Melo', name: 'Bia Melo', cpf: bias, ...paid },
      { payer: 'Caio Melo', name: 'Caio Melo', cpf: null, total_cents: 10_000, received_cents: 0 },
    ]);
  });

  it('is shown without those for whom the places do not suffice, and writes nothing where a place is gone since', async () => {
    const row = (name: string, index: number) =>
      csv(['', 'Ubatuba', '05/03/2031', name, `3597777100${index}`, name, '', '', '', '', '', '', '']);
    const file = [csv(header), ...['Um Prado', 'Dois Prado', 'Três Prado'].map(row)].join('\r\n');
    const { body } = await uploadSheet(app, token, 'reservations', file);
    expect(body.counts).toMatchObject({ create: 2, leftOut: 1 });
    const { id: tripId } = await app.db
      .selectFrom('trips')
      .select('id')
      .where('title', '=', 'Ubatuba')
      .executeTakeFirstOrThrow();
    const person = { name: 'Lia Prado', contact: '35977772000' };
    await call(app, 'POST', `/api/trips/${tripId}/passengers`, { token, body: { person } });
    const before = await reservationsOf('Ubatuba');
    const refused = await confirmImport(app, token, body.id);
    expect(refused).toMatchObject({ state: 'open', counts: { create: 1, leftOut: 2 } });
    expect(refused.failure).toContain('Nada foi importado');
    expect(await reservationsOf('Ubatuba')).toEqual(before);
  });

  it('is undone by reversing its money and cancelling, but for reservations that changed since', async () => {
    const row = (name: string, phone: string) => [
      '',
      'Ilhabela',
      '07/03/2031',
      name,
      phone,
      name,
      '',
      '',
      '',
      '',
      '100',
      'pix',
      '01/10/26',
    ];
    const { id } = await importAll(
      app,
      token,
      'reservations',
      csv(header, row('Davi Sá', '35966660001'), row('Eva Sá', '35966660002')),
    );
    const [, eva] = await reservationsOf('Ilhabela');
    await call(app, 'POST', `/api/reservations/${eva?.id}/payments`, {
      token,
      body: { kind: 'balance', method: 'cash', amountCents: 1_000 },
    });
    const body = await undoImport(app, token, id);
    expect(body.kept).toEqual([
      '1 reserva fica na lista como cancelada, com os pagamentos estornados; quem paga continua entre os clientes.',
      `Reserva ${eva?.code}: foi usada ou alterada depois da importação.`,
    ]);
    // Eva's 100 and 10 are all that reports know: what was undone was neither received nor given back.
    const period = 'from=2026-01-01&to=2030-12-31';
    const reportOf = async (key: string) =>
      (await call(app, 'GET', `/api/reports?report=${key}&${period}&tripId=${eva?.trip_id}`, { token })).body;
    expect(
      (await reportOf('revenue_by_method')).rows.map(({ values }: { values: number[] }) => values.slice(1, 4)),
    ).toEqual([
      [10_000, 0, 10_000],
      [1_000, 0, 1_000],
    ]);
    const cancelled = (await reportOf('cancellations')).rows.flatMap(({ values }: { values: number[] }) => values);
    expect(Math.max(...cancelled)).toBe(0);
    const accounting = await call(app, 'GET', `/api/accounting/entries?${period}&tripId=${eva?.trip_id}`, { token });
    expect(accounting.body.data).toHaveLength(2);
    expect(await reservationsOf('Ilhabela')).toMatchObject([
      { state: 'cancelled', received_cents: 0 },
      { state: 'booked', received_cents: 11_000 },
    ]);
    expect(await findFaults(app.db)).toEqual([]);
  });
});
