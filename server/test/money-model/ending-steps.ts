import { expect } from 'vitest';
import { type Act, all, asPayer, coming, expectStatus, type Game, going, pick, type Step, withOne } from './step.ts';

const by = (dice: number) => (dice % 2 === 0 ? ('client' as const) : ('operator' as const));

/** Staff cancels for the client or the operator, or the payer does. */
const cancel: Act = async ({ window }, one, [who]) => {
  const { refundCents } = one.quote(who % 3 === 2 ? 'client' : by(who));
  if (who % 3 === 2) {
    const { status, body } = await asPayer(window, one, 'cancel', { refundCents });
    expect(status, JSON.stringify(body)).toBe(200);
    one.isLetGo = one.owner !== null;
    return one.cancel('client');
  }
  const body = { reason: 'Desistiu', by: by(who), refundCents };
  await window.must('POST', `/reservations/${one.facts.id}/cancellation`, body);
  one.cancel(by(who));
};
export const cancelAll = withOne(cancel, going);
export const cancelPaid = withOne(cancel, (game) => going(game).filter(({ receivedCents }) => receivedCents > 0));

export const cancelOne = withOne(
  async ({ window }, one, [who, person]) => {
    const leaving = one.people[1 + (person % (one.people.length - 1))] ?? '';
    const body = { reason: 'Ficou doente', by: by(who), participants: [leaving] };
    await window.must('POST', `/reservations/${one.facts.id}/cancellation`, body);
    one.leave(leaving, by(who));
  },
  (game) => going(game).filter(({ people }) => people.length > 1),
);

/**
 * The deadline of a hold passes. Of one that may have been paid the bank is asked some seconds later, so that this is
 * tried less often; money of it that waits for staff keeps its places, and so does the deposit in a guide's hand.
 */
export const expire = withOne(
  async ({ book, window }, one, [how]) => {
    if (book.waiting.some(({ of }) => of === one) || (one.codes.length > 0 && how % 4 > 0)) return;
    if (book.atDoor(one) >= Math.max(one.depositCents - one.receivedCents, 1)) return;
    const path = `/reservations/${one.facts.id}`;
    await window.must('PUT', `${path}/hold`, { holdExpiresAt: new Date(Date.now() + 300).toISOString() });
    const sweep = async () => {
      await window.sweepHolds();
      return (await window.must('GET', path)).state;
    };
    await expect.poll(sweep, { timeout: 30_000, interval: 200 }).toBe('expired');
    one.state = 'expired';
  },
  (game) => going(game).filter(({ state }) => state === 'held'),
);

/** Staff books what is held, or brings back what has expired, whatever was paid. */
export const confirm = withOne(
  async ({ book, window }, one) => {
    const { status, body } = await window.ask('POST', `/reservations/${one.facts.id}/confirmation`);
    const mayBe = one.state === 'expired' ? book.mayReturn(one) : one.isGoing && one.state === 'held';
    expectStatus({ status, body }, mayBe && 200);
    if (status !== 200) return;
    one.state = 'booked';
    one.isConfirmed = true;
  },
  (game) => {
    const [expired, held] = [all(game).filter(({ state }) => state === 'expired'), all(game)];
    return expired.length > 0 ? expired : held;
  },
);

/** The operator cancels a departure: who has paid chooses, and others are out. Another one is on sale. */
export const cancelDeparture: Step = async (game, [which]) => {
  const trip = pick(
    coming(game).filter(({ isBoarding }) => !isBoarding),
    which,
  );
  if (!trip) return;
  const day = new Date(Date.now() + 7 * 24 * 3_600_000).toISOString().slice(0, 10);
  await game.window.must('POST', `/trips/${trip.id}/cancellation`, { reason: 'Sem guia', chooseUntil: day });
  await game.window.notifyCancelled();
  trip.isCancelled = true;
  for (const one of going(game).filter((one) => one.trip === trip)) {
    if (one.receivedCents > 0) one.isChoosing = true;
    else one.cancel('operator');
  }
  const { depositPercent, penaltyPercent, instalments } = trip;
  const offer = { priceCents: trip.fares[0]?.cents ?? 0, depositPercent, penaltyPercent, instalments };
  game.trips.push(await game.window.sell(trip.title, offer));
};

/** Money back, credit, another departure, or nothing until it is too late to choose. */
export const choose = withOne(
  async (game, one, [what, where]) => {
    const { book, window } = game;
    const choice = { byLink: 'choose-departure', method: 'PUT' };
    if (what % 4 === 0) return endChoices(game);
    if (what % 4 === 1) {
      const trip = pick(coming(game), where);
      if (!trip) return;
      const isThere = book.hasPlace({ owner: one.owner, trip });
      const moved = { ...choice, kind: 'moved', tripId: trip.id, totalCents: one.totalOn(trip) };
      const { status, body } = await asPayer(window, one, 'departure-choice', moved);
      expectStatus({ status, body }, !isThere && 200);
      if (status === 200) one.moveTo(trip);
      return;
    }
    const kind = what % 4 === 2 || !one.owner ? ('refund' as const) : ('credit' as const);
    const isNothing = kind === 'credit' && one.receivedCents === 0;
    const ended = { ...choice, kind, amountCents: one.receivedCents };
    const { status, body } = await asPayer(window, one, 'departure-choice', ended);
    expectStatus({ status, body }, !isNothing && 200);
    if (status !== 200) return;
    one.cancel('operator');
    book.settle();
    if (kind === 'credit' && one.owner && one.owedCents > 0)
      book.giveBack(one, 'credit', one.owedCents, { owner: one.owner });
  },
  ({ book }) => book.reservations.filter(({ isChoosing }) => isChoosing),
);

/** The last day of choosing has passed: payers who have not chosen get the money back. */
export async function endChoices({ window, book }: Pick<Game, 'window' | 'book'>): Promise<void> {
  await window.endChoices();
  for (const one of book.reservations) if (one.isChoosing) one.cancel('operator');
}
