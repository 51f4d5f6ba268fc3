import { createStore, type StoreApi } from 'zustand/vanilla';
import { ApiError } from '~/lib/api';
import { type Choice, type Merged, mergeFields, sameValue, type Versions } from '~/lib/merge-fields';
import { showAlert } from '../feedback/alert';
import type { FieldErrors } from './use-field-errors';

export interface FormState<Stored, Fields extends object> {
  /** The stored version that is being edited, and its fields. */
  stored: Stored;
  saved: Fields;
  fields: Fields;
  /** Messages by input: of our own validation once it was asked for, and of the API. */
  wrong: FieldErrors;
  refused: FieldErrors;
  busy: boolean;
  /** Set when somebody else saved after `stored` was loaded. */
  conflict: { theirs: Stored; theirFields: Fields; merged: Merged<Fields> } | null;
  /** A draft was restored, and the person has not confirmed the notice yet. */
  recovered: boolean;
  /** Fields as they were before the last discard, for undo. */
  discarded: Fields | null;
  /** Grows when fields change otherwise than by typing, to remount uncontrolled inputs. */
  revision: number;
}

/** Unsaved fields and the version they are based on, as stored in the tab. */
export interface FormDraft<Stored, Fields> {
  stored: Stored;
  fields: Fields;
}

export type Parsed<Body> = { body: Body; errors?: undefined } | { body?: undefined; errors: FieldErrors };

export type SaveOutcome = 'saved' | 'refused' | 'conflict' | 'failed';

interface FormSpec<Stored, Fields extends object, Body> {
  stored: Stored;
  draft?: FormDraft<Stored, Fields> | undefined;
  fieldsOf: (stored: Stored) => Fields;
  parse: (fields: Fields) => Parsed<Body>;
  /** Throws an ApiError; CHANGED_MEANWHILE starts a merge. */
  send: (body: Body, state: FormState<Stored, Fields>) => Promise<Stored>;
  load: (stored: Stored) => Promise<Stored>;
  /** Messages of a refusal by input. */
  refusals: (error: ApiError, fields: Fields) => FieldErrors;
  /** Both versions of a contested field joined; undefined where that is impossible. */
  join?: (name: keyof Fields & string, versions: Versions<Fields>) => unknown;
  /** `next` with the row keys of `shown`, so that React does not remount rows that stay. */
  withKeys?: (shown: Fields, next: Fields) => Fields;
}

/**
 * A form over something stored that several people edit: validation, dirty state against the stored version, drafts,
 * undo of a discard, and a three-way merge when somebody else has saved.
 */
export class VersionedForm<Stored, Fields extends object, Body> {
  readonly store: StoreApi<FormState<Stored, Fields>>;
  readonly join: FormSpec<Stored, Fields, Body>['join'];
  readonly #spec: FormSpec<Stored, Fields, Body>;

  constructor(spec: FormSpec<Stored, Fields, Body>) {
    this.#spec = spec;
    this.join = spec.join;
    this.store = createStore(() => initialState(spec));
  }

