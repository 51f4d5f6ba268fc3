import { createHash, randomUUID, randomUUIDv7 } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { extraDraft } from '@passeio/contract/trips/extras';
import { faresOfPrices, staffFares } from '@passeio/contract/trips/fares';
import { questionDraft } from '@passeio/contract/trips/questions';
import { roomTypeDraft } from '@passeio/contract/trips/room-types';
import { cancellationPresets } from '@passeio/contract/trips/trip-draft';
import { type StoredImage, storeImage } from '../server/src/domains/trips/images/images.ts';
import { extrasOfDraft, writeExtras } from '../server/src/domains/trips/trip/extras.ts';
import { faresOfDraft, writeFares } from '../server/src/domains/trips/trip/fares.ts';
import { questionsOfDraft, writeQuestions } from '../server/src/domains/trips/trip/questions.ts';
import { roomTypesOfDraft, writeRoomTypes } from '../server/src/domains/trips/trip/room-types.ts';
import type { Database, DatabaseTransaction } from '../server/src/platform/database/connect.ts';
import { inTransaction } from '../server/src/platform/database/transaction.ts';
import { cleanHtml } from '../server/src/platform/pages/sanitize-html.ts';
import {
  type EncodedPicture,
  encodePicture,
  PICTURE_WORKER,
  type Recipe,
} from '../server/src/platform/pictures/pictures.ts';
import type { IdentityAdministration, VerifiedIdentity } from '../server/src/ports/identity/port.ts';
import type { Storage } from '../server/src/ports/storage/port.ts';
import {
  boardingTime,
  type DemoPicture,
  type DemoTour,
  departureOf,
  readDescription,
  readOperator,
  readPictures,
  readPoster,
  readTexts,
  readTours,
} from './content.ts';
import { writeCrew } from './crew.ts';
import { MUNICIPALITY } from './government/rules.ts';
import { writeHistories } from './histories.ts';
import { writeOtherDates } from './other-dates.ts';
import { storeDemoReceipts, writePayments } from './payments.ts';
import { DEMO_PASSWORD, demoAccounts } from './people.ts';
import { writeSellers } from './sellers.ts';
import { writeSources } from './sources.ts';
import { writeTodaysTrip, writeVehicles } from './todays-trip.ts';
import { fillTrips } from './travellers.ts';
import { writeWeeklyTrip } from './weekly-trip.ts';

interface Seeding {
  db: Database;
  storage: Storage;
  identity: IdentityAdministration;
}

/**
 * Seeds an empty database with the demonstration operator, trips and people; false if the database has people or trips.
 * One transaction, so that after a crash the next start seeds again.
 */
export async function seedDemonstration({ db, storage, identity }: Seeding): Promise<boolean> {
  if (!(await isEmpty(db))) return false;
  console.log('Preparing the demonstration: operator, trips with pictures, people …');
  const [operator, tours] = await Promise.all([readOperator(), readTours()]);
  const pictures = await storePosters(storage, await readPictures());
  const receipts = await storeDemoReceipts(storage);
  const accounts: VerifiedIdentity[] = [];
  for (const { name, email } of demoAccounts) {
    accounts.push(await identity.createPerson({ name, email, password: DEMO_PASSWORD }));
  }
  await inTransaction(db, async (trx) => {
    await writeOperator(trx, operator);
    const tripIds = await writeTrips(trx, tours, pictures, operator.timeZone ?? 'America/Sao_Paulo');
    const confirmedBy = await writeAccounts(trx, accounts);
    await fillTrips(trx, tripIds, confirmedBy);
    await guaranteeFirst(trx, confirmedBy);
    await writePayments(trx, receipts, confirmedBy);
    await writeOtherDates(trx, storage, confirmedBy);
    await writeWeeklyTrip(trx, storage, confirmedBy);
    await writeVehicles(trx);
    await writeTodaysTrip(trx, tripIds, confirmedBy);
    await writeCrew(trx, tripIds);
    const staff = { id: confirmedBy, name: demoAccounts.find(({ role }) => role === 'OPERATOR')?.name ?? '' };
    await writeHistories(trx, staff);
    await writeSellers(trx, staff);
    await writeSources(trx);
    await trx.insertInto('fiscal_settings').values(fiscalSettings).execute();
  });
  return true;
}

/** Codes that the demonstration's government takes; a real operator asks its accountant. */
const fiscalSettings = {
  ...{ municipality: MUNICIPALITY, municipal_registration: '', series: 1, allows_unnamed: false },
  ...{ simples_option: '3' as const, simples_regime: '1', special_regime: '0' },
  ...{ service_code: '090202', municipal_code: '', nbs_code: '118053900' },
  ...{ rate: null, approximate_taxes: 600, own_percent: 100 },
};

