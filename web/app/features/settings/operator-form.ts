import type { OperatorField, OperatorFields, OperatorSettings } from '@passeio/contract/operator';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { ApiError } from '~/lib/api';
import { type Merged, mergeFields } from '~/lib/merge-fields';
import type { Choice } from '~/ui/dialogs/versions-dialog';
import { alertInputStays } from '~/ui/editing/alert-input-stays';
import type { OperatorCalls } from './operator-calls';
import {
  checkOperatorField,
  type OperatorErrors,
  type OperatorFormValues,
  operatorFieldNames,
  operatorFormValues,
  parseOperatorForm,
  richFields,
  sameOperatorValues,
} from './operator-form-values';

/** Somebody else has saved since the settings were opened. */
interface Conflict {
  theirs: OperatorSettings;
  theirFields: OperatorFormValues;
  merged: Merged<OperatorFormValues>;
}

export interface OperatorFormState {
  /** The stored version that is being changed, and how the form shows it. */
  stored: OperatorSettings;
  saved: OperatorFormValues;
  fields: OperatorFormValues;
  errors: OperatorErrors;
  busy: boolean;
  conflict: Conflict | null;
  /** What was brought back from before a reload, until the person has taken notice. */
  recovered: boolean;
  /** What was thrown away last, to be taken back. */
  discarded: OperatorFormValues | null;
  /** Grows whenever fields change otherwise than by typing: inputs that keep their text by themselves are drawn anew. */
  revision: number;
}

/** What is stored of unsaved changes. */
export interface OperatorFormDraft {
  stored: OperatorSettings;
  fields: OperatorFormValues;
}

export type SaveOutcome = 'saved' | 'refused' | 'conflict' | 'failed';

export interface OperatorForm {
  store: StoreApi<OperatorFormState>;
  set: (name: OperatorField, value: string) => void;
  /** Looks at a field that has been left. */
  check: (name: OperatorField) => void;
  save: () => Promise<SaveOutcome>;
  settle: (choices: Record<string, Choice>) => Promise<SaveOutcome>;
  postpone: () => void;
  discard: () => void;
  takeBack: () => void;
  noticeRecovery: () => void;
  /** The logo is saved by itself. */
  takeLogo: (now: OperatorSettings) => void;
}

