import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { createPerson } from '../../../test/factories.ts';
import { confirmImport, csv, importAll, undoImport, uploadSheet } from '../../../test/imports.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await buildTestApp();
  ({ token } = await createPerson(app, 'ADMIN'));
});
afterAll(() => app.close());

const header = ['Destino', 'Data', 'Horário', 'Volta', 'Lugares', 'Valor', 'Criança', 'Locais de embarque', 'No site'];
const tripOf = (title: string) => app.db.selectFrom('trips').selectAll().where('title', '=', title).executeTakeFirst();

describe('a list of trips', () => {
  it('as an operator has it becomes trips with fares and boarding points', async () => {
    const boarding = '5h Rodoviária de Varginha; 05:30 - Praça';
    const made = await importAll(
      app,
      token,
      'trips',
      csv(header, [
        'Praia de Ubatuba',
        '5/3/31',
        '4h30',
        '08/03/2031',
        '46',
        'R$ 1.234,50',
        '600',
        `"${boarding}"`,
        'sim',
      ]),
    );
    expect(made).toMatchObject({ state: 'applied', counts: { create: 1, leftOut: 0 } });
    const trip = await tripOf('Praia de Ubatuba');
    expect(trip).toMatchObject({ capacity: 46, price_cents: 123_450, is_active: true });
    expect(trip?.departs_at.toISOString()).toBe('2031-03-05T07:30:00.000Z');
    expect(trip?.boarding_points).toMatchObject([
      { time: '05:00', place: 'Rodoviária de Varginha' },
      { time: '05:30', place: 'Praça' },
    ]);
  });

  it('is read where the hour stands under the word of departure, places have a word, and a dash is nothing', async () => {
    const { body } = await uploadSheet(
      app,
      token,
      'trips',
      csv(
        ['PASSEIO', 'DATA', 'SAÍDA', 'LUGARES', 'VALOR (R$)', 'CRIANÇA'],
        ['Aparecida', '1/5/31', '06:00', '46 lugares', '150', '-'],
      ),
    );
    expect(body).toMatchObject({ missing: [], counts: { create: 1, leftOut: 0 } });
    const fields = body.columns.map(({ field }: { field: string }) => field);
    expect(fields).toEqual(['title', 'day', 'time', 'capacity', 'price', 'childPrice']);
    await confirmImport(app, token, body.id);
    expect(await tripOf('Aparecida')).toMatchObject({ capacity: 46, departs_at: new Date('2031-05-01T09:00:00Z') });
  });

  it('changes the trip of the same name and day, notifies nobody, and is undone', async () => {
    const row = (capacity: string) => csv(header, ['Serra do Cipó', '10/04/2031', '', '', capacity, '100', '', '', '']);
    await importAll(app, token, 'trips', row('20'));
    expect(await importAll(app, token, 'trips', row('20')).catch(() => 'nothing')).toBe('nothing');
    const { id } = await importAll(app, token, 'trips', row('30'));
    expect(await tripOf('Serra do Cipó')).toMatchObject({ capacity: 30, is_active: false });
    expect(await undoImport(app, token, id)).toMatchObject({
      state: 'undone',
      kept: [],
    });
    expect(await tripOf('Serra do Cipó')).toMatchObject({ capacity: 20 });
  });

  it('that were made are gone once the import is undone', async () => {
    const { id } = await importAll(
      app,
      token,
      'trips',
      csv(header, ['Inhotim', '10/05/2031', '', '', '20', '100', '', '', '']),
    );
    await undoImport(app, token, id);
    expect(await tripOf('Inhotim')).toBeUndefined();
  });

  it('says of a row what is wrong with it', async () => {
    const { body } = await uploadSheet(
      app,
      token,
      'trips',
      csv(
        header,
        ['', '31/02/2031', '', '', 'muitas', 'caro', '', '', 'talvez'],
        ['Lavras Novas', '01/06/2031', '', '', '20', '90', '', '', ''],
      ),
    );
    expect(body.counts).toEqual({ create: 1, update: 0, skip: 0, leftOut: 1, ignored: 0 });
    await confirmImport(app, token, body.id);
    expect(await tripOf('Lavras Novas')).toBeDefined();
  });
});
