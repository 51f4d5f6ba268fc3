import { staffBooking } from '@passeio/contract/boarding/passengers';
import { isSameLabel } from '@passeio/contract/fare-labels';
import { RESERVATION_CODE_ALPHABET } from '@passeio/contract/fields';
import { moneyText } from '@passeio/contract/money';
import { fareForAge } from '@passeio/contract/trips/fare-ages';
import type { Fare } from '@passeio/contract/trips/fares';
import { defaultFare } from '@passeio/contract/trips/pricing';
import type { GuestPerson } from '@passeio/contract/users/users';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { sqlAny } from '../../platform/database/sql-any.ts';
import { plainText } from '../../platform/spreadsheets/written-values.ts';
import { adjustReservation, bookAsStaff } from '../reservations/index.ts';
import { readTimeZone } from '../settings/index.ts';
import { listFares, presentFare } from '../trips/index.ts';
import type { UserRow } from '../users/index.ts';
import { readMoney } from './agreed-money.ts';
import { type KnownPeople, nameAndContact, ownerOfEmail, readKnown } from './clients.ts';
import { askDeparture, lacksDeparture, readDepartures } from './departure-of-file.ts';
import {
  completePayment,
  type KnownPayment,
  missingPayments,
  readPayments,
  sumOf,
  writePayment,
} from './payments-of-rows.ts';
import { inTurns, type PlannedRow, type Writer } from './plan.ts';
import { readReservations, type WrittenPerson, type WrittenReservation } from './read-reservations.ts';
import type { ImportSheet } from './sheet.ts';
import type { WrittenRow } from './written-cells.ts';

interface OfferedTrip {
  id: string;
  title: string;
  day: string;
  hasDeparted: boolean;
  depositPercent: number;
  placesLeft: number;
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
  places: number;
  is_active: boolean;
}

