import type { TripDraft } from '@passeio/contract/trip-draft';
import type { Trip } from '@passeio/contract/trips';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { ApiError } from '~/lib/api';
import type { Merged } from '~/lib/merge-fields';
import type { Choice } from '~/ui/dialogs/versions-dialog';
import { alertInputStays } from '~/ui/editing/alert-input-stays';
import { joinLists, mergeTrips, take } from './merge-fields';
import { type FieldErrors, namedErrors, readTripFields } from './read-trip-fields';
import type { TripCalls } from './trip-calls';
import {
  emptyFields,
  type FieldName,
  fieldNames,
  fieldsOf,
  sameFields,
  type TripFields,
  withKeysOf,
} from './trip-fields';

/** Somebody else has saved since this trip was opened. */
interface Conflict {
  theirs: Trip;
  theirFields: TripFields;
  merged: Merged<TripFields>;
}

export interface TripFormState {
  /** The stored version that is being changed; null for a trip that was never saved. */
  stored: Trip | null;
  /** What that version says. */
  saved: TripFields;
  fields: TripFields;
  /** Sentences of our own check, once it was asked for, and those of the API. */
  wrong: FieldErrors;
  refused: FieldErrors;
  busy: boolean;
  conflict: Conflict | null;
  /** What was brought back from before a reload, until the person has taken notice. */
  recovered: boolean;
  /** What was thrown away last, to be taken back. */
  discarded: TripFields | null;
}

/** What is stored of unsaved changes. */
export interface TripFormDraft {
  stored: Trip | null;
  fields: TripFields;
}

interface TripFormSetting {
  trip: Trip | null;
  timeZone: string;
  calls: TripCalls;
  draft?: TripFormDraft | undefined;
}

export type SaveOutcome = 'saved' | 'refused' | 'conflict' | 'failed';

/** The editor of one trip: what was typed, what is stored, and the way from the one to the other. */
export class TripForm {
  readonly store: StoreApi<TripFormState>;
  readonly #timeZone: string;
  readonly #calls: TripCalls;
  #creation = { body: '', key: '' };

  constructor({ trip, timeZone, calls, draft }: TripFormSetting) {
    this.#timeZone = timeZone;
    this.#calls = calls;
    this.store = createStore<TripFormState>(() => initialState(trip, timeZone, draft));
  }

  set = <Name extends FieldName>(name: Name, value: TripFields[Name]): void => {
    const { fields: before, wrong, refused } = this.store.getState();
    const fields = { ...before, [name]: value };
    const isOfField = (input: string) => input === name || input.startsWith(`${name}.`);
    this.store.setState({
      fields,
      wrong: Object.keys(wrong).length > 0 ? this.#stillWrong(wrong, fields) : wrong,
      refused: Object.fromEntries(Object.entries(refused).filter(([input]) => !isOfField(input))),
      discarded: null,
    });
  };

