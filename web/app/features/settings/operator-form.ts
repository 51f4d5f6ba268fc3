import type { OperatorField, OperatorFields, OperatorSettings } from '@passeio/contract/operator';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { ApiError } from '~/lib/api';
import { type Merged, mergeFields } from '~/lib/merge-fields';
import type { Choice } from '~/ui/editing/versions-dialog';
import type { OperatorCalls } from './operator-calls';
import {
  checkOperatorField,
  type OperatorErrors,
  type OperatorTyped,
  operatorFieldNames,
  readOperator,
  richFields,
  sameOperator,
  typedOperator,
} from './operator-typed';

/** Somebody else has saved since the settings were opened. */
interface Conflict {
  theirs: OperatorSettings;
  theirFields: OperatorTyped;
  merged: Merged<OperatorTyped>;
}

export interface OperatorFormState {
  /** The stored version that is being changed, and how the form shows it. */
  stored: OperatorSettings;
  saved: OperatorTyped;
  fields: OperatorTyped;
  errors: OperatorErrors;
  busy: boolean;
  conflict: Conflict | null;
  /** What was brought back from before a reload, until the person has taken notice. */
  recovered: boolean;
  /** What was thrown away last, to be taken back. */
  discarded: OperatorTyped | null;
  /** Grows whenever fields change otherwise than by typing: inputs that keep their text by themselves are drawn anew. */
  revision: number;
}

/** What a tab keeps of settings that were not saved. */
export interface KeptOperator {
  stored: OperatorSettings;
  fields: OperatorTyped;
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
  kept?: KeptOperator | undefined,
): OperatorForm {
  const store = createStore<OperatorFormState>(() => initialState(settings, kept));
  const { getState: get, setState: put } = store;
  const replace = (fields: OperatorTyped) => ({
    fields,
    revision: get().revision + (sameOperator(fields, get().fields) ? 0 : 1),
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
    const read = readOperator(fields);
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
  function accept(sent: OperatorTyped, now: OperatorSettings): void {
    const saved = typedOperator(now);
    const { fields } = mergeFields({ base: sent, mine: get().fields, theirs: saved });
    put({ stored: { ...now, logo: get().stored.logo }, saved, ...replace(fields), conflict: null, discarded: null });
  }

  async function explain(error: unknown): Promise<SaveOutcome> {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'CHANGED_MEANWHILE') return compare();
    const named = operatorFieldNames.filter((name) => error.fields[name]);
    put({ errors: Object.fromEntries(named.map((name) => [name, error.fields[name]])) });
    return named.length > 0 ? 'refused' : 'failed';
  }

  async function compare(): Promise<SaveOutcome> {
    const theirs = await calls.load().catch(() => undefined);
    if (!theirs) return 'failed';
    const theirFields = typedOperator(theirs);
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
  return !sameOperator(fields, saved);
}

function initialState(settings: OperatorSettings, kept: KeptOperator | undefined): OperatorFormState {
  // The version that the kept changes were made to: if another one is stored by now, saving tells.
  const stored = kept ? { ...kept.stored, logo: settings.logo } : settings;
  const saved = typedOperator(stored);
  const fields = kept?.fields ?? saved;
  return {
    stored,
    saved,
    fields,
    errors: {},
    busy: false,
    conflict: null,
    recovered: !sameOperator(fields, saved),
    discarded: null,
    revision: 0,
  };
}

/** What a tab had kept, if it is what this version of the page keeps. */
export function readKept(work: unknown): KeptOperator | undefined {
  const { stored, fields } = (work ?? {}) as Partial<KeptOperator>;
  const isKnown = stored && fields && operatorFieldNames.every((name) => typeof fields[name] === 'string');
  return isKnown ? { stored, fields } : undefined;
}
