import { type OperatorSettings, type OperatorUpdate, operatorUpdate } from '@passeio/contract/operator/operator';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { settings } from '~/features/settings/operator.sample';
import { ApiError } from '~/lib/api';
import { errorsOf, isDirty } from '~/ui/editing/versioned-form';
import {
  createOperatorForm,
  type OperatorCalls,
  operatorFormValues,
  parseOperatorDraft,
  parseOperatorForm,
  pixKeyLabel,
} from './operator-form';

/** The API, as far as the form needs it: one operator, kept by version. */
function office(stored: OperatorSettings = settings) {
  const sent: OperatorUpdate[] = [];
  const state = { stored, losesAnswers: false };
  const calls: OperatorCalls = {
    load: async () => state.stored,
    async save(update) {
      sent.push(update);
      const { version, ...fields } = operatorUpdate.parse(update);
      if (version !== state.stored.version) throw refusal(409, 'CHANGED_MEANWHILE');
      state.stored = { ...state.stored, ...fields, version: version + 1 };
      if (state.losesAnswers) throw new ApiError(0);
      return state.stored;
    },
  };
  const change = (fields: Partial<OperatorSettings>) => {
    state.stored = { ...state.stored, ...fields, version: state.stored.version + 1 };
  };
  return { state, sent, calls, change };
}

function refusal(status: number, code: string, fields = {}): ApiError {
  return new ApiError(status, { statusCode: status, code, message: 'Não.', requestId: '1', fields });
}

describe('the form of the settings', () => {
  it('sends everything with the version that was seen, and is clean after that', async () => {
    const { calls, sent, state } = office();
    const form = createOperatorForm(settings, calls);
    form.set('phone', '(35) 3221-1111');
    expect(isDirty(form.store.getState())).toBe(true);

    expect(await form.save()).toBe('saved');

    expect(sent[0]).toMatchObject({ version: 7, phone: '+553532211111', name: settings.name });
    expect(state.stored.version).toBe(8);
    expect(isDirty(form.store.getState())).toBe(false);
    expect(form.store.getState().stored.version).toBe(8);
  });

  it('sends nothing while a field is wrong, and lets go of the sentence when it is right', async () => {
    const { calls, sent } = office();
    const form = createOperatorForm(settings, calls);
    form.set('cnpj', '11.222.333/0001-82');
    expect(errorsOf(form.store.getState()).cnpj).toBeUndefined();
    expect(await form.save()).toBe('refused');
    expect(errorsOf(form.store.getState()).cnpj).toMatch(/CNPJ inválido/);
    expect(sent).toEqual([]);
    form.set('cnpj', '11.222.333/0001-81');
    expect(errorsOf(form.store.getState()).cnpj).toBeUndefined();
  });

  it('looks at a field that is left, and at no other', () => {
    const form = createOperatorForm(settings, office().calls);
    form.set('accentColor', 'azul');
    form.set('name', '');
    form.check('accentColor');
    expect(errorsOf(form.store.getState())).toEqual({ accentColor: 'Cor inválida. Use o formato #0b7285.' });
    form.set('accentColor', '#ABCDEF');
    expect(errorsOf(form.store.getState())).toEqual({});
  });

  it('does not do it twice', async () => {
    const { calls, sent } = office();
    const form = createOperatorForm(settings, calls);
    form.set('city', 'Alfenas');
    const outcomes = await Promise.all([form.save(), form.save()]);
    expect(outcomes).toEqual(['saved', 'failed']);
    expect(sent).toHaveLength(1);
  });

  it('keeps what is typed while the rest is on its way', async () => {
    const { calls, state } = office();
    const form = createOperatorForm(settings, calls);
    form.set('city', 'Alfenas');
    const saving = form.save();
    form.set('tagline', 'Bora!');
    await saving;
    expect(state.stored.city).toBe('Alfenas');
    expect(form.store.getState().fields).toMatchObject({ city: 'Alfenas', tagline: 'Bora!' });
    expect(isDirty(form.store.getState())).toBe(true);
  });

  it('leaves a text alone that nobody touched, however the editor would write it', async () => {
    const contactHtml = '<p>Um</p>\n<p>Dois</p>';
    const { calls, sent } = office({ ...settings, contactHtml });
    const form = createOperatorForm({ ...settings, contactHtml }, calls);
    expect(isDirty(form.store.getState())).toBe(false);
    form.set('city', 'Alfenas');
    await form.save();
    expect(sent[0]?.contactHtml).toBe(contactHtml);
  });

  it('shows what the server refuses beside the field', async () => {
    const { calls } = office();
    const refusing = {
      ...calls,
      save: () => Promise.reject(refusal(400, 'INVALID_INPUT', { timeZone: 'Escolha outro.' })),
    };
    const form = createOperatorForm(settings, refusing);
    expect(await form.save()).toBe('refused');
    expect(errorsOf(form.store.getState())).toEqual({ timeZone: 'Escolha outro.' });
  });
});