async function isEmpty(db: Database): Promise<boolean> {
  const { people, trips } = await db
    .selectNoFrom((eb) => [
      eb.exists(eb.selectFrom('users').select('id')).as('people'),
      eb.exists(eb.selectFrom('trips').select('id')).as('trips'),
    ])
    .executeTakeFirstOrThrow();
  return !people && !trips;
}

/** A stored picture and its text. */
type SeededPicture = StoredImage & { alt: string };

async function storePosters(
  storage: Storage,
  pictures: Record<string, DemoPicture[]>,
): Promise<Map<string, SeededPicture[]>> {
  const store = async ({ file, alt }: DemoPicture) => ({
    ...(await storeImage(storage, await readPoster(file), { encode: encodePoster })),
    alt,
  });
  // Trip by trip: all at once would exceed the picture queue's time-out.
  const stored = new Map<string, SeededPicture[]>();
  for (const [slug, ofTour] of Object.entries(pictures)) stored.set(slug, await Promise.all(ofTour.map(store)));
  return stored;
}

async function writeOperator(trx: DatabaseTransaction, operator: Record<string, string>): Promise<void> {
  const { contactHtml = '', cancellationPolicyHtml = '', ...lines } = operator;
  const columns = Object.fromEntries(
    Object.entries(lines).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );
  await trx
    .updateTable('operator')
    .set({
      ...columns,
      // Demonstration visitors have no inbox.
      require_confirmed_email: false,
      sells_gift_cards: true,
      contact_html: cleanHtml(contactHtml),
      cancellation_policy_html: cleanHtml(cancellationPolicyHtml),
    })
    .execute();
}

async function writeTrips(
  trx: DatabaseTransaction,
  tours: DemoTour[],
  pictures: Map<string, SeededPicture[]>,
  timeZone: string,
): Promise<Map<string, string>> {
  const texts = await readTexts();
  const ids = new Map<string, string>();
  for (const tour of tours) {
    const id = randomUUIDv7();
    ids.set(tour.slug, id);
    const { summary = '', risks = '', itinerary = [] } = texts[tour.slug] ?? {};
    await trx
      .insertInto('trips')
      .values({
        id,
        ...facts(tour, timeZone),
        summary,
        risks,
        itinerary: JSON.stringify(itinerary),
        description: cleanHtml(await readDescription(tour.slug)),
        is_active: true,
        archived_at: null,
      })
      .execute();
    await writeFares(trx, id, fareRows(id, tour));
    await writeExtras(trx, id, extraRows(id, tour));
    const roomTypes = (tour.roomTypes ?? []).map((type) => roomTypeDraft.parse(type));
    await writeRoomTypes(trx, id, roomTypesOfDraft(id, roomTypes, []));
    const questions = (tour.questions ?? []).map((question) => questionDraft.parse(question));
    await writeQuestions(trx, id, questionsOfDraft(id, questions, []));
    await trx.insertInto('trip_costs').values(costRow(id, tour)).execute();
    const images = (pictures.get(tour.slug) ?? []).map((picture, position) => ({
      ...picture,
      trip_id: id,
      position,
      is_card_img: position === 0,
    }));
    if (images.length > 0) await trx.insertInto('trip_images').values(images).execute();
    if (tour.slug === TRIP_FOR_GROUPS) await trx.insertInto('discount_rules').values(groupRule(id)).execute();
  }
  return ids;
}

const TRIP_FOR_GROUPS = 'ubatuba';

function groupRule(tripId: string) {
  return {
    id: randomUUIDv7(),
    label: 'Grupo de 8 ou mais',
    ...{ min_people: 8, min_total_cents: null, min_days_before: null, counted_fares: [] },
    ...{ benefit: 'percent' as const, value: 10, lowered_fares: [] },
    ...{ trip_ids: [tripId], valid_from: null, valid_until: null, is_active: true, position: 1 },
  };
}

// Its people know.
async function guaranteeFirst(trx: DatabaseTransaction, by: string): Promise<void> {
  const first = trx
    .selectFrom('trips')
    .select('id')
    .where('min_participants', '>', 0)
    .whereRef('places_taken', '>=', 'min_participants')
    .orderBy('departs_at')
    .limit(1);
  await trx
    .updateTable('trips')
    .set({ guaranteed_at: new Date(), guaranteed_by: by, guarantee_notified_at: new Date() })
    .where('id', 'in', first)
    .execute();
}

