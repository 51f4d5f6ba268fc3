import { kept, storedValueOf, writeTransfer } from '../src/domains/book/index.ts';
import { inTransaction } from '../src/platform/database/transaction.ts';
import type { TestApp } from './app.ts';

/** Gives a person credit, as if it were from a refund. */
export const giveCredit = ({ db }: TestApp, personId: string, cents: number) =>
  inTransaction(db, (trx) =>
    writeTransfer(trx, {
      ...{ from: kept, to: storedValueOf(personId), kind: 'reissue', method: 'credit' },
      ...{ amount_cents: cents, recorded_via: 'system' },
    }),
  );
