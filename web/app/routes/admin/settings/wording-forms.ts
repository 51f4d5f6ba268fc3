import { templateOf } from '@passeio/contract/messages/editable-messages';
import { wordingRoutes } from '@passeio/contract/messages/message-routes';
import {
  type OwnWording,
  type OwnWordings,
  type Wording,
  wordingErrors,
  wordingUpdate,
} from '@passeio/contract/messages/message-templates';
import { createStore } from 'zustand/vanilla';
import { api } from '~/features/session/api';
import { isDirty, type Parsed, VersionedForm } from '~/ui/editing/versioned-form';

function loadWordings(signal?: AbortSignal): Promise<OwnWordings> {
  return api.call(wordingRoutes.listWordings, { signal });
}

export type WordingForm = VersionedForm<OwnWording, Wording, Wording>;
export type WordingForms = ReturnType<typeof createWordingForms>;

/**
 * The forms of all messages, each created when it is first opened and cached, so that opening another loses nothing.
 * `store`: the operator's own wordings, and the keys of those with unsaved changes.
 */
export function createWordingForms({ data }: OwnWordings) {
  const store = createStore<{ own: OwnWording[]; unsaved: string[] }>(() => ({ own: data, unsaved: [] }));
  const forms = new Map<string, WordingForm>();

  /** The stored wording of a message among these: the default has version 0. */
  function keep({ data: own }: OwnWordings, key: string): OwnWording {
    store.setState({ own });
    return storedOf(own, key);
  }

  function create(key: string): WordingForm {
    const form: WordingForm = new VersionedForm({
      stored: storedOf(store.getState().own, key),
      fieldsOf: ({ subject, text }) => ({ subject, text }),
      parse: (fields) => parseWording(key, fields),
      send: async (fields, { stored: { version } }) => {
        const call = { params: { key }, body: { ...fields, version } };
        return keep(await api.call(wordingRoutes.changeWording, call), key);
      },
      load: async () => keep(await loadWordings(), key),
      refusals: ({ fields }) => fields,
    });
    form.store.subscribe((state) => {
      const { unsaved } = store.getState();
      if (isDirty(state) === unsaved.includes(key)) return;
      store.setState({ unsaved: isDirty(state) ? [...unsaved, key] : unsaved.filter((one) => one !== key) });
    });
    return form;
  }

  /** Gives a message its default wording back; what was written can be taken back into the form. Throws an ApiError. */
  async function reset(key: string): Promise<void> {
    const form = formOf(key);
    form.store.setState({ busy: true });
    try {
      const stored = keep(await api.call(wordingRoutes.resetWording, { params: { key } }), key);
      const { fields: discarded, revision } = form.store.getState();
      const saved = { subject: stored.subject, text: stored.text };
      const clean = { wrong: {}, refused: {}, conflict: null, revision: revision + 1 };
      form.store.setState({ ...clean, stored, saved, fields: saved, discarded });
    } finally {
      form.store.setState({ busy: false });
    }
  }

  function formOf(key: string): WordingForm {
    const form = forms.get(key) ?? create(key);
    forms.set(key, form);
    return form;
  }

  return { store, formOf, reset };
}

function storedOf(own: readonly OwnWording[], key: string): OwnWording {
  const standard = templateOf(key)?.wording ?? { subject: '', text: '' };
  return own.find((one) => one.key === key) ?? { key, ...standard, version: 0 };
}

function parseWording(key: string, fields: Wording): Parsed<Wording> {
  const template = templateOf(key);
  const errors: Record<string, string> = template ? { ...wordingErrors(template, fields) } : {};
  const checked = wordingUpdate.omit({ version: true }).safeParse(fields);
  for (const { path, message } of checked.error?.issues ?? []) errors[String(path[0])] ??= message;
  return checked.success && Object.keys(errors).length === 0 ? { body: checked.data } : { errors };
}
