import { staffBooking } from '@passeio/contract/boarding/passengers';
import { moneyText } from '@passeio/contract/money';
import { RESERVATION_CODE_ALPHABET } from '@passeio/contract/reservations/reservations';
import { isSameLabel } from '@passeio/contract/trips/fare-labels';
import type { Fare } from '@passeio/contract/trips/fares';
import { defaultFare, fareForAge } from '@passeio/contract/trips/pricing';
import type { GuestPerson } from '@passeio/contract/users/users';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { sqlAny } from '../../platform/database/sql-any.ts';
import { plainText } from '../../platform/spreadsheets/written-values.ts';
import { adjustReservation, bookAsStaff } from '../reservations/index.ts';
import { readTimeZone } from '../settings/index.ts';
import { listFares, presentFare } from '../trips/index.ts';
import type { UserRow } from '../users/index.ts';
import { type KnownPeople, nameAndContact, readKnown } from './clients.ts';
import { type KnownPayment, missingPayments, readPayments, writePayment } from './payments-of-rows.ts';
import { inTurns, type PlannedRow, type Writer } from './plan.ts';
import { readReservations, sumOf, type WrittenPerson, type WrittenReservation } from './read-reservations.ts';
import type { WrittenRow } from './written-cells.ts';

interface OfferedTrip {
  id: string;
  title: string;
  day: string;
  hasDeparted: boolean;
  boardingPoints: { id: string; time: string; place: string }[];
  fares: Fare[];
}

interface StoredReservation {
  id: string;
  code: string;
  trip_id: string;
  user_id: string;
  total_cents: number;
  received_cents: number;
  is_active: boolean;
}

interface Facts {
  timeZone: string;
  trips: OfferedTrip[];
  people: KnownPeople;
  /** The ids of payers whom earlier reservations of the file have made, by all that they are known by. */
  made: Map<string, string>;
  byCode: Map<string, StoredReservation>;
  /** The active ones. */
  byTripAndPayer: Map<string, StoredReservation>;
  payments: Map<string, KnownPayment[]>;
}

/** The reservations of a file: known by our code, or as the one that a payer has on a trip. */
export async function planReservations(db: Database, rows: WrittenRow[]): Promise<PlannedRow[]> {
  const timeZone = await readTimeZone(db);
  const today = Temporal.Now.plainDateISO(timeZone).toString();
  const written = await readReservations(rows, today);
  const facts = await readFacts(db, written, timeZone);
  refuseTwice(written);
  const planned = await inTurns(written, (one) => planReservation(one, facts));
  return planned.flat().toSorted((a, b) => a.line - b.line);
}

async function readFacts(db: Database, written: WrittenReservation[], timeZone: string): Promise<Facts> {
  const trips = await db
    .selectFrom('trips')
    .select(['id', 'title', 'boarding_points as boardingPoints'])
    .select([
      sql<string>`(departs_at at time zone ${timeZone})::date::text`.as('day'),
      sql<boolean>`departs_at <= now()`.as('hasDeparted'),
    ])
    .where('archived_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .where(
      sql<string>`(departs_at at time zone ${timeZone})::date::text`,
      '=',
      sqlAny([...new Set(written.flatMap(({ day }) => day ?? []))], 'text'),
    )
    .execute();
  const fares = Map.groupBy(
    await listFares(
      db,
      trips.map(({ id }) => id),
    ),
    (fare) => fare.trip_id,
  );
  const people = await readKnown(
    db,
    written.map(({ payer }) => payer),
  );
  const codes = written.map(({ code }) => code).filter(isOwnCode);
  const reservations = await db
    .selectFrom('reservations')
    .select(['id', 'code', 'trip_id', 'user_id', 'total_cents', 'received_cents', 'is_active'])
    .where((eb) =>
      eb.or([
        eb('code', '=', sqlAny(codes, 'text')),
        eb.and([
          eb('is_active', '=', true),
          eb(
            'trip_id',
            '=',
            sqlAny(
              trips.map(({ id }) => id),
              'uuid',
            ),
          ),
        ]),
      ]),
    )
    .execute();
  const payments = await readPayments(
    db,
    reservations.map(({ id }) => id),
    timeZone,
  );
  return {
    timeZone,
    trips: trips.map((trip) => ({ ...trip, fares: (fares.get(trip.id) ?? []).map(presentFare) })),
    people,
    made: new Map(),
    byCode: new Map(reservations.map((one) => [one.code, one])),
    byTripAndPayer: new Map(
      reservations.filter((one) => one.is_active).map((one) => [`${one.trip_id} ${one.user_id}`, one]),
    ),
    payments: Map.groupBy(payments, ({ reservationId }) => reservationId),
  };
}

const OWN_CODE = new RegExp(`^[${RESERVATION_CODE_ALPHABET}]{6}$`);
const isOwnCode = (code: string) => OWN_CODE.test(code);

