import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { changeWhileReading } from '../../../../test/change-while-reading.ts';
import { call, createPerson } from '../../../../test/factories.ts';
import { createFamily } from '../../../../test/parties.ts';
import { chargeOf } from '../../../../test/pix.ts';
import { pdf, reviewReceipt, sendReceipt } from '../../../../test/receipts.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { findDetails } from '../reservation/load-reservations.ts';
import { findOwnReservations } from '../reservations.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

it("a payer's list shows what each reservation asks for, with as many queries as for one", async () => {
  const payer = await createPerson(app);
  const list = () => call(app, 'GET', '/api/reservations/me', { token: payer.token });
  const queriesOfList = async () => {
    const sent = vi.spyOn(pg.Client.prototype, 'query');
    try {
      await list();
      const texts = sent.mock.calls.map(([given]) => String((given as unknown as { text?: string })?.text ?? given));
      return texts.filter((text) => text.startsWith('select') && !text.startsWith('select pg_notify')).length;
    } finally {
      sent.mockRestore();
    }
  };
  const charges = [await chargeOf(app, await createFamily(app, { adult: 1 }, { payer }), 'deposit')];
  await list();
  const before = await queriesOfList();
  for (const purpose of ['full', 'deposit', 'balance'] as const) {
    charges.unshift(await chargeOf(app, await createFamily(app, { adult: 1 }, { payer }), purpose));
  }
  expect(await queriesOfList()).toBe(before);
  const { data } = (await list()).body;
  expect(data.map(({ charge }: { charge: unknown }) => charge)).toEqual(charges);
});

it('a reservation whose receipt is refused while it is read is shown as it was before, in all its parts', async () => {
  const payer = await createPerson(app);
  const staff = await createPerson(app, 'OPERATOR');
  const { id } = await createFamily(app, { adult: 1 }, { payer });
  const caller = { id: payer.id, role: 'CLIENT', name: 'Teste' } as const;
  const readers = {
    page: async (db: Database) => await findDetails(db, caller, id),
    list: async (db: Database) => (await findOwnReservations(db, caller)).data[0],
  };
  for (const read of Object.values(readers)) {
    const { body: receipt } = await sendReceipt(app, id, payer, pdf());
    const refuse = () => reviewReceipt(app, receipt.id, staff, { reason: 'Nada entrou' });
    expect(await read(changeWhileReading(app.db, refuse))).toMatchObject({
      status: { key: 'receipt_review' },
      receipt: { id: receipt.id, state: 'submitted' },
    });
    expect(await read(app.db)).toMatchObject({ receipt: { id: receipt.id, state: 'rejected' } });
  }
});
