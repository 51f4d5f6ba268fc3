import type { FareDraft } from '@passeio/contract/trips/fares';
import type { TripDraft, TripUpdate } from '@passeio/contract/trips/trip-draft';
import type { Trip } from '@passeio/contract/trips/trips';
import { describe, expect, it } from 'vitest';
import { ApiError } from '~/lib/api';
import { isDirty } from '~/ui/editing/versioned-form';
import { type FareRow, fareRow, type TripFields } from './trip-fields';
import { createTripForm, parseTripDraft } from './trip-form';

const zone = 'America/Sao_Paulo';
const TRIP_ID = '019a8b4e-0000-7000-8000-000000000000';

function fare(label: string, priceCents: number): FareDraft {
  return { label, priceCents, minAge: null, maxAge: null, takesPlace: true, audience: 'public' };
}

const fareIds: Record<string, string> = {
  Adulto: '019a8b4e-0000-7000-8000-000000000001',
  Criança: '019a8b4e-0000-7000-8000-000000000002',
  Cortesia: '019a8b4e-0000-7000-8000-000000000003',
};

const draft: TripDraft = {
  title: 'Cânions de Furnas',
  summary: 'Um dia de lancha.',
  description: '<p>Oi</p>',
  showDescription: true,
  date: '2026-12-05T07:30:00.000Z',
  returnDate: '2026-12-06T01:00:00.000Z',
  isActive: false,
  fares: [fare('Adulto', 28_900)],
  depositPercent: 30,
  balanceDueHours: null,
  paymentPlan: null,
  paymentMeans: 'both',
  capacity: 46,
  minParticipants: 0,
  decisionDate: null,
  vehicle: '',
  interstate: false,
  onRequest: false,
  boardingPoints: [],
  itinerary: [],
  included: ['Guia'],
  excluded: [],
  bring: [],
  risks: '',
  cancellationTiers: [],
};

/** A server with one trip, which counts versions as ours does. */
class OneTrip {
  trip: Trip | null;
  creations = new Map<string, Trip>();
  refusal: ApiError | undefined;
  /** Something that happens while a request is on its way. */
  meanwhile = () => {};

  constructor(trip: Trip | null) {
    this.trip = trip;
  }

  store(facts: TripDraft, version: number): Trip {
    const boardingPoints = facts.boardingPoints.map((point) => ({ id: TRIP_ID, ...point }));
    const fares = facts.fares.map((one) => ({ id: fareIds[one.label] ?? TRIP_ID, ...one }));
    const priceCents = Math.min(...fares.map((one) => one.priceCents));
    const shown = {
      id: TRIP_ID,
      slug: 's',
      placesLeft: 46,
      version,
      isArchived: false,
      isGuaranteed: false,
      tripImages: [],
      vehicles: [],
      seatChoice: false,
      autoSeating: true,
      discounts: [],
      extras: [],
      questions: (facts.questions ?? []).map((one) => ({ id: TRIP_ID, ...one })),
      faq: facts.faq ?? [],
      paymentPlan: facts.paymentPlan ?? null,
      paymentMeans: facts.paymentMeans ?? 'both',
      roomTypes: [],
      shareDecisionDays: facts.shareDecisionDays ?? null,
      nicknames: facts.nicknames ?? [],
      hotel: facts.hotel ?? '',
      hotelArrival: facts.hotelArrival ?? '',
    };
    this.trip = { ...facts, ...shown, boardingPoints, fares, priceCents, situation: facts.isActive ? 'open' : 'draft' };
    return this.trip;
  }

  load = async (): Promise<Trip> => this.trip as Trip;

  create = async (facts: TripDraft): Promise<Trip> => {
    this.answer();
    // The client sends the same key with the same body.
    const key = JSON.stringify(facts);
    const trip = this.creations.get(key) ?? this.store(facts, 1);
    this.creations.set(key, trip);
    this.meanwhile();
    return trip;
  };

  update = async ({ id: _id, version, ...facts }: TripUpdate): Promise<Trip> => {
    this.answer();
    if (version !== this.trip?.version) throw refused('CHANGED_MEANWHILE', 409);
    this.meanwhile();
    return this.store(facts, version + 1);
  };