function facts(tour: DemoTour, timeZone: string) {
  const now = Temporal.Now.zonedDateTimeISO(timeZone);
  const departure = departureOf(tour, now);
  const departureDay = departure.toPlainDate();
  const returnDay = departureDay.add({ days: tour.durationDays - 1 });
  const decision = departureDay.subtract({ days: 5 });
  return {
    slug: tour.slug,
    title: tour.title,
    departs_at: departure.toInstant().toString(),
    returns_at: returnDay.toZonedDateTime({ timeZone, plainTime: tour.returnTime }).toInstant().toString(),
    deposit_percent: tour.depositPercent,
    plan_instalments: tour.instalments ?? null,
    plan_last_due_days: tour.instalments ? 10 : null,
    vehicle: tour.vehicle,
    capacity: tour.seats,
    has_rooms: (tour.roomTypes ?? []).length > 0,
    share_decision_days: tour.shareDecisionDays ?? null,
    hotel: tour.hotel ?? '',
    hotel_arrival: tour.hotelArrival ?? '',
    min_participants: tour.minPassengers,
    decision_date: Temporal.PlainDate.compare(decision, now.toPlainDate()) > 0 ? decision.toString() : null,
    interstate: tour.interstate,
    on_request: tour.onRequest ?? false,
    boarding_points: JSON.stringify(
      tour.boardingPoints.map(([time, place]) => ({
        id: randomUUID(),
        time: boardingTime(tour, time, departure),
        place,
      })),
    ),
    cancellation_tiers: JSON.stringify(tiersOf(tour)),
    included: tour.includes,
    excluded: tour.excludes,
    bring: tour.bring,
  };
}

function fareRows(tripId: string, tour: DemoTour) {
  const { priceCents: adult, childPriceCents: child, lapChildPriceCents: lapChild } = tour;
  const byRoom = tour.roomFares?.flatMap(([label, priceCents]) =>
    faresOfPrices({ adult: priceCents, child: null, lapChild: null }).map((fare) => ({ ...fare, label })),
  );
  const ofStaff = staffFares.filter(({ label }) => tour.staffFares?.includes(label));
  return faresOfDraft(tripId, [...(byRoom ?? faresOfPrices({ adult, child, lapChild })), ...ofStaff], []);
}

function extraRows(tripId: string, { extras = [] }: DemoTour) {
  const drafts = extras.map((extra) => extraDraft.parse({ per: 'participant', stock: null, ...extra }));
  return extrasOfDraft(tripId, drafts, []);
}

// A vehicle and a guide by the day, and a fifth of the price for what each person eats and visits.
function costRow(tripId: string, { seats, durationDays: days, priceCents }: DemoTour) {
  return {
    trip_id: tripId,
    vehicle_cents: seats * days * 6_500,
    guide_cents: days * 28_000,
    other_cents: 15_000,
    ticket_cents: Math.round(priceCents / 1_000) * 100,
    meal_cents: Math.round(priceCents / 1_000) * 100,
  };
}

function tiersOf({ durationDays }: DemoTour) {
  const label = durationDays > 1 ? 'Padrão' : 'Bate-volta flexível';
  const preset = cancellationPresets.find((one) => one.label === label);
  if (!preset) throw new Error(`no cancellation rules called ${label}`);
  return preset.tiers;
}

// Returns the operator's id, who recorded the payments.
async function writeAccounts(trx: DatabaseTransaction, identities: VerifiedIdentity[]): Promise<string> {
  const rows = demoAccounts.map((account, index) => {
    const { issuer, subject } = identities[index] as VerifiedIdentity;
    return { id: randomUUIDv7(), issuer, subject, ...account, rg: 'MG-12.345.678', emitter: 'SSP/MG' };
  });
  await trx.insertInto('users').values(rows).execute();
  return (rows.find(({ role }) => role === 'OPERATOR') ?? rows[0])?.id ?? '';
}

const CACHE_DIR = join(import.meta.dirname, '../node_modules/.cache/passeio/posters');

/**
 * Encodes a picture once per content, recipe and encoder: all posters take 14 s of processor time, and every new data
 * folder is given the same. The cache may be deleted, and need not be writable.
 */
async function encodePoster(content: Buffer, recipe: Recipe): Promise<EncodedPicture> {
  const key = createHash('sha256')
    .update(content)
    .update(JSON.stringify(recipe))
    .update(await readFile(PICTURE_WORKER));
  const file = join(CACHE_DIR, key.digest('hex'));
  const cached = await readFile(file).catch(() => undefined);
  if (cached) return deserialize(cached) as EncodedPicture;
  const encoded = await encodePicture(content, recipe);
  await writeToCache(file, serialize(encoded)).catch(() => undefined);
  return encoded;
}

// Renamed, because another process may read it meanwhile.
async function writeToCache(file: string, content: Buffer): Promise<void> {
  const incomplete = `${file}.${randomUUID()}`;
  await mkdir(CACHE_DIR, { recursive: true });
  await writeFile(incomplete, content);
  await rename(incomplete, file);
}
