import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { all, type Game, pick, type Step, withOne } from './step.ts';

/** Cash at the boarding point, taken by staff, a guide with an account or one with a link. */
export const takeCash = withOne(
  async ({ book, window }, one, [who, amount]) => {
    const { dueCents } = one;
    const left = dueCents - book.atDoor(one);
    const amountCents = pick([1_000, left, Math.ceil(left / 2), left + 500], amount) ?? 1_000;
    if (amountCents <= 0) return;
    const id = randomUUID();
    const cash = { id, code: one.facts.code, amountCents, tappedAt: new Date().toISOString(), clockOffsetMs: 0 };
    const path = `/trips/${one.trip.id}/door-payments`;
    const takers = [
      () => window.ask('POST', path, window.admin, cash),
      () => window.ask('POST', path, window.guide, cash),
      () => window.ask('POST', '/guide/door-payments', {}, { session: one.trip.session, ...cash }),
    ];
    const isOfStaff = who % 4 === 0;
    const take = takers[isOfStaff ? 0 : 1 + (who % 2)];
    const { status, body } = (await take?.()) ?? {};
    // What is there may be kept whatever is due, and whatever the reservation has become.
    if (one.isGoing && amountCents <= left) expect(status, JSON.stringify(body)).toBe(200);
    else expect([200, 404, 409]).toContain(status);
    if (status !== 200) return;
    if (isOfStaff) book.takeByHand(one, { method: 'cash', cents: amountCents });
    else book.door.push({ id, reservation: one, cents: amountCents });
    expect(body).toMatchObject({ dueCents: one.dueCents, guideCents: book.atDoor(one) });
    // Sent again, it counts once.
    expect(await take?.()).toMatchObject({ status: 200, body });
  },
  (game) => all(game).filter(({ trip }) => trip.isBoarding),
);

/** Staff has the cash, or refuses what a guide said to have taken. */
export const decideCash: Step = async ({ book, window }, [which, how]) => {
  const cash = pick(book.door, which);
  if (!cash) return;
  const { reservation: one, cents, id } = cash;
  const isRefused = how % 3 === 0;
  const path = `/payments/door-payments/${id}/${isRefused ? 'refusal' : 'confirmation'}`;
  const { status, body } = await window.ask('POST', path, undefined, isRefused ? { reason: 'Não chegou' } : undefined);
  const isDue = one.state !== 'cancelled' && cents <= one.totalCents - one.receivedCents;
  const isTaken = isDue && (one.isActive || book.mayReturn(one));
  // Cash that is there may be recorded whatever is due by then.
  if (isRefused || isTaken) expect(status, JSON.stringify(body)).toBe(200);
  else expect([200, 409]).toContain(status);
  if (status !== 200) return;
  book.door.splice(book.door.indexOf(cash), 1);
  if (!isRefused) book.takeByHand(one, { method: 'cash', cents, isOfGuide: true });
};

/** Refuses what guides still have, so that the list of the next sequence begins empty. */
export async function refuseCash({ book, window }: Game): Promise<void> {
  for (const { id } of book.door)
    await window.must('POST', `/payments/door-payments/${id}/refusal`, { reason: 'Não chegou' });
}
