import { expect } from 'vitest';
import { csv, reais, today, upload } from '../statements.ts';
import type { BankMoney } from './reservation.ts';
import { leftOf, pick, type Step, withOne } from './step.ts';

let written = 0;
const newPix = () => {
  written += 1;
  return `E99999999${String(written).padStart(23, '0')}`;
};

/** A statement with money that no charge asked for, which staff records in the reservation that it chooses. */
export const statement = withOne(async ({ book, window }, one, [amount]) => {
  const cents = pick([1_111, one.dueCents, one.dueCents + 500, one.depositCents - one.receivedCents], amount) ?? 0;
  if (cents <= 0) return;
  const money: BankMoney = { id: newPix(), method: 'pix', cents, daysAgo: 0, isUnreported: true };
  await record(window, money, one.facts.code);
  book.takeByHand(one, { method: 'pix', cents, money });
});

/** A statement with a Pix that waits for staff, which finds its reservation there. */
export const statementOfWaiting: Step = async ({ book, window }, [which, to]) => {
  const money = pick(
    book.waiting.filter((one) => one.method === 'pix' && leftOf(window, one) === one.cents),
    which,
  );
  const one = pick(book.reservations, to);
  if (!money || !one) return;
  await record(window, money, one.facts.code);
  book.waiting.splice(book.waiting.indexOf(money), 1);
  book.takeByHand(one, { method: 'pix', cents: money.cents, money });
};

/** A statement with a Pix that counts already changes nothing. */
export const statementOfCounted: Step = async ({ book, window }, [which]) => {
  const money = pick(
    book.money.filter((one) => one.method === 'pix' && (book.holderOf(one) ?? book.cardOf(one))),
    which,
  );
  if (!money) return;
  const { lines } = await send(window, money);
  expect(lines).toMatchObject([{ state: 'counted', amountCents: money.cents }]);
};

async function send({ app, admin }: Parameters<typeof record>[0], { id, cents, daysAgo }: BankMoney) {
  const day = new Date(Date.parse(today()) - daysAgo * 24 * 3_600_000).toISOString().slice(0, 10);
  const file = csv([{ day, amount: reais(cents), text: `PIX RECEBIDO ${id}` }]);
  const { status, body } = await upload(app, admin.token, file, 'extrato.csv');
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

async function record(window: Parameters<Step>[0]['window'], money: BankMoney, code: string): Promise<void> {
  const { id, lines } = await send(window, money);
  const chosen = lines.map((line: { id: string }) => ({ id: line.id, code, isDeliberate: true }));
  await window.must('POST', `/payments/statements/${id}/confirmation`, { lines: chosen });
}