  save = async ({ publish = false }: { publish?: boolean } = {}): Promise<SaveOutcome> => {
    const { busy, fields } = this.store.getState();
    if (busy) return 'failed';
    const read = readTripFields(fields, this.#timeZone);
    this.store.setState({ wrong: read.errors ?? {}, refused: {}, recovered: false });
    if (read.errors) return 'refused';
    this.store.setState({ busy: true });
    try {
      this.#accept(fields, await this.#send({ ...read.draft, isActive: publish || read.draft.isActive }));
      return 'saved';
    } catch (error) {
      return await this.#explain(error);
    } finally {
      this.store.setState({ busy: false });
    }
  };

  /** Puts the two versions together as chosen, over the other person's, and saves that. */
  settle = (choices: Partial<Record<FieldName, Choice>>): Promise<SaveOutcome> => {
    const { conflict, saved, fields: mine } = this.store.getState();
    if (!conflict) return Promise.resolve('failed');
    const { theirs, theirFields, merged } = conflict;
    const fields = { ...merged.fields };
    for (const name of fieldNames.filter((one) => merged.by[one] === 'both')) {
      if (choices[name] === 'theirs') take(fields, theirFields, name);
      if (choices[name] === 'both') Object.assign(fields, { [name]: joinLists(name, saved, mine, theirFields) });
    }
    this.store.setState({ stored: theirs, saved: theirFields, fields: withKeysOf(mine, fields), conflict: null });
    return this.save();
  };

  /** Back to editing: the next try to save compares again. */
  postpone = (): void => this.store.setState({ conflict: null });

  discard = (): void => {
    const { fields, saved } = this.store.getState();
    this.store.setState({ fields: saved, discarded: fields, wrong: {}, refused: {}, recovered: false });
  };

  takeBack = (): void => {
    const { discarded } = this.store.getState();
    if (discarded) this.store.setState({ fields: discarded, discarded: null });
  };

  noticeRecovery = (): void => this.store.setState({ recovered: false });

  /** Leaves what was typed as it is: only where the trip stands changes. Answers whether it did. */
  publish = async (change: { isActive?: boolean; isArchived?: boolean }): Promise<boolean> => {
    const { stored, busy } = this.store.getState();
    if (!stored || busy) return false;
    this.store.setState({ busy: true });
    try {
      this.#rebase(await this.#calls.publish(stored.id, change));
      return true;
    } catch (error) {
      if (error instanceof ApiError) return false;
      throw error;
    } finally {
      this.store.setState({ busy: false });
    }
  };

  /** Once something was wrong, its sentence goes as soon as it is right. */
  #stillWrong(wrong: FieldErrors, fields: TripFields): FieldErrors {
    const now = readTripFields(fields, this.#timeZone).errors ?? {};
    return Object.fromEntries(Object.entries(now).filter(([input]) => input in wrong));
  }

  #send(draft: TripDraft): Promise<Trip> {
    const { stored } = this.store.getState();
    if (stored) return this.#calls.update({ ...draft, id: stored.id, version: stored.version });
    // The same trip sent again, after an answer that never came, is not made twice.
    const body = JSON.stringify(draft);
    if (this.#creation.body !== body) this.#creation = { body, key: crypto.randomUUID() };
    return this.#calls.create(draft, this.#creation.key);
  }

  /** What was typed while the trip was on its way stays. */
  #accept(sent: TripFields, stored: Trip): void {
    const saved = fieldsOf(stored, this.#timeZone);
    const typed = this.store.getState().fields;
    const fields = sameFields(typed, sent) ? saved : mergeTrips(sent, typed, saved).fields;
    this.store.setState({ stored, saved, fields: withKeysOf(typed, fields), conflict: null, discarded: null });
  }

  async #explain(error: unknown): Promise<SaveOutcome> {
    if (!(error instanceof ApiError)) throw error;
    alertInputStays(error);
    const { stored, fields } = this.store.getState();
    if (error.code === 'CHANGED_MEANWHILE' && stored) return await this.#compare(stored.id);
    const refused = namedErrors(error.fields, fields);
    if (error.code === 'CAPACITY_TAKEN') refused.capacity = error.message;
    if (error.code === 'BOARDING_POINT_IN_USE') refused.boardingPoints = error.message;
    this.store.setState({ refused });
    return Object.keys(refused).length > 0 ? 'refused' : 'failed';
  }

  async #compare(tripId: string): Promise<SaveOutcome> {
    const theirs = await this.#calls.load(tripId).catch(() => undefined);
    if (!theirs) return 'failed';
    const theirFields = fieldsOf(theirs, this.#timeZone);
    const { saved, fields } = this.store.getState();
    this.store.setState({ conflict: { theirs, theirFields, merged: mergeTrips(saved, fields, theirFields) } });
    return 'conflict';
  }

  #rebase(now: Trip): void {
    const { stored, saved, fields } = this.store.getState();
    const nowFields = fieldsOf(now, this.#timeZone);
    const { fields: merged, by } = mergeTrips(saved, fields, nowFields);
    if (!Object.values(by).includes('both')) {
      this.store.setState({ stored: now, saved: nowFields, fields: withKeysOf(fields, merged) });
    } else if (stored) {
      // Somebody else has changed the same fields: by its old version, saving is still refused, and compared.
      const { isActive, isArchived, situation } = now;
      this.store.setState({ stored: { ...stored, isActive, isArchived, situation } });
    }
  }
}

export function isDirty({ fields, saved }: TripFormState): boolean {
  return !sameFields(fields, saved);
}

function initialState(trip: Trip | null, timeZone: string, draft: TripFormDraft | undefined): TripFormState {
  // The version that the draft's changes were made to: if another one is stored by now, saving tells.
  const stored = draft ? draft.stored : trip;
  const saved = stored ? fieldsOf(stored, timeZone) : emptyFields();
  const fields = draft?.fields ?? saved;
  return {
    stored,
    saved,
    fields,
    wrong: {},
    refused: {},
    busy: false,
    conflict: null,
    recovered: !sameFields(fields, saved),
    discarded: null,
  };
}

/** A stored draft, if it has the shape that this version of the editor stores. */
export function parseDraft(work: unknown): TripFormDraft | undefined {
  const { fields, stored } = (work ?? {}) as Partial<TripFormDraft>;
  const model: Record<string, unknown> = { ...emptyFields() };
  const isKnown = fields && fieldNames.every((name) => typeof fields[name] === typeof model[name]);
  return isKnown && stored !== undefined ? { fields, stored } : undefined;
}
