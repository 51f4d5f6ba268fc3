import type {
  FinalManifestContent,
  FinalManifestDetails,
  FinalManifestPassenger,
} from '@passeio/contract/boarding/final-manifest';
import { nameWithPayer } from '@passeio/contract/reservations/participant-names';
import type { ParticipantField } from '@passeio/contract/reservations/participants';
import { seatNumber } from '@passeio/contract/seats/seat-label';
import { ADULT_AGE } from '@passeio/contract/trips/pricing';
import type { Database } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { namesOfCrew } from '../../crew/index.ts';
import { presentSeat } from '../../reservations/index.ts';
import { readBrand, readTimeZone } from '../../settings/index.ts';
import { findTrip, listTripVehicles, type TripRow } from '../../trips/index.ts';
import { findVehicles } from '../../vehicles/index.ts';
import { boardingText } from '../export/listed-passengers.ts';
import { type PassengerRow, passengersToList } from '../passengers/passengers.queries.ts';

// The carrier's list has no answers and no statements.
const NOT_LISTED: ReadonlySet<ParticipantField> = new Set(['answers', 'reservationAnswers', 'minorStatement']);

/** The travellers now, as a list would be frozen but for its details. */
export interface ManifestParty {
  trip: TripRow;
  content: Omit<FinalManifestContent, 'details'>;
  /** Who lacks data. */
  missing: { participantId: string; name: string; fields: ParticipantField[] }[];
  /** Who travels without a parent and without a valid authorisation. */
  unauthorized: { participantId: string; name: string }[];
  /** What trip, crew and settings say of the journey. */
  usualDetails: FinalManifestDetails;
}

/** Throws TRIP_NOT_FOUND. */
export async function readManifestParty(db: Database, tripId: string): Promise<ManifestParty> {
  const trip = await findTrip(db, 'id', tripId);
  if (!trip) throw new AppError('TRIP_NOT_FOUND');
  const timeZone = await readTimeZone(db);
  const [brand, rows, plate, crew] = await Promise.all([
    readBrand(db),
    passengersToList(db, tripId, timeZone, 'boarding'),
    plateOf(db, tripId),
    namesOfCrew(db, tripId),
  ]);
  const { name, legalName, cnpj, cadastur, phone, city, state } = brand;
  return {
    trip,
    content: {
      operator: { name, legalName, cnpj, cadastur, phone },
      trip: {
        title: trip.title,
        departure: dayAndTimeOf(trip.departs_at, timeZone),
        return: dayAndTimeOf(trip.returns_at, timeZone),
        vehicle: trip.vehicle,
        interstate: trip.interstate,
      },
      passengers: rows.map(presentManifestPassenger),
    },
    missing: rows.flatMap((row) => {
      const fields = listedMissing(row);
      return fields.length === 0 ? [] : [{ participantId: row.id, name: nameOf(row), fields }];
    }),
    unauthorized: rows
      .filter(({ authorization }) => authorization?.isValid === false)
      .map((row) => ({ participantId: row.id, name: nameOf(row) })),
    usualDetails: {
      origin: [city, state].filter(Boolean).join('/'),
      destination: trip.title,
      plate,
      driver: crew.driver,
      guide: crew.guide,
    },
  };
}

// Several vehicles have a list each on paper: staff types whose plate it is.
async function plateOf(db: Database, tripId: string): Promise<string> {
  const [vehicle, ...others] = await listTripVehicles(db, [tripId]);
  if (!vehicle || others.length > 0) return '';
  const [known] = await findVehicles(db, [vehicle.vehicle_id]);
  return known?.plate ?? '';
}

function presentManifestPassenger(row: PassengerRow): FinalManifestPassenger {
  const seat = presentSeat(row);
  const missing = listedMissing(row);
  return {
    participantId: row.id,
    name: nameOf(row),
    documentType: row.document_type,
    documentNumber: row.document_number,
    documentIssuer: row.document_issuer,
    birthdate: row.birthdate,
    isMinor: row.age !== null && row.age < ADULT_AGE,
    companion: row.companion_name || null,
    boarding: boardingText(row.boarding_point),
    ...(seat && { seat: seatNumber(seat) }),
    ...(missing.length > 0 && { missing }),
  };
}

function listedMissing({ missing }: PassengerRow): ParticipantField[] {
  return missing.filter((field) => !NOT_LISTED.has(field));
}

function nameOf(row: PassengerRow): string {
  return nameWithPayer(row, { name: row.payer_name });
}

/** Day and time of day of an instant, as in "2026-12-05" and "04:30". */
function dayAndTimeOf(instant: Date, timeZone: string): { date: string; time: string } {
  const at = Temporal.Instant.from(instant.toISOString()).toZonedDateTimeISO(timeZone);
  return {
    date: at.toPlainDate().toString(),
    time: at.toPlainTime().toString({ smallestUnit: 'minute' }),
  };
}
