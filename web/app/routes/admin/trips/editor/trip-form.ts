import type { AffectedByChange, TripOccupants } from '@passeio/contract/trips/trip-affected';
import type { TripDraft, TripNotice, TripUpdate } from '@passeio/contract/trips/trip-draft';
import { tripEditingRoutes } from '@passeio/contract/trips/trip-editing-routes';
import { tripRoutes } from '@passeio/contract/trips/trip-routes';
import type { Trip } from '@passeio/contract/trips/trips';
import { createStore } from 'zustand/vanilla';
import { api } from '~/features/session/api';
import { ApiError } from '~/lib/api';
import { mergeLists, type Versions } from '~/lib/merge-fields';
import { createFormContext } from '~/ui/editing/form-context';
import { type FormDraft, parseDraft, VersionedForm } from '~/ui/editing/versioned-form';
import { publishTrip } from '../manage-trip';
import {
  emptyFields,
  type FieldName,
  fieldsOf,
  isLineList,
  namedErrors,
  readTripFields,
  type TripFields,
  withKeysOf,
} from './trip-fields';

/** API calls of the editor. Failures are shown in a toast and thrown. */
export const tripCalls = {
  load: (tripId: string): Promise<Trip> => api.call(tripRoutes.read, { params: { id: tripId } }),
  create: (draft: TripDraft): Promise<Trip> => api.call(tripEditingRoutes.create, { body: draft }),
  update: (update: TripUpdate): Promise<Trip> => api.call(tripEditingRoutes.change, { body: update }),
  publish: publishTrip,
};
export type TripCalls = typeof tripCalls;

const rowLists: readonly FieldName[] = ['fares', 'extras', 'boardingPoints', 'itinerary', 'questions', 'faq'];

/** Both versions of a list merged; undefined where that is impossible, as when both changed the same row. */
export function joinLists(name: FieldName, { base, mine, theirs }: Versions<TripFields>): unknown {
  const merge = <Item>(list: (fields: TripFields) => Item[]) =>
    mergeLists({ base: list(base), mine: list(mine), theirs: list(theirs) });
  if (isLineList(name)) return merge((fields) => filledLines(String(fields[name]))).join('\n');
  if (!rowLists.includes(name)) return undefined;
  const rows = merge((fields) => fields[name] as { id?: string }[]);
  const ids = rows.flatMap(({ id }) => id ?? []);
  return new Set(ids).size === ids.length ? rows : undefined;
}

function filledLines(text: string): string[] {
  return text.split('\n').filter((line) => line.trim());
}

type TripFormDraft = FormDraft<Trip | null, TripFields>;

interface TripFormSetting {
  /** Null for a new one. */
  trip: Trip | null;
  timeZone: string;
  calls: TripCalls;
  draft?: TripFormDraft | undefined;
}

/** What is sent: the trip, with the notice to its people. */
type TripBody = TripDraft & { notice?: TripNotice };

/** What the API said of people when it refused the latest save. */
interface PeopleConcerned {
  /** The people that the change concerns; set until staff has written the notice to them. */
  affected?: AffectedByChange | undefined;
  /** Who takes the places of a capacity that is too small. */
  occupants?: TripOccupants | undefined;
  /** Which vehicle is on which other trip at the same time, in a sentence. */
  overlap?: string | undefined;
}

export type TripForm = ReturnType<typeof createTripForm>;

/** The form of one trip. */
export function createTripForm({ trip, timeZone, calls, draft }: TripFormSetting) {
  const people = createStore<PeopleConcerned>(() => ({}));

  /** After an answer that never came, what was asked is still to be answered. */
  async function notingPeople(saving: Promise<Trip>): Promise<Trip> {
    try {
      const saved = await saving;
      people.setState({}, true);
      return saved;
    } catch (error) {
      if (error instanceof ApiError && !error.isTransient) {
        const { affected, occupants } = error;
        const isOverlap = error.code === 'VEHICLE_ON_OTHER_TRIP' || error.code === 'CREW_CONFLICT';
        const overlap = isOverlap ? error.message : undefined;
        people.setState({ affected, occupants, overlap }, true);
      }
      throw error;
    }
  }

  const form = new VersionedForm<Trip | null, TripFields, TripBody>({
    stored: trip,
    draft,
    fieldsOf: (stored) => (stored ? fieldsOf(stored, timeZone) : emptyFields()),
    parse: (fields) => readTripFields(fields, timeZone),
    send(body, { stored }) {
      if (stored) return notingPeople(calls.update({ ...body, id: stored.id, version: stored.version }));
      return calls.create(body);
    },
    load: (stored) => calls.load(stored?.id ?? ''),
    refusals(error, fields) {
      const refused = namedErrors(error.fields, fields);
      if (error.code === 'CAPACITY_TAKEN') refused.capacity = error.message;
      if (error.code === 'TRIP_VEHICLE_IN_USE') refused.vehicleIds = error.message;
      if (error.code === 'FARE_IN_USE') refused.fares = error.message;
      if (error.code === 'BOARDING_POINT_IN_USE') refused.boardingPoints = error.message;
      return refused;
    },
    join: joinLists,
    withKeys: withKeysOf,
  });
  const { getState: get, setState: put } = form.store;

  /** Publishes or archives without saving the fields. Returns whether it worked. */
  async function publish(change: { isActive?: boolean; isArchived?: boolean }): Promise<boolean> {
    const { stored, busy } = get();
    if (!stored || busy) return false;
    put({ busy: true });
    try {
      const now = await calls.publish(stored.id, change);
      // If somebody else changed the same fields, the old version stays the base, so that saving finds the conflict.
      const { isActive, isArchived, situation } = now;
      if (!form.rebase(now)) put({ stored: { ...stored, isActive, isArchived, situation } });
      return true;
    } catch (error) {
      if (error instanceof ApiError) return false;
      throw error;
    } finally {
      put({ busy: false });
    }
  }

  /** Back to editing: the next save asks again. */
  const postponeNotice = () => people.setState({ affected: undefined });

  return Object.assign(form, { publish, people, postponeNotice });
}

/** How a trip is saved: published with it, its people notified. */
export interface TripSaving {
  publish?: boolean;
  notice?: TripNotice;
  /** Also if a vehicle is on another trip then, or the crew has conflicts. */
  acceptsOverlap?: boolean;
}

/** Adjusts what is saved. */
export function adjusted({ publish, notice, acceptsOverlap }: TripSaving) {
  return (body: TripBody): TripBody => ({
    ...body,
    ...(publish && { isActive: true }),
    ...(notice && { notice }),
    ...(acceptsOverlap && { acceptsOverlap }),
  });
}

export function parseTripDraft(stored: unknown): TripFormDraft | undefined {
  return parseDraft(stored, emptyFields());
}

export const {
  FormContext: TripFormContext,
  useForm: useTripForm,
  useFormState,
  useInputError,
  useField,
} = createFormContext<Trip | null, TripFields, TripForm>();