describe('two people in the settings', () => {
  it('lose nothing: what only one changed is kept, what both did is chosen', async () => {
    const { calls, change, state } = office();
    const form = createOperatorForm(settings, calls);
    change({ city: 'Lavras', phone: '+553532219999' });
    form.set('city', 'Alfenas');
    form.set('tagline', 'Bora!');

    expect(await form.save()).toBe('conflict');
    expect(form.store.getState().conflict?.merged.by).toEqual({ city: 'both', tagline: 'mine', phone: 'theirs' });
    expect(await form.applyChoices({ city: 'theirs' })).toBe('saved');

    expect(state.stored).toMatchObject({ city: 'Lavras', tagline: 'Bora!', phone: '+553532219999', version: 9 });
    expect(form.store.getState()).toMatchObject({ conflict: null, fields: { city: 'Lavras', tagline: 'Bora!' } });
  });

  it('may go back to what they typed', async () => {
    const { calls, change, state } = office();
    const form = createOperatorForm(settings, calls);
    change({ city: 'Lavras' });
    form.set('city', 'Alfenas');
    await form.save();
    form.postpone();
    expect(form.store.getState().fields.city).toBe('Alfenas');
    expect(state.stored.city).toBe('Lavras');
  });

  it('an editor gets no conflict with themselves when an answer was lost', async () => {
    const { calls, state } = office();
    const form = createOperatorForm(settings, calls);
    form.set('city', 'Alfenas');
    state.losesAnswers = true;
    expect(await form.save()).toBe('failed');
    state.losesAnswers = false;
    expect(await form.save()).toBe('saved');
    expect(isDirty(form.store.getState())).toBe(false);
  });
});

describe('work that was not saved', () => {
  it('comes back after a reload, over the version that it was made to', async () => {
    const { calls, change } = office();
    const before = createOperatorForm(settings, calls);
    before.set('city', 'Alfenas');
    const { stored, fields } = before.store.getState();
    const draft = parseOperatorDraft(JSON.parse(JSON.stringify({ stored, fields })));
    change({ phone: '+553532219999' });

    const form = createOperatorForm(await calls.load(), calls, draft);

    expect(form.store.getState()).toMatchObject({ recovered: true, fields: { city: 'Alfenas' } });
    expect(await form.save()).toBe('conflict');
  });

  it('can be discarded and restored', () => {
    const form = createOperatorForm(settings, office().calls);
    form.set('city', 'Alfenas');
    form.discard();
    expect(form.store.getState().fields.city).toBe('Varginha');
    form.undoDiscard();
    expect(form.store.getState().fields.city).toBe('Alfenas');
  });

  it.each([undefined, null, 'x', {}, { stored: settings, fields: {} }])(
    'that makes no sense is left alone: %j',
    (work) => {
      expect(parseOperatorDraft(work)).toBeUndefined();
    },
  );
});

const pixKeys = fc.constantFrom(
  '',
  '12345678909',
  '11222333000181',
  '12ABC34501DE35',
  'contato@rota.example',
  '+5535999990000',
  // Eleven digits that are a CPF as well.
  '+5551998259765',
  '71c7d9be-4b85-4e43-9f1c-1f3b8b4e9a2d',
);

describe('settings as they are typed', () => {
  it('lead back to what is stored, whatever is filled in and whatever is not', () => {
    const someSettings = fc.record({
      cnpj: fc.constantFrom('', '11222333000181', '12ABC34501DE35'),
      phone: fc.constantFrom('', '+553532120000'),
      whatsapp: fc.constantFrom('', '+5535999990000'),
      email: fc.constantFrom('', 'a@b.com.br'),
      socialUrl: fc.constantFrom('', 'https://example.com/rota'),
      state: fc.constantFrom('', 'SP'),
      pixKey: pixKeys,
      contactHtml: fc.constantFrom('', '<p>Oi</p>'),
    });
    fc.assert(
      fc.property(someSettings, (some) => {
        const { logo: _logo, version: _version, ...stored } = { ...settings, ...some };
        expect(parseOperatorForm(operatorFormValues({ ...settings, ...some }))).toEqual({ body: stored });
      }),
    );
  });

  it('carry their punctuation', () => {
    expect(operatorFormValues(settings)).toMatchObject({
      cnpj: '11.222.333/0001-81',
      phone: '(35) 3212-0000',
      whatsapp: '(35) 99999-0000',
    });
  });

  it('say what is wrong beside each field', () => {
    const typed = {
      ...operatorFormValues(settings),
      name: ' ',
      cnpj: '11.222.333/0001-82',
      socialUrl: 'javascript:alert(1)',
    };
    const read = parseOperatorForm(typed);
    expect(read).toEqual({
      errors: {
        name: 'Nome: preencha este campo.',
        cnpj: 'CNPJ inválido. Confira os caracteres digitados.',
        socialUrl: 'Endereço inválido. Use um como https://www.instagram.com/nome.',
      },
    });
  });

  it.each([
    ['123.456.789-09', 'CPF'],
    ['(35) 99999-0000', 'celular'],
    ['Contato@Rota.example', 'e-mail'],
    ['qualquer coisa', undefined],
  ])('the Pix key "%s" is recognised: %s', (typed, kind) => {
    expect(pixKeyLabel(typed)).toBe(kind);
  });
});