/** The operator's settings: what was typed, what is stored, and the way from the one to the other. */
export function createOperatorForm(
  settings: OperatorSettings,
  calls: OperatorCalls,
  draft?: OperatorFormDraft | undefined,
): OperatorForm {
  const store = createStore<OperatorFormState>(() => initialState(settings, draft));
  const { getState: get, setState: put } = store;
  const replace = (fields: OperatorFormValues) => ({
    fields,
    revision: get().revision + (sameOperatorValues(fields, get().fields) ? 0 : 1),
  });

  function set(name: OperatorField, value: string): void {
    const { fields, errors } = get();
    if (fields[name] === value) return;
    // A sentence stays for as long as it is true.
    const sentence = errors[name] && checkOperatorField(name, value);
    put({ fields: { ...fields, [name]: value }, errors: { ...errors, [name]: sentence }, discarded: null });
  }

  function check(name: OperatorField): void {
    const { fields, errors } = get();
    put({ errors: { ...errors, [name]: checkOperatorField(name, fields[name]) } });
  }

  async function save(): Promise<SaveOutcome> {
    const { busy, fields, stored } = get();
    if (busy) return 'failed';
    const read = parseOperatorForm(fields);
    put({ errors: 'errors' in read ? read.errors : {}, recovered: false });
    if ('errors' in read) return 'refused';
    put({ busy: true });
    try {
      accept(fields, await calls.save({ ...withUntouched(read.fields), version: stored.version }));
      return 'saved';
    } catch (error) {
      return await explain(error);
    } finally {
      put({ busy: false });
    }
  }

  /** A text that nobody touched is sent as it is stored, however the editor would write it. */
  function withUntouched(fields: OperatorFields): OperatorFields {
    const { stored, saved, fields: typed } = get();
    const untouched = richFields.filter((name) => typed[name] === saved[name]);
    return { ...fields, ...Object.fromEntries(untouched.map((name) => [name, stored[name]])) };
  }

  /** What was typed while the settings were on their way stays. */
  function accept(sent: OperatorFormValues, now: OperatorSettings): void {
    const saved = operatorFormValues(now);
    const { fields } = mergeFields({ base: sent, mine: get().fields, theirs: saved });
    put({ stored: { ...now, logo: get().stored.logo }, saved, ...replace(fields), conflict: null, discarded: null });
  }

  async function explain(error: unknown): Promise<SaveOutcome> {
    if (!(error instanceof ApiError)) throw error;
    alertInputStays(error);
    if (error.code === 'CHANGED_MEANWHILE') return compare();
    const named = operatorFieldNames.filter((name) => error.fields[name]);
    put({ errors: Object.fromEntries(named.map((name) => [name, error.fields[name]])) });
    return named.length > 0 ? 'refused' : 'failed';
  }

  async function compare(): Promise<SaveOutcome> {
    const theirs = await calls.load().catch(() => undefined);
    if (!theirs) return 'failed';
    const theirFields = operatorFormValues(theirs);
    const { saved, fields } = get();
    const merged = mergeFields({ base: saved, mine: fields, theirs: theirFields });
    if (Object.keys(merged.by).length === 0) {
      // It was this person's own, whose answer got lost.
      put({ stored: theirs, saved: theirFields });
      return 'saved';
    }
    put({ conflict: { theirs, theirFields, merged } });
    return 'conflict';
  }

  /** Puts the two versions together as chosen, over the other person's, and saves that. */
  function settle(choices: Record<string, Choice>): Promise<SaveOutcome> {
    const { conflict } = get();
    if (!conflict) return Promise.resolve('failed');
    const { theirs, theirFields, merged } = conflict;
    const chosen = operatorFieldNames.filter((name) => merged.by[name] === 'both' && choices[name] === 'theirs');
    const fields = { ...merged.fields, ...Object.fromEntries(chosen.map((name) => [name, theirFields[name]])) };
    put({ stored: theirs, saved: theirFields, ...replace(fields), conflict: null });
    return save();
  }

  function discard(): void {
    const { fields, saved } = get();
    put({ ...replace(saved), discarded: fields, errors: {}, recovered: false });
  }

  function takeBack(): void {
    const { discarded } = get();
    if (discarded) put({ ...replace(discarded), discarded: null });
  }

  return {
    store,
    set,
    check,
    save,
    settle,
    postpone: () => put({ conflict: null }),
    discard,
    takeBack,
    noticeRecovery: () => put({ recovered: false }),
    takeLogo: ({ logo }) => put({ stored: { ...get().stored, logo } }),
  };
}

export function isDirty({ fields, saved }: OperatorFormState): boolean {
  return !sameOperatorValues(fields, saved);
}

function initialState(settings: OperatorSettings, draft: OperatorFormDraft | undefined): OperatorFormState {
  // The version that the draft's changes were made to: if another one is stored by now, saving tells.
  const stored = draft ? { ...draft.stored, logo: settings.logo } : settings;
  const saved = operatorFormValues(stored);
  const fields = draft?.fields ?? saved;
  return {
    stored,
    saved,
    fields,
    errors: {},
    busy: false,
    conflict: null,
    recovered: !sameOperatorValues(fields, saved),
    discarded: null,
    revision: 0,
  };
}

/** A stored draft, if it has the shape that this version of the page stores. */
export function parseDraft(work: unknown): OperatorFormDraft | undefined {
  const { stored, fields } = (work ?? {}) as Partial<OperatorFormDraft>;
  const isKnown = stored && fields && operatorFieldNames.every((name) => typeof fields[name] === 'string');
  return isKnown ? { stored, fields } : undefined;
}