  set = <Name extends keyof Fields & string>(name: Name, value: Fields[Name]): void => {
    const { fields: before, wrong, refused } = this.#state;
    if (before[name] === value) return;
    const fields = { ...before, [name]: value };
    const isOfField = (input: string) => input === name || input.startsWith(`${name}.`);
    // A message that was shown stays for as long as it is true.
    const shown = { ...wrong, ...refused };
    const now = Object.keys(shown).length > 0 ? (this.#spec.parse(fields).errors ?? {}) : {};
    this.store.setState({
      fields,
      wrong: pick(now, (input) => input in shown),
      refused: pick(refused, (input) => !isOfField(input)),
      discarded: null,
    });
  };

  /** Validates one field, for its blur event. */
  check = (name: keyof Fields & string): void => {
    const { wrong, fields } = this.#state;
    const now = this.#spec.parse(fields).errors ?? {};
    const others = pick(wrong, (input) => input !== name);
    this.store.setState({ wrong: { ...others, ...pick(now, (input) => input === name) } });
  };

  /** Shows what is wrong with the fields. Returns whether nothing is. */
  validate = (): boolean => {
    const { errors } = this.#spec.parse(this.#state.fields);
    this.store.setState({ wrong: errors ?? {}, refused: {} });
    return errors === undefined;
  };

  /** `adjust` changes the body that is sent, not the fields. */
  save = async (adjust?: (body: Body) => Body): Promise<SaveOutcome> => {
    const { busy, fields } = this.#state;
    if (busy) return 'failed';
    const { body, errors } = this.#spec.parse(fields);
    this.store.setState({ wrong: errors ?? {}, refused: {}, recovered: false });
    if (errors) return 'refused';
    this.store.setState({ busy: true });
    try {
      this.#accept(fields, await this.#spec.send(adjust ? adjust(body) : body, this.#state));
      return 'saved';
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // The API client has shown the failure.
      if (error.isTransient) showAlert('error', error.message.replace(/\.?$/, '. O que você digitou continua aqui.'));
      if (error.code === 'CHANGED_MEANWHILE') return await this.#compare(adjust);
      const refused = this.#spec.refusals(error, fields);
      this.store.setState({ refused });
      return Object.keys(refused).length > 0 ? 'refused' : 'failed';
    } finally {
      this.store.setState({ busy: false });
    }
  };

  /** Merges the two versions as chosen, and saves the result over theirs. */
  applyChoices = (choices: Record<string, Choice>): Promise<SaveOutcome> => {
    const { conflict, saved: base, fields: mine } = this.#state;
    if (!conflict) return Promise.resolve('failed');
    const { theirs: stored, theirFields: theirs, merged } = conflict;
    const fields = { ...merged.fields };
    for (const name of Object.keys(fields) as (keyof Fields & string)[]) {
      if (merged.by[name] !== 'both') continue;
      if (choices[name] === 'theirs') fields[name] = theirs[name];
      if (choices[name] === 'both') Object.assign(fields, { [name]: this.join?.(name, { base, mine, theirs }) });
    }
    this.store.setState({ stored, saved: theirs, ...this.#replaced(fields), conflict: null });
    return this.save();
  };

  /** Back to editing: the next save compares again. */
  postpone = (): void => this.store.setState({ conflict: null });

  /** Bases the changes on a newer stored version; false, and nothing done, if both changed the same field. */
  rebase = (stored: Stored): boolean => {
    const saved = this.#spec.fieldsOf(stored);
    const { saved: base, fields: mine } = this.#state;
    const { fields, by } = mergeFields({ base, mine, theirs: saved });
    if (Object.values(by).includes('both')) return false;
    this.store.setState({ stored, saved, ...this.#replaced(fields) });
    return true;
  };

  discard = (): void => {
    const { fields, saved } = this.#state;
    this.store.setState({ ...this.#replaced(saved), discarded: fields, wrong: {}, refused: {}, recovered: false });
  };

  /** Replaces the fields by those of a stored version, which has what was changed here. */
  reset = (stored: Stored): void => {
    const saved = this.#spec.fieldsOf(stored);
    const messages = { wrong: {}, refused: {}, recovered: false };
    this.store.setState({ stored, saved, ...this.#replaced(saved), ...messages, discarded: null });
  };

  undoDiscard = (): void => {
    const { discarded } = this.#state;
    if (discarded) this.store.setState({ ...this.#replaced(discarded), discarded: null });
  };

  noticeRecovery = (): void => this.store.setState({ recovered: false });

  get #state(): FormState<Stored, Fields> {
    return this.store.getState();
  }

  #replaced(next: Fields): Pick<FormState<Stored, Fields>, 'fields' | 'revision'> {
    const { fields, revision } = this.#state;
    const keyed = this.#spec.withKeys?.(fields, next) ?? next;
    return { fields: keyed, revision: sameValue(fields, next) ? revision : revision + 1 };
  }

  /** Changes that were typed while the request was under way stay. */
  #accept(sent: Fields, stored: Stored): void {
    const saved = this.#spec.fieldsOf(stored);
    const { fields } = mergeFields({ base: sent, mine: this.#state.fields, theirs: saved });
    this.store.setState({ stored, saved, ...this.#replaced(fields), conflict: null, discarded: null });
  }

  async #compare(adjust?: (body: Body) => Body): Promise<SaveOutcome> {
    const { stored, saved: base, fields: mine } = this.#state;
    const theirs = await this.#spec.load(stored).catch(() => undefined);
    if (theirs === undefined) return 'failed';
    const theirFields = this.#spec.fieldsOf(theirs);
    const merged = mergeFields({ base, mine, theirs: theirFields });
    if (Object.keys(merged.by).length > 0) {
      this.store.setState({ conflict: { theirs, theirFields, merged } });
      return 'conflict';
    }
    // The same is stored already: by this person, if the answer to an earlier request was lost.
    this.store.setState({ stored: theirs, saved: theirFields, busy: false });
    return adjust ? this.save(adjust) : 'saved';
  }
}

function initialState<Stored, Fields extends object, Body>(
  spec: FormSpec<Stored, Fields, Body>,
): FormState<Stored, Fields> {
  // The version that the draft is based on: if a newer one is stored by now, saving finds the conflict.
  const stored = spec.draft ? spec.draft.stored : spec.stored;
  const saved = spec.fieldsOf(stored);
  const fields = spec.draft?.fields ?? saved;
  return {
    stored,
    saved,
    fields,
    wrong: {},
    refused: {},
    busy: false,
    conflict: null,
    recovered: !sameValue(fields, saved),
    discarded: null,
    revision: 0,
  };
}

export function isDirty<Fields>({ fields, saved }: { fields: Fields; saved: Fields }): boolean {
  return !sameValue(fields, saved);
}

/** What is to be stored as a draft; undefined when everything is saved. */
export function draftOf<Stored, Fields extends object>(
  state: FormState<Stored, Fields>,
): FormDraft<Stored, Fields> | undefined {
  return isDirty(state) ? { stored: state.stored, fields: state.fields } : undefined;
}

/** A stored draft, if its fields have the types of `model`: another version of the page may have stored it. */
export function parseDraft<Stored, Fields extends object>(
  draft: unknown,
  model: Fields,
): FormDraft<Stored, Fields> | undefined {
  const { fields, stored } = (draft ?? {}) as Partial<FormDraft<Stored, Fields>>;
  const names = Object.keys(model) as (keyof Fields)[];
  const isKnown = fields && names.every((name) => typeof fields[name] === typeof model[name]);
  return isKnown && stored !== undefined ? { fields, stored } : undefined;
}

/** All messages by input. */
export function errorsOf({ wrong, refused }: { wrong: FieldErrors; refused: FieldErrors }): FieldErrors {
  return { ...refused, ...wrong };
}

function pick(errors: FieldErrors, isWanted: (input: string) => boolean): FieldErrors {
  return Object.fromEntries(Object.entries(errors).filter(([input]) => isWanted(input)));
}