interface Facts {
  timeZone: string;
  today: string;
  /** The departure of the whole file, where it has no columns for it. */
  tripOfFile: string | undefined;
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
export async function planReservations(db: Database, sheet: ImportSheet): Promise<PlannedRow[]> {
  const timeZone = await readTimeZone(db);
  const today = Temporal.Now.plainDateISO(timeZone).toString();
  const tripOfFile = lacksDeparture(sheet) ? askDeparture(sheet, await readDepartures(db, timeZone)) : undefined;
  const written = await readReservations(sheet);
  const facts = await readFacts(db, written, { timeZone, today, tripOfFile });
  refuseTwice(written);
  withoutSharedEmails(written);
  const planned = await inTurns(written, (one) => planReservation(one, facts));
  return planned.flat();
}

async function readFacts(
  db: Database,
  written: WrittenReservation[],
  { timeZone, today, tripOfFile }: Pick<Facts, 'timeZone' | 'today' | 'tripOfFile'>,
): Promise<Facts> {
  const days = [...new Set(written.flatMap(({ day }) => day ?? []))];
  const hasMissing = written.some(({ day }) => day === undefined);
  const dayOf = sql<string>`(departs_at at time zone ${timeZone})::date::text`;
  const trips = await db
    .selectFrom('trips')
    .select(['id', 'title', 'boarding_points as boardingPoints', 'deposit_percent as depositPercent'])
    .select([
      dayOf.as('day'),
      sql<boolean>`departs_at <= now()`.as('hasDeparted'),
      sql<number>`places_left(capacity, places_taken, places_set_aside)`.as('placesLeft'),
    ])
    .where('archived_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .where((eb) =>
      tripOfFile
        ? eb('id', '=', tripOfFile)
        : eb.or([eb(dayOf, '=', sqlAny(days, 'text')), sql<boolean>`${hasMissing} and departs_at > now()`]),
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
    .select(['id', 'code', 'trip_id', 'user_id', 'total_cents', 'received_cents', 'places', 'is_active'])
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
    ...{ timeZone, today, tripOfFile },
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

/** An e-mail of several payers is the first one's. */
function withoutSharedEmails(written: WrittenReservation[]): void {
  const owners = new Map<string, WrittenReservation['payer']>();
  for (const { payer, rows } of written) {
    const { email } = payer;
    const owner = email ? owners.get(email) : undefined;
    if (email && !owner) owners.set(email, payer);
    if (!owner || plainText(owner.name) === plainText(payer.name)) continue;
    rows[0]?.warn('payerEmail', `Este e-mail já é de ${owner.name}, nesta planilha: aqui fica em branco.`);
    delete payer.email;
  }
}

function planReservation(written: WrittenReservation, facts: Facts): PlannedRow[] {
  const [first, ...others] = written.rows as [WrittenRow, ...WrittenRow[]];
  const own = facts.byCode.get(written.code);
  // What we have said ourselves is not checked again: of a reservation that is here only payments are new.
  if (own)
    for (const row of written.rows) row.problems = row.problems.filter(({ text }) => text.startsWith('A célula tem'));
  const trip = findTrip(written, facts);
  const payer = own ? undefined : findPayer(written, facts.people);
  const found = own ?? facts.byTripAndPayer.get(`${trip?.id} ${payer?.id}`);
  if (own && trip && own.trip_id !== trip.id) first.refuse('code', 'Esta reserva é de outro passeio.');
  const plan = found ? additionOf(written, found, facts) : creationOf(written, { trip, payer, facts });
  const isBad = written.rows.some(({ hasErrors }) => hasErrors);
  const outcome = isBad ? 'left_out' : plan.outcome;
  // All rows of a reservation come in, or none.
  if (isBad)
    for (const row of written.rows) if (!row.hasErrors) row.refuse(null, 'Outra linha desta reserva tem erro.');
  return [
    { line: first.line, outcome, problems: first.problems, ...(plan.write && !isBad && { write: plan.write }) },
    ...others.map(({ line, problems }) => ({ line, outcome, problems })),
  ];
}

type Plan = Pick<PlannedRow, 'outcome' | 'write'>;

/** The trip of a reservation: the file's, else by title and day; either is enough where only one trip has it. */
function findTrip({ trip, day, rows, code }: WrittenReservation, facts: Facts): OfferedTrip | undefined {
  const [row] = rows as [WrittenRow];
  const { tripOfFile, trips } = facts;
  const word = plainText(trip);
  const ofDay = tripOfFile ? trips : trips.filter((one) => (day ? one.day === day : !one.hasDeparted));
  const isAlike = ({ title }: OfferedTrip) => plainText(title).includes(word) || word.includes(plainText(title));
  const exact = ofDay.filter(({ title }) => plainText(title) === word);
  const alike = exact.length > 0 ? exact : word ? ofDay.filter(isAlike) : ofDay;
  const candidates = tripOfFile ? trips : alike;
  const found = candidates.length === 1 || (day && exact.length > 0) ? candidates[0] : undefined;
  if (!found && !facts.byCode.has(code)) refuseTrip(row, { trip, day, isSeveral: candidates.length > 1 });
  if (found?.hasDeparted && !facts.byCode.has(code)) row.refuse('day', 'Este passeio já saiu.');
  return found;
}

function refuseTrip(
  row: WrittenRow,
  { trip, day, isSeveral }: { trip: string; day: string | undefined; isSeveral: boolean },
) {
  if (!trip && !day) row.refuse('trip', 'De que saída é esta linha? Escreva o passeio e a data, ou responda acima.');
  else if (!day && !row.problems.some(({ field }) => field === 'day'))
    row.refuse('day', isSeveral ? 'Este passeio tem mais de uma saída: escreva a data.' : NO_TRIP);
  else if (day) row.refuse('trip', isSeveral ? 'Há mais de um passeio neste dia: escreva qual.' : NO_TRIP);
}

const NO_TRIP = 'Não há um passeio com este nome nesta data. Importe antes os passeios.';

function findPayer({ payer, rows }: WrittenReservation, people: KnownPeople): UserRow | undefined {
  const [row] = rows as [WrittenRow];
  const byCpf = payer.cpf ? people.byCpf.get(payer.cpf) : undefined;
  const byEmail = ownerOfEmail(payer, people);
  const owner = people.byEmail.get(payer.email ?? '');
  if (owner && owner !== byEmail && owner !== byCpf) {
    row.warn('payerEmail', `Este e-mail já é de ${owner.name}: aqui fica em branco.`);
    delete payer.email;
  }
  if (!byCpf && byEmail?.cpf && payer.cpf && byEmail.cpf !== payer.cpf)
    row.refuse('payerCpf', `${byEmail.name} já tem este e-mail, com outro CPF.`);
  const found =
    byCpf ??
    byEmail ??
    (payer.contact ? people.byNameAndContact.get(nameAndContact({ ...payer, contact: payer.contact })) : undefined);
  const isRefused = rows.some(({ problems }) => problems.some(({ field }) => field === 'payerContact'));
  if (!found && !payer.contact && !isRefused) row.refuse('payerContact', 'Telefone de quem paga: preencha este campo.');
  return found;
}

/** What is new of a reservation that is here: payments. */
function additionOf(written: WrittenReservation, found: StoredReservation, facts: Facts): Plan {
  const [row] = written.rows as [WrittenRow];
  const each = Math.round(found.total_cents / Math.max(written.people.length, 1));
  const people = written.people.map((one) => ({ row: one.row, cents: each }));
  const known = facts.payments.get(found.id) ?? [];
  const money = readMoney({
    rows: written.rows,
    people,
    depositPercent: 0,
    today: facts.today,
    totalCents: found.total_cents,
  });
  if (!facts.byCode.has(written.code) && written.people.length > Math.max(found.places, 1))
    row.warn(
      null,
      `A reserva ${found.code} já está aqui com menos pessoas: as outras não entram. Inclua-as na reserva.`,
    );
  const missing = missingPayments(money.payments, known);
  // "pago" and "falta 50" say how much is paid by now, of which a part may have been brought before.
  const rest = sumOf(money.payments) - sumOf(known);
  const added =
    money.isStated && missing[0] ? [{ ...missing[0], cents: rest }].filter(({ cents }) => cents > 0) : missing;
  if (added.length === 0) return { outcome: 'skip' };
  if (!found.is_active) row.refuse('code', 'Esta reserva já acabou.');
  const due = found.total_cents - found.received_cents;
  if (sumOf(added) > due) row.refuse('paid', `A reserva só deve ${moneyText(Math.max(due, 0))}.`);
  row.warn('code', `A reserva ${found.code} já está aqui: só entram os pagamentos que faltam.`);
  for (const payment of added) completePayment(payment);
  const write = async (writer: Writer) => {
    for (const payment of added) {
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
  const fares = written.people.map((one) => fareOf(one, trip));
  const booking = bookingOf(written, { trip, payer, fares });
  if (booking && !booking.success) row.refuse(null, booking.error.issues[0]?.message ?? 'Confira esta reserva.');
  if (!booking?.success) return { outcome: 'left_out' };
  const people = written.people.map((one, index) => ({ row: one.row, cents: fares[index]?.priceCents ?? 0 }));
  const { depositPercent } = trip;
  const money = readMoney({ rows: written.rows, people, depositPercent, today: facts.today });
  for (const payment of money.payments) completePayment(payment);
  if (!written.rows.some(({ hasErrors }) => hasErrors)) takePlaces(row, trip, fares);
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
    await chargeAsWritten(writer, reservation, money.totalCents);
    for (const payment of money.payments) await writePayment(writer, id, payment, facts.timeZone);
    writer.note({ subject: 'reservation', subject_id: id, is_new: true });
    for (const key of keys) facts.made.set(key, reservation.user_id);
  };
  return { outcome: 'create', write };
}

/** Counts the places of the file's reservations, so that no more are promised than the trip has. */
function takePlaces(row: WrittenRow, trip: OfferedTrip, fares: readonly (Fare | undefined)[]): void {
  const places = fares.filter((fare) => fare?.takesPlace).length;
  if (places > trip.placesLeft) {
    const left = Math.max(trip.placesLeft, 0);
    row.refuse(
      null,
      `${left === 1 ? 'Resta 1 vaga' : `Restam ${left} vagas`} neste passeio; esta reserva é de ${places}.`,
    );
  } else trip.placesLeft -= places;
}

const keysOf = (person: GuestPerson) => [person.cpf, person.email, nameAndContact(person)].filter((key) => key != null);

function bookingOf(
  { people, payer: guest, status }: WrittenReservation,
  { trip, payer, fares }: { trip: OfferedTrip; payer: UserRow | undefined; fares: readonly (Fare | undefined)[] },
) {
  const isPayer = (one: WrittenPerson) =>
    (one.cpf !== undefined && one.cpf === (payer?.cpf ?? guest.cpf)) ||
    plainText(one.name) === plainText(guest.name) ||
    (payer !== undefined && plainText(one.name) === plainText(payer.name));
  const travelling = people.map((one, index) => ({ one, fare: fares[index] }));
  const own = travelling.find(({ one }) => isPayer(one));
  const inOrder = own ? [own, ...travelling.filter((other) => other !== own)] : travelling;
  const participants = inOrder.flatMap((traveller) => participantOf(traveller, trip, traveller === own));
  if (participants.length < people.length || (!payer && !guest.contact)) return undefined;
  return staffBooking.safeParse({
    ...(payer ? { personId: payer.id } : { person: guest }),
    payerTravels: own !== undefined,
    participants,
    confirmWithoutDeposit: status === 'booked',
  });
}

function participantOf(
  { one, fare }: { one: WrittenPerson; fare: Fare | undefined },
  trip: OfferedTrip,
  isPayer: boolean,
): object[] {
  if (!fare) return [];
  const place = { fareId: fare.id, boardingPointId: boardingOf(one, trip) };
  if (isPayer) return [place];
  const { name, cpf, birthdate, document, issuer } = one;
  return [
    {
      ...place,
      ...(name && { name }),
      ...(cpf && { cpf }),
      ...(birthdate && { birthdate }),
      ...(document && { documentNumber: document }),
      ...(issuer && { documentIssuer: issuer }),
    },
  ];
}

function fareOf(
  { fare, birthdate, age: writtenAge, row }: WrittenPerson,
  { fares, day }: OfferedTrip,
): Fare | undefined {
  const named = fare ? fares.find(({ label }) => isSameLabel(label, fare)) : undefined;
  if (named) return named;
  if (fare) row.warn('fare', 'O passeio não tem esta tarifa: vale a da idade.');
  const usual = defaultFare(fares);
  const age = birthdate ? Temporal.PlainDate.from(birthdate).until(day, { largestUnit: 'years' }).years : writtenAge;
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