  publish = async (_id: string, { isActive = false }: { isActive?: boolean }): Promise<Trip> => {
    this.answer();
    return this.store({ ...(this.trip as Trip), isActive }, (this.trip?.version ?? 0) + 1);
  };

  private answer(): void {
    if (this.refusal) throw this.refusal;
  }
}

function refused(code: string, status: number, fields?: Record<string, string>): ApiError {
  return new ApiError(status, {
    statusCode: status,
    code,
    message: `${code}.`,
    requestId: 'r',
    ...(fields ? { fields } : {}),
  });
}

function open(changed: Partial<TripDraft> = {}) {
  const server = new OneTrip(null);
  const trip = server.store({ ...draft, ...changed }, 1);
  const form = createTripForm({ trip, timeZone: zone, calls: server });
  return { server, form, state: () => form.store.getState() };
}

describe('saving', () => {
  it('makes what was typed the stored trip', async () => {
    const { server, form, state } = open();
    form.set('title', 'Outro nome');
    expect(isDirty(state())).toBe(true);
    expect(await form.save()).toBe('saved');
    expect(server.trip?.title).toBe('Outro nome');
    expect([isDirty(state()), state().stored?.version]).toEqual([false, 2]);
  });

  it('keeps what is typed while it is under way', async () => {
    const { server, form, state } = open();
    form.set('title', 'Primeiro');
    server.meanwhile = () => form.set('summary', 'Digitado no meio');
    await form.save();
    expect(state().fields).toMatchObject({ title: 'Primeiro', summary: 'Digitado no meio' });
    expect(isDirty(state())).toBe(true);
  });

  it('happens once, however often it is asked for', async () => {
    const { server, form } = open();
    form.set('title', 'Outro nome');
    expect(await Promise.all([form.save(), form.save()])).toEqual(['saved', 'failed']);
    expect(server.trip?.version).toBe(2);
  });

  it('of a new trip whose answer was lost does not make two', async () => {
    const server = new OneTrip(null);
    const form = createTripForm({ trip: null, timeZone: zone, calls: server });
    const { form: model } = open();
    const { date, returnDate, fares, capacity, title } = model.store.getState().fields;
    form.set('title', title);
    form.set('date', date);
    form.set('returnDate', returnDate);
    form.set('fares', fares);
    form.set('capacity', capacity);
    server.meanwhile = () => {
      server.meanwhile = () => {};
      throw new ApiError(0);
    };
    expect([await form.save(), await form.save()]).toEqual(['failed', 'saved']);
    expect(server.creations.size).toBe(1);
  });

  it('refuses what is wrong, and says so until it is right', async () => {
    const { form, state } = open();
    form.set('capacity', 'muitas');
    expect(await form.save()).toBe('refused');
    expect(state().wrong).toEqual({ capacity: 'Informe o número de vagas.' });
    form.set('title', 'Outro nome');
    expect(state().wrong).not.toEqual({});
    form.set('capacity', '20');
    expect(state().wrong).toEqual({});
  });

  it('says what the API refuses beside the field, until that changes', async () => {
    const { server, form, state } = open();
    server.refusal = refused('INVALID_INPUT', 400, { title: 'Curto.', 'included.0': 'Lista: ruim.' });
    expect(await form.save()).toBe('refused');
    expect(state().refused).toEqual({ title: 'Curto.', included: 'Linha 1: ruim.' });
    form.set('title', 'Outro nome');
    expect(state().refused).toEqual({ included: 'Linha 1: ruim.' });
  });
});