/** Two people with one CPF on one trip. */
function refuseTwice(written: WrittenReservation[]): void {
  const people = written.flatMap((one) =>
    one.people.map((person) => ({ person, trip: `${plainText(one.trip)} ${one.day}` })),
  );
  const byCpf = Map.groupBy(
    people.filter(({ person }) => person.cpf),
    ({ person, trip }) => `${person.cpf} ${trip}`,
  );
  for (const same of byCpf.values()) {
    for (const [index, { person }] of same.entries()) {
      const other = same[index === 0 ? 1 : 0]?.person;
      if (other) person.row.refuse('cpf', `Este CPF também está na linha ${other.row.line}, no mesmo passeio.`);
    }
  }
}

function planReservation(written: WrittenReservation, facts: Facts): PlannedRow[] {
  const [first, ...others] = written.rows as [WrittenRow, ...WrittenRow[]];
  if (written.status === 'over') {
    first.warn('status', 'Reserva cancelada: fica de fora.');
    return written.rows.map(({ line, problems }) => ({ line, outcome: 'skip', problems }));
  }
  const trip = findTrip(written, facts.trips);
  const payer = findPayer(written, facts.people);
  const own = facts.byCode.get(written.code);
  const found = own ?? facts.byTripAndPayer.get(`${trip?.id} ${payer?.id}`);
  if (own && trip && own.trip_id !== trip.id) first.refuse('code', 'Esta reserva é de outro passeio.');
  const plan = found ? additionOf(written, found, facts) : creationOf(written, { trip, payer, facts });
  const isBad = written.rows.some(({ hasErrors }) => hasErrors);
  const outcome = isBad ? 'left_out' : plan.outcome;
  // Of a reservation all rows come in, or none.
  if (isBad)
    for (const row of written.rows) if (!row.hasErrors) row.refuse(null, 'Outra linha desta reserva tem erro.');
  return [
    { line: first.line, outcome, problems: first.problems, ...(plan.write && { write: plan.write }) },
    ...others.map(({ line, problems }) => ({ line, outcome, problems })),
  ];
}

type Plan = Pick<PlannedRow, 'outcome' | 'write'>;

function findTrip({ trip, day, rows }: WrittenReservation, trips: OfferedTrip[]): OfferedTrip | undefined {
  const [row] = rows as [WrittenRow];
  const ofDay = trips.filter((one) => one.day === day);
  const word = plainText(trip);
  const found =
    ofDay.find(({ title }) => plainText(title) === word) ??
    [ofDay.filter(({ title }) => plainText(title).includes(word) || word.includes(plainText(title)))].find(
      (alike) => alike.length === 1 && word,
    )?.[0];
  if (!found && day) row.refuse('trip', 'Não há um passeio com este nome nesta data. Importe antes os passeios.');
  if (found?.hasDeparted) row.refuse('day', 'Este passeio já saiu.');
  return found;
}

function findPayer({ payer, rows }: WrittenReservation, people: KnownPeople): UserRow | undefined {
  const [row] = rows as [WrittenRow];
  const byCpf = payer.cpf ? people.byCpf.get(payer.cpf) : undefined;
  const byEmail = payer.email ? people.byEmail.get(payer.email) : undefined;
  if (!byCpf && byEmail?.cpf && payer.cpf && byEmail.cpf !== payer.cpf)
    row.refuse('payerCpf', `${byEmail.name} já tem este e-mail, com outro CPF.`);
  const found =
    byCpf ??
    byEmail ??
    (payer.contact ? people.byNameAndContact.get(nameAndContact({ ...payer, contact: payer.contact })) : undefined);
  if (!found && !payer.contact) row.refuse('payerContact', 'Telefone de quem paga: preencha este campo.');
  return found;
}

/** What is new of a reservation that is here: payments. */
function additionOf({ payments, rows }: WrittenReservation, found: StoredReservation, facts: Facts): Plan {
  const [row] = rows as [WrittenRow];
  const missing = missingPayments(payments, facts.payments.get(found.id) ?? []);
  if (missing.length === 0) return { outcome: 'skip' };
  if (!found.is_active) row.refuse('code', 'Esta reserva já acabou.');
  const due = found.total_cents - found.received_cents;
  if (sumOf(missing) > due) row.refuse('paid', `A reserva só deve ${moneyText(Math.max(due, 0))}.`);
  row.warn('code', `A reserva ${found.code} já está aqui: só entram os pagamentos que faltam.`);
  const write = async (writer: Writer) => {
    for (const payment of missing) {
      const entryId = await writePayment(writer, found.id, payment, facts.timeZone);
      writer.note({ subject: 'payment', subject_id: entryId, is_new: true, mark: found.id });
    }
  };
  return { outcome: 'update', write };
}

interface Creation {
  trip: OfferedTrip | undefined;
  payer: UserRow | undefined;
  facts: Facts;
}

