import { type Coupon, Reservation } from './reservation.ts';
import { coming, type Dice, expectStatus, type Game, going, pick, type Step, withOne } from './step.ts';

let guests = 0;

export const reserve: Step = async (game, [who, where, people]) => {
  const { book, window } = game;
  const trip = pick(coming(game), where);
  const [full, half] = trip?.fares ?? [];
  if (!trip || !full || !half) return;
  const owner = who % 3 === 0 ? null : (pick(book.accounts, who) ?? null);
  const earlier = owner ? book.reservations.filter((one) => one.owner === owner && one.trip === trip) : [];
  // Whether such a one had a deadline when it ended is not known here.
  if (earlier.some(({ isConfirmed, isActive }) => isConfirmed && !isActive)) return;
  const party = [
    { fareId: full.id, count: 1 + (people % 3) },
    { fareId: half.id, count: people % 4 === 3 ? 1 : 0 },
  ];
  const coupon: Coupon | undefined = window.coupons[people % 7];
  guests += 1;
  const digits = String(guests).padStart(8, '0');
  const guest = { name: 'Visita Silva', contact: `+55359${digits}` };
  const seller = pick(book.sellers, people);
  const asked = { party, ...(coupon && { coupon: coupon.code }), seller: seller?.code };
  const { boardingPointId } = trip;
  const { status, body } = owner
    ? await window.ask('POST', `/trips/enrrol/${trip.id}`, owner, asked)
    : await window.ask(
        'POST',
        `/trips/${trip.id}/guest-reservations`,
        {},
        { ...asked, boardingPointId, guest, acceptedPolicy: true },
      );
  const isPaused = earlier.some((one) => !one.isActive && isLetGoUnpaid(one));
  const isRefused = earlier.some(({ isActive }) => isActive) || isPaused;
  expectStatus({ status, body }, !isRefused && 201);
  if (status !== 201) return;
  const link = (owner ? (await window.must('POST', `/reservations/${body.id}/link`)).url : body.link).split('#')[1];
  const proof = owner ? { link } : { link, digits: digits.slice(-4) };
  const priced = body.participants.map(({ id, fareId }: { id: string; fareId: string }) => ({
    id,
    cents: fareId === full.id ? full.cents : half.cents,
  }));
  const one = new Reservation({ id: body.id, code: body.code, ...proof }, trip, priced, owner);
  one.seller = seller ?? null;
  one.hasOwnLink = owner !== null;
  if (coupon) one.applyCoupon(coupon);
  one.agree();
  book.reservations.push(one);
};

const isLetGoUnpaid = ({ state, isLetGo, receivedCents, refundedCents }: Reservation) =>
  (state === 'expired' || isLetGo) && receivedCents === 0 && refundedCents === 0;

/** A guest's reservation passes to an account, with all its money. */
export const adopt = withOne(
  async ({ book, window }, one, [who]) => {
    const owner = pick(book.accounts, who);
    if (!owner) return;
    const hasOne = one.isActive && book.hasPlace({ owner, trip: one.trip });
    const body = { token: one.facts.link, phoneDigits: one.facts.digits };
    const { status, body: answer } = await window.ask('POST', '/reservation-links/adoption', owner, body);
    expectStatus({ status, body: answer }, !hasOne && 200);
    if (status === 200) one.owner = owner;
  },
  ({ book }) => book.reservations.filter(({ owner }) => !owner),
);

export const adjust = withOne(async ({ window }, one, [sign]) => {
  const amountCents = sign % 2 === 0 ? -1_000 : 1_533;
  if (one.totalCents + amountCents < 0) return;
  await window.must('POST', `/reservations/${one.facts.id}/adjustments`, { amountCents, reason: 'Combinado' });
  one.adjust(amountCents);
}, going);

/** Staff adds an extra, or takes it out: a lunch of somebody, or the insurance of all. */
export const changeExtras = withOne(async ({ window }, one, [which, how]) => {
  const person = which % 3 === 0 ? null : (pick(one.people, how) ?? null);
  const { id, cents } = person ? one.trip.lunch : one.trip.insurance;
  const path = `/reservations/${one.facts.id}/extras`;
  if (!one.lines.some((line) => line.extra === id && line.person === person)) {
    await window.must('POST', path, { extraId: id, count: 1, ...(person && { participantId: person }) });
    return one.addExtra(id, cents, person);
  }
  const { lines } = await window.must('GET', `/reservations/${one.facts.id}`);
  const line = lines.find((read: ShownLine) => read.extraId === id && read.participantId === person);
  await window.must('DELETE', `${path}/${line.id}`);
  one.removeExtra(id, person);
}, going);
interface ShownLine {
  id: string;
  extraId: string | null;
  participantId: string | null;
}

/** Another person travels in somebody's place, perhaps for half. */
export const swap = withOne(async ({ window }, one, [who, which]) => {
  const [person, fare] = [pick(one.people, who), pick(one.trip.fares, which)];
  if (!person || !fare) return;
  const body = { replaces: true, name: 'Bia Souza', fareId: fare.id };
  await window.must('PUT', `/reservations/${one.facts.id}/participants/${person}`, body);
  one.swap(person, fare.cents);
}, going);

export const move = withOne(async (game, one, [where]) => {
  const other = pick(
    coming(game).filter((trip) => trip !== one.trip),
    where,
  );
  if (!other) return;
  const isThere = game.book.hasPlace({ owner: one.owner, trip: other });
  const path = `/reservations/${one.facts.id}/move`;
  const { status, body } = await game.window.ask('POST', path, undefined, { tripId: other.id });
  expectStatus({ status, body }, !isThere && 200);
  if (status === 200) one.moveTo(other);
}, going);

/** The people of a reservation pay a share each, or its payer everything again. */
export const split = withOne(async ({ window }, one) => {
  const isSplit = !one.isSplit;
  const path = `/reservations/${one.facts.id}/split`;
  const { status } = await window.ask('PUT', path, undefined, { isSplit });
  const mayBe = !isSplit || (one.people.length > 1 && one.dueCents > 0);
  expectStatus({ status }, mayBe && 200);
  if (status === 200) one.isSplit = isSplit;
}, going);

/** What paying by each means adds from now on, or takes off. */
export async function changePrices(game: Game, [pix, card]: Dice): Promise<void> {
  game.permille = { pix: pick([0, -50, 25], pix) ?? 0, card: pick([0, 35, -15], card) ?? 0 };
  await game.window.changePrices(game.permille.pix, game.permille.card);
}