describe('when somebody else has saved', () => {
  it('both versions are merged as chosen, and saved over theirs', async () => {
    const { server, form, state } = open();
    form.set('title', 'Meu título');
    form.set('summary', 'Meu resumo');
    form.set('risks', 'Só meus');
    form.set('included', 'Guia\nLanche');
    server.store(
      { ...draft, title: 'Título dela', summary: 'Resumo dela', vehicle: 'Van', included: ['Guia', 'Seguro'] },
      2,
    );
    expect(await form.save()).toBe('conflict');
    expect(state().conflict?.merged.by).toEqual({
      title: 'both',
      summary: 'both',
      risks: 'mine',
      vehicle: 'theirs',
      included: 'both',
    });
    expect(await form.applyChoices({ title: 'mine', summary: 'theirs', included: 'both' })).toBe('saved');
    expect(server.trip).toMatchObject({
      title: 'Meu título',
      summary: 'Resumo dela',
      risks: 'Só meus',
      vehicle: 'Van',
      included: ['Guia', 'Seguro', 'Lanche'],
      version: 3,
    });
  });

  it('fares that each added are joined; two prices of one fare are chosen between', async () => {
    const [adult, child, courtesy] = [fare('Adulto', 28_900), fare('Criança', 19_900), fare('Cortesia', 0)];
    const { server, form, state } = open();
    const [row] = state().fields.fares;
    form.set('fares', [row as FareRow, fareRow(courtesy)]);
    server.store({ ...draft, fares: [adult, child] }, 2);
    expect(await form.save()).toBe('conflict');
    expect(await form.applyChoices({ fares: 'both' })).toBe('saved');
    expect(server.trip?.fares.map(({ label }) => label)).toEqual(['Adulto', 'Criança', 'Cortesia']);

    const { fields, saved, conflict } = state();
    expect([isDirty({ fields, saved }), conflict]).toEqual([false, null]);
    form.set('fares', fields.fares.with(0, { ...(fields.fares[0] as FareRow), priceCents: '299,00' }));
    server.store({ ...draft, fares: [fare('Adulto', 31_000), child, courtesy] }, 4);
    expect(await form.save()).toBe('conflict');
    const { fields: mine, saved: base } = state();
    const theirs = state().conflict?.theirFields as TripFields;
    expect(form.join?.('fares', { base, mine, theirs })).toBeUndefined();
    expect(await form.applyChoices({ fares: 'theirs' })).toBe('saved');
    expect(server.trip?.fares[0]).toMatchObject({ label: 'Adulto', priceCents: 31_000 });
  });

  it('nothing is lost by going back, and the next try compares again', async () => {
    const { server, form, state } = open();
    form.set('title', 'Meu título');
    server.store({ ...draft, title: 'Título dela' }, 2);
    await form.save();
    form.postpone();
    expect(state().fields.title).toBe('Meu título');
    expect(await form.save()).toBe('conflict');
  });

  it('publishing goes through, and saving is still compared', async () => {
    const { server, form, state } = open();
    form.set('title', 'Meu título');
    server.store({ ...draft, title: 'Título dela' }, 2);
    expect(await form.publish({ isActive: true })).toBe(true);
    expect(state().stored?.isActive).toBe(true);
    expect(state().fields.title).toBe('Meu título');
    expect(await form.save()).toBe('conflict');
    expect(await form.applyChoices({ title: 'mine' })).toBe('saved');
    expect(server.trip).toMatchObject({ title: 'Meu título', isActive: true });
  });
});

describe('what was not saved', () => {
  it('can be thrown away, and taken back', () => {
    const { form, state } = open();
    form.set('title', 'Meu título');
    form.discard();
    expect([state().fields.title, isDirty(state())]).toEqual([draft.title, false]);
    form.undoDiscard();
    expect(state().fields.title).toBe('Meu título');
  });

  it('comes back with the version it was made from, so that a later one is noticed', async () => {
    const { server, form } = open();
    form.set('title', 'Meu título');
    const { stored, fields } = form.store.getState();
    const restored = parseTripDraft(JSON.parse(JSON.stringify({ stored, fields })));
    const trip = server.store({ ...draft, summary: 'Resumo dela' }, 2);
    const later = createTripForm({ trip, timeZone: zone, calls: server, draft: restored });
    expect(later.store.getState()).toMatchObject({ recovered: true });
    expect(await later.save()).toBe('conflict');
    expect(await later.applyChoices({})).toBe('saved');
    expect(server.trip).toMatchObject({ title: 'Meu título', summary: 'Resumo dela' });
  });

  it.each([undefined, null, {}, { stored: null, fields: { title: 'x' } }])('is not %j', (work) => {
    expect(parseTripDraft(work)).toBeUndefined();
  });
});