function creationOf(written: WrittenReservation, { trip, payer, facts }: Creation): Plan {
  const [row] = written.rows as [WrittenRow];
  if (!trip) return { outcome: 'left_out' };
  const booking = bookingOf(written, trip, payer);
  if (booking && !booking.success) row.refuse(null, booking.error.issues[0]?.message ?? 'Confira esta reserva.');
  if (written.totalCents !== undefined && sumOf(written.payments) > written.totalCents)
    row.refuse('paid', 'O valor pago passa do valor da reserva.');
  if (!booking?.success) return { outcome: 'left_out' };
  const code = isOwnCode(written.code) ? written.code : undefined;
  const write = async (writer: Writer) => {
    const { person, ...request } = booking.data;
    const keys = person ? keysOf(person) : [];
    const personId = keys.map((key) => facts.made.get(key)).find(Boolean);
    const reservation = await bookAsStaff(
      writer.trx,
      writer.actor,
      trip.id,
      personId ? { ...request, personId } : booking.data,
      code,
    );
    const { id } = reservation;
    await chargeAsWritten(writer, reservation, written.totalCents);
    for (const payment of written.payments) await writePayment(writer, id, payment, facts.timeZone);
    writer.note({ subject: 'reservation', subject_id: id, is_new: true });
    for (const key of keys) facts.made.set(key, reservation.user_id);
  };
  return { outcome: 'create', write };
}

const keysOf = (person: GuestPerson) => [person.cpf, person.email, nameAndContact(person)].filter((key) => key != null);

function bookingOf(
  { people, payer: guest, status }: WrittenReservation,
  trip: OfferedTrip,
  payer: UserRow | undefined,
) {
  const isPayer = (one: WrittenPerson) =>
    (one.cpf !== undefined && one.cpf === (payer?.cpf ?? guest.cpf)) ||
    plainText(one.name) === plainText(guest.name) ||
    (payer !== undefined && plainText(one.name) === plainText(payer.name));
  const own = people.find(isPayer);
  const inOrder = own ? [own, ...people.filter((one) => one !== own)] : people;
  const participants = inOrder.flatMap((one) => participantOf(one, trip, one === own));
  if (participants.length < people.length || (!payer && !guest.contact)) return undefined;
  return staffBooking.safeParse({
    ...(payer ? { personId: payer.id } : { person: guest }),
    payerTravels: own !== undefined,
    participants,
    confirmWithoutDeposit: status === 'booked',
  });
}

function participantOf(one: WrittenPerson, trip: OfferedTrip, isPayer: boolean): object[] {
  const fare = fareOf(one, trip);
  if (!fare) return [];
  const place = { fareId: fare.id, boardingPointId: boardingOf(one, trip) };
  if (isPayer) return [place];
  const { name, cpf, birthdate, document, issuer } = one;
  return [
    {
      ...place,
      name,
      ...(cpf && { cpf }),
      ...(birthdate && { birthdate }),
      ...(document && { documentNumber: document }),
      ...(issuer && { documentIssuer: issuer }),
    },
  ];
}

function fareOf({ fare, birthdate, row }: WrittenPerson, { fares, day }: OfferedTrip): Fare | undefined {
  const named = fare ? fares.find(({ label }) => isSameLabel(label, fare)) : undefined;
  if (named) return named;
  if (fare) row.warn('fare', 'O passeio não tem esta tarifa: vale a da idade.');
  const usual = defaultFare(fares);
  const age = birthdate && Temporal.PlainDate.from(birthdate).until(day, { largestUnit: 'years' }).years;
  const found = usual && typeof age === 'number' ? fareForAge(fares, usual, age) : usual;
  return found ?? row.refuse('fare', 'O passeio não tem tarifa para esta idade.');
}

function boardingOf({ boarding, row }: WrittenPerson, { boardingPoints }: OfferedTrip): string | null {
  const word = plainText(boarding);
  if (!word) return null;
  const found = boardingPoints.find(({ place, time }) =>
    [plainText(place), plainText(`${time} ${place}`)].includes(word),
  );
  if (!found) row.warn('boarding', 'O passeio não tem este embarque: fica a combinar.');
  return found?.id ?? null;
}

/** What the operator agreed with the payer, whatever the trip costs now. */
async function chargeAsWritten(
  { trx, actor }: Writer,
  reservation: Pick<StoredReservation, 'id' | 'total_cents'>,
  totalCents: number | undefined,
): Promise<void> {
  if (totalCents === undefined) return;
  const amountCents = totalCents - reservation.total_cents;
  if (amountCents !== 0)
    await adjustReservation(trx, actor, reservation.id, { amountCents, reason: 'Valor da planilha importada' });
}

/** What is to be as it was for an import to be undone, of each reservation. */
export async function readMarks(trx: DatabaseTransaction, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; mark: string }>`
    select r.id, md5(concat_ws('|', r.state, r.total_cents, r.received_cents, r.refunded_cents, r.user_id, r.trip_id,
      (select string_agg(concat_ws(',', p.name, p.cpf, p.removed_at, p.boarded_at, p.missed_at), ';' order by p.id)
        from participants p where p.reservation_id = r.id))) as mark
    from reservations r where r.id = ${sqlAny(ids, 'uuid')}`.execute(trx);
  return new Map(rows.map(({ id, mark }) => [id, mark]));
}
