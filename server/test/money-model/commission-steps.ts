import { isChain, verifyStatement } from '@passeio/contract/sellers/statement-file';
import { expect } from 'vitest';
import { newEndToEndId } from '../pix.ts';
import type { Book } from './book.ts';
import type { Seller, Statement } from './reservation.ts';
import { expectStatus, pick, type Step, withOne } from './step.ts';
import type { Window } from './window.ts';

/** Staff closes a statement of the next month, of all that stands in none yet. */
export const closeStatement: Step = async ({ book, window }, [who]) => {
  const seller = pick(book.sellers, who);
  if (!seller) return;
  const last = seller.statements.at(-1);
  const expected = openLines(book, seller);
  const asked = { sellerId: seller.id, month: monthAfter(last?.month ?? '2001-01') };
  const { status, body } = await window.withTripsBack(() =>
    window.ask('POST', '/commission-statements', undefined, asked),
  );
  // What came and went again stands in a statement too, and may be all of it.
  if (expected.size === 0 && status === 409) return expect(body.code).toBe('COMMISSION_NOTHING');
  expectStatus({ status, body }, 201);
  const lines = new Map<string, number>(body.lines.map((line: Line) => [line.code, line.commissionCents]));
  expect(new Map([...lines].filter(([, cents]) => cents !== 0))).toEqual(expected);
  const carriedCents = Math.min(last?.totalCents ?? 0, 0);
  const totalCents = [...lines.values()].reduce((sum, cents) => sum + cents, carriedCents);
  const previousHash = last?.hash ?? null;
  expect(body).toMatchObject({ number: seller.statements.length + 1, carriedCents, totalCents, previousHash });
  const { id, month, hash } = body;
  const file = await download(window, id);
  seller.statements.push({ id, month, hash, file, totalCents, lines: [...lines], isPaid: false });
};
interface Line {
  code: string;
  commissionCents: number;
}

/** Staff pays a statement, once, if anything is to be paid. */
export const payStatement: Step = async ({ book, window }, [which]) => {
  const statement = pick(
    book.sellers.flatMap(({ statements }) => statements),
    which,
  );
  if (!statement) return;
  const path = `/commission-statements/${statement.id}/payment`;
  const endToEndId = newEndToEndId();
  const { status, body } = await window.ask('POST', path, undefined, { endToEndId });
  expectStatus({ status, body }, statement.totalCents > 0 && !statement.isPaid && 201);
  if (status !== 201) return;
  statement.isPaid = true;
  book.cash.out += statement.totalCents;
};

/** Staff says who sold a reservation: somebody else, or nobody. */
export const correctSeller = withOne(async ({ book, window }, one, [who]) => {
  const seller = pick([...book.sellers, null], who) ?? null;
  const path = `/reservations/${one.facts.id}/seller`;
  const body = { sellerId: seller?.id ?? null, reason: 'Foi outra pessoa' };
  const { seller: read } = await window.must('PUT', path, body);
  expect(read?.id ?? null).toBe(body.sellerId);
  one.seller = seller;
});

/** What sellers read, and staff of them; no byte of a closed statement is another one. */
export async function expectSellers(window: Window, book: Book): Promise<void> {
  await Promise.all(
    book.sellers.map(async (seller) => {
      const [{ balance }, files] = await Promise.all([
        window.must('GET', `/sellers/${seller.id}`),
        Promise.all(seller.statements.map(({ id }) => download(window, id))),
      ]);
      const earnedCents = sumOf(book.reservations.map((one) => one.commissionFor(seller)));
      const statedCents = sumOf(seller.statements.flatMap(({ lines }) => lines.map(([, cents]) => cents)));
      const paidCents = sumOf(seller.statements.map(({ isPaid, totalCents }) => (isPaid ? totalCents : 0)));
      const pendingCents = earnedCents - statedCents;
      const openCents = statedCents - paidCents;
      expect(balance).toEqual({ earnedCents, pendingCents, payableCents: 0, openCents, paidCents });
      expect(files).toEqual(seller.statements.map(({ file }) => file));
      const verified = await Promise.all(files.map(verifyStatement));
      const intact = verified.flatMap((one) => (one.result === 'intact' ? [one] : []));
      const written = ({ hash, totalCents }: Pick<Statement, 'hash' | 'totalCents'>) => ({ hash, totalCents });
      expect(intact.map(written)).toEqual(seller.statements.map(written));
      expect(isChain(intact)).toBe(true);
    }),
  );
}

/** What a seller earned, or has to give back, since it stands in a statement, by reservation. */
function openLines({ reservations }: Book, seller: Seller): Map<string, number> {
  const lines = seller.statements.flatMap((one) => one.lines);
  const stated = (code: string) => sumOf(lines.map(([of, cents]) => (of === code ? cents : 0)));
  const open = reservations.map((one) => [one.facts.code, one.commissionFor(seller) - stated(one.facts.code)] as const);
  return new Map(open.filter(([, cents]) => cents !== 0));
}

const download = (window: Window, id: string) => window.download(`/commission-statements/${id}/export?format=csv`);

function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7);
}

const sumOf = (cents: number[]) => cents.reduce((sum, one) => sum + one, 0);
