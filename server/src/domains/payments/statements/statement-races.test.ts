import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { createPerson, createTrip } from '../../../../test/factories.ts';
import { ledgerOf } from '../../../../test/pix.ts';
import { retryWhileBusy } from '../../../../test/retry-while-busy.ts';
import { confirmLines, ofx, reserveAs, surname, upload } from '../../../../test/statements.ts';

describe('the same money in files that are confirmed at once for different reservations', () => {
  it('is recorded once', async () => {
    const app = await buildTestApp();
    try {
      expect(await mostRecorded(app)).toBe(1);
    } finally {
      await app.close();
    }
  });

  it('is recorded twice where confirmations do not wait for each other', async () => {
    const control = await buildTestApp();
    try {
      await sql`create or replace function lock_statements() returns void language sql as 'select'`.execute(control.db);
      expect(await mostRecorded(control)).toBeGreaterThan(1);
    } finally {
      await control.close();
    }
  });
});

/** In several rounds, until a line of several files is in the ledger more than once. */
async function mostRecorded(app: TestApp): Promise<number> {
  const { token } = await createPerson(app, 'OPERATOR');
  let most = 0;
  for (let round = 0; round < 10 && most < 2; round += 1) {
    const trip = await createTrip(app, { price_cents: 28_900 });
    const reservations: { id: string; code: string }[] = [];
    for (const first of ['Ana', 'Bia', 'Caio', 'Davi']) reservations.push(await reserveAs(app, trip.id, `${first} X`));
    const last = surname();
    const file = ofx([{ id: last, text: `PIX GIL ${last}` }]);
    const statements = await Promise.all(reservations.map(() => upload(app, token, file)));
    await Promise.all(
      statements.map(({ body }, index) =>
        retryWhileBusy(() =>
          confirmLines(app, token, body.id, [{ id: body.lines[0].id, code: reservations[index]?.code }]),
        ),
      ),
    );
    const ledgers = await Promise.all(reservations.map(({ id }) => ledgerOf(app, id)));
    most = Math.max(most, ledgers.flat().length);
  }
  return most;
}
