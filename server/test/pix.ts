import { randomInt } from 'node:crypto';
import type { Payment } from '../src/ports/payments/port.ts';
import type { TestApp } from './app.ts';
import { call } from './factories.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** An end-to-end id as banks write them, different at every call. */
export function newEndToEndId(): string {
  const tail = Array.from({ length: 11 }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('');
  return `E12345678202612011200${tail}`;
}

/** A Pix that came in for a charge, or for none. */
export function pixFor(
  charge: { txid: string; amountCents: number } | undefined,
  more: Partial<Payment> = {},
): Payment {
  const { txid: chargeReference = '', amountCents = 10_000 } = charge ?? {};
  const of = {
    chargeReference,
    method: 'pix' as const,
    amountCents,
    payerName: 'Helena Prado',
    occurredAt: new Date(),
  };
  return { issuer: 'pix', reference: newEndToEndId(), ...of, ...more };
}

/** Asks for a charge of a reservation; the operator has a key of their own then. */
export async function chargeOf(
  app: TestApp,
  { id, payer }: { id: string; payer: { token: string } },
  purpose: 'deposit' | 'balance' | 'full',
) {
  await app.db.updateTable('operator').set({ pix_key: 'pix@rotadasaguas.example' }).execute();
  const { body } = await call(app, 'POST', `/api/reservations/${id}/charges`, {
    token: payer.token,
    body: { purpose },
  });
  return body;
}

/** The ledger of a reservation, oldest first. */
export function ledgerOf({ db }: TestApp, reservationId: string) {
  return db.selectFrom('transfers').selectAll().where('reservation_id', '=', reservationId).orderBy('id').execute();
}

/** The refunds of a reservation. */
export function refundsOf({ db }: TestApp, reservationId: string) {
  return db
    .selectFrom('refunds')
    .selectAll()
    .where('reservation_id', '=', reservationId)
    .orderBy('created_at')
    .execute();
}
