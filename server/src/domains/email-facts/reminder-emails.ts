import { dayAndTime, formatDay, formatNight } from '@passeio/contract/format-moments';
import { instalmentsOf } from '@passeio/contract/reservations/instalments';
import { participantFieldLabels } from '@passeio/contract/reservations/participants';
import { BOARDING_TO_BE_AGREED, thingsToBring } from '@passeio/contract/reservations/voucher-texts';
import type { Database } from '../../platform/database/connect.ts';
import { EVENING_HOURS, instalmentStillDue, reminderStillApplies } from '../reminders/index.ts';
import { readOverdueRules } from '../settings/index.ts';
import { type Context, kind, ofPayer, ofReservation, type Readers, voucherPageOf } from './facts.ts';
import { type ReservationFacts, readReservation } from './reservation-facts.queries.ts';

const HOUR_MS = 3_600_000;

type ReminderEmail = 'balanceDue' | 'balanceOverdue' | 'dataMissing' | 'departureSoon' | 'tripThanks';

const reminder = <Kind extends ReminderEmail>(data: Parameters<typeof kind<Kind, ReservationFacts>>[0]['data']) =>
  kind<Kind, ReservationFacts>({
    read: (db, { reservationId }) => readReservation(db, reservationId),
    applies: (_, about, { db }) => reminderStillApplies(db, about),
    data,
  });

/** E-mails that nobody's action causes, but the time: see the table of `domains/reminders`. */
export const reminderEmails: Readers<ReminderEmail | 'instalmentDue' | 'instalmentOverdue'> = {
  balanceDue: reminder(ofBalance),
  balanceOverdue: reminder(ofBalance),
  instalmentDue: ofReservation({
    applies: (row, { day }, { db }) => instalmentStillDue(db, row.id, day),
    data: async (row, context, about) => {
      const data = ofInstalment(row, context, about);
      return { ...data, payload: await codeOf(context, row.id, about.day) };
    },
  }),
  instalmentOverdue: ofReservation({
    applies: (row, { day }, { db }) => instalmentStillDue(db, row.id, day),
    data: async (row, context, about) => ({
      ...ofInstalment(row, context, about),
      releaseOn: await releaseDayOf(context.db, about.day),
    }),
  }),
  dataMissing: reminder((row, context) => ({
    ...ofReminded(row, context),
    until: dayAndTime(row.data_due_at, context.timeZone),
    lacks: lacksOf(row),
  })),
  departureSoon: reminder((row, context) => ({ ...ofReminded(row, context), ...departureOf(row, context) })),
  tripThanks: reminder((row, context, { reservationId }) => ({
    ...ofPayer(row, context),
    link: { does: 'review', reservationId },
  })),
};

function ofReminded(row: ReservationFacts, context: Context) {
  return { ...ofPayer(row, context), payable: row.payable };
}

function ofBalance(row: ReservationFacts, context: Context) {
  return {
    ...ofReminded(row, context),
    departure: dayAndTime(row.departs_at, context.timeZone),
    amountCents: row.total_cents - row.received_cents,
    until: dayAndTime(row.balance_due_at, context.timeZone),
  };
}

function ofInstalment(row: ReservationFacts, context: Context, { day }: { day: string }) {
  const { total_cents: totalCents, deposit_cents: depositCents, received_cents: receivedCents } = row;
  const all = instalmentsOf(row.instalments ?? [], { totalCents, depositCents, receivedCents }, context.now);
  const index = all.findIndex(({ dueDate }) => dueDate === day);
  const asked = all.slice(0, index + 1).reduce((sum, one) => sum + one.amountCents, depositCents);
  return {
    ...ofReminded(row, context),
    part: `${index + 1} de ${all.length}`,
    amountCents: asked - receivedCents,
    due: formatDay(day),
    leftCents: totalCents - receivedCents,
  };
}

/** The code with which an instalment is paid until after its day; null where there is none. */
async function codeOf({ db, now }: Context, reservationId: string, day: string): Promise<string | null> {
  const charge = await db
    .selectFrom('charges')
    .select('payload')
    .where('reservation_id', '=', reservationId)
    .where('state', '=', 'open')
    .where('due_on', '=', day)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return charge?.payload ?? null;
}

async function releaseDayOf(db: Database, day: string): Promise<string | null> {
  const rules = await readOverdueRules(db);
  if (!rules.releases_overdue) return null;
  return formatDay(Temporal.PlainDate.from(day).add({ days: rules.overdue_release_days }).toString());
}

function lacksOf({ people }: ReservationFacts) {
  const list = new Intl.ListFormat('pt-BR');
  return people.flatMap(({ name, fare, missing }, index) =>
    missing.length === 0
      ? []
      : [
          {
            person: name || `Pessoa ${index + 1} (${fare})`,
            fields: list.format(missing.map((field) => participantFieldLabels[field])),
          },
        ],
  );
}

function departureOf(row: ReservationFacts, context: Context) {
  const { brand, timeZone, now } = context;
  const boardingOf = (id: string | null) => {
    const point = row.boarding_points.find((known) => known.id === id);
    return point ? `${point.time} – ${point.place}` : BOARDING_TO_BE_AGREED;
  };
  const [boarding = null, ...others] = new Set(row.people.map((person) => boardingOf(person.boardingPointId)));
  const isShared = others.length === 0;
  return {
    ...momentOf(row.departs_at, now, timeZone),
    people: row.people.map(({ name, fare, boardingPointId }, index) => {
      const person = `${name || `Pessoa ${index + 1}`} (${fare})`;
      return isShared ? person : `${person}: ${boardingOf(boardingPointId)}`;
    }),
    boarding: isShared ? boarding : null,
    bring: thingsToBring(row.bring),
    contact: [brand.whatsapp && `WhatsApp ${brand.whatsapp}`, brand.phone, brand.email].filter(Boolean).join(' · '),
    voucher: voucherPageOf(row, context),
    dueCents: Math.max(row.total_cents - row.received_cents, 0),
  };
}

// "É amanhã", "hoje à noite, na madrugada de sábado para domingo, 06/12/2026 às 00:30".
function momentOf(departsAt: Date, now: Date, timeZone: string) {
  const dayAndHour = dayAndTime(departsAt, timeZone);
  const night = formatNight(departsAt.toISOString(), timeZone);
  const departure = night ? `${dayAndHour} (${night})` : dayAndHour;
  const eve = dayIn(new Date(departsAt.getTime() - EVENING_HOURS * HOUR_MS), timeZone);
  const day = ['hoje', 'amanhã'][eve.since(dayIn(now, timeZone)).days];
  if (!day) return { departure, when: 'Está chegando', leaves: `em ${departure}` };
  const when = eve.equals(dayIn(departsAt, timeZone)) ? day : `${day} à noite`;
  return { departure, when: `É ${when}`, leaves: `${when}, ${night ? `na ${night}, ` : ''}${dayAndHour}` };
}

function dayIn(instant: Date, timeZone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone).toPlainDate();
}
