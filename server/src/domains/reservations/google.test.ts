import { randomBytes, randomUUID } from 'node:crypto';
import { type GoogleAnswer, readGoogleAnswer } from '@passeio/contract/reservations/email-proof';
import { decodeJwt, SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildTestApp, buildTestAppWithJobs, type TestAppWithJobs } from '../../../test/app.ts';
import { call, createPerson } from '../../../test/factories.ts';
import { type Mailbox, openMailbox } from '../../../test/mailbox.ts';
import { CLIENT, startOpenIdProvider } from '../../../test/openid-provider.ts';
import { createFamilyTrip, type FamilyTrip, placesTaken } from '../../../test/parties.ts';
import { googleSignIn } from '../../ports/google/google.ts';

const CALLBACK = 'http://localhost:3000/google/callback';
const MINUTE_MS = 60_000;

const proofKey = new Uint8Array(randomBytes(32));
let provider: Awaited<ReturnType<typeof startOpenIdProvider>>;
let app: TestAppWithJobs;
let trip: FamilyTrip;
let mailbox: Mailbox;
const google = () => ({
  signIn: googleSignIn({ ...CLIENT, issuer: provider.issuer }, 'http://localhost:3000'),
  proofKey,
});
beforeAll(async () => {
  provider = await startOpenIdProvider();
  app = await buildTestAppWithJobs({ deps: () => ({ google: google() }) });
  trip = await createFamilyTrip(app, { capacity: 500 });
  mailbox = await openMailbox(app);
});
afterEach(() => vi.useRealTimers());
afterAll(async () => {
  await mailbox.close();
  await app.close();
  await provider.stop();
});

const newEmail = () => `${randomUUID().slice(0, 8)}@exemplo.com.br`;
const inMinutes = (minutes: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * MINUTE_MS });

async function navigate(path: string, { cookie = '', of = app }: { cookie?: string; of?: { url: string } } = {}) {
  const { status, headers } = await fetch(of.url + path, { redirect: 'manual', headers: { cookie } });
  const [set = ''] = headers.getSetCookie();
  return { status, location: headers.get('location') ?? '', set, cookie: set.split(';')[0] ?? '' };
}

/** Comes back from Google: what the form gets. */
async function comeBack(query: string, cookie: string): Promise<GoogleAnswer | undefined> {
  const { status, location } = await navigate(`/google/callback${query}`, { cookie });
  expect(status).toBe(303);
  expect(location).toMatch(/^\/auth\/sem-conta#/);
  return readGoogleAnswer(location.slice(location.indexOf('#')));
}

async function confirm(
  person: object,
  slip?: Parameters<typeof provider.signIn>[2],
): Promise<GoogleAnswer | undefined> {
  const { location, cookie } = await navigate('/google/start');
  return comeBack(provider.signIn(location, person, slip), cookie);
}

async function proofOf(email: string, name = 'Tiago Reis'): Promise<string> {
  const answer = await confirm({ email, email_verified: true, name });
  if (!answer || !('proof' in answer)) throw new Error('Google confirmed nothing');
  return answer.proof;
}

describe('signing in to Google', () => {
  it('asks who somebody is, with PKCE, state, nonce and a cookie for ten minutes', async () => {
    const { status, location, set } = await navigate('/google/start');
    expect(status).toBe(303);
    const asked = Object.fromEntries(new URL(location).searchParams);
    expect(location).toContain(`${provider.issuer}/authorize?`);
    expect(asked).toMatchObject({
      client_id: CLIENT.clientId,
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: 'openid email profile',
      prompt: 'select_account',
      code_challenge_method: 'S256',
    });
    expect(asked.state).toHaveLength(43);
    expect(asked.nonce).toHaveLength(43);
    expect(set).toContain('; Path=/google; Max-Age=600; HttpOnly; SameSite=Lax');
  });

  it('leads back to the form with a proof of the e-mail, and ends the cookie', async () => {
    const email = newEmail();
    const { location, cookie } = await navigate('/google/start');
    const query = provider.signIn(location, { email: email.toUpperCase(), email_verified: true, name: 'Tiago Reis' });
    const back = await navigate(`/google/callback${query}`, { cookie: `outro=1; ${cookie}` });
    expect(back.set).toContain('passeio.google=; Path=/google; Max-Age=0');
    const answer = readGoogleAnswer(back.location.slice(back.location.indexOf('#')));
    expect(answer && 'proof' in answer && decodeJwt(answer.proof)).toMatchObject({ email, name: 'Tiago Reis' });
  });

  it.each<[string, Parameters<typeof provider.signIn>[2]]>([
    ['another nonce', { claims: { nonce: 'outro' } }],
    ['another audience', { claims: { aud: 'outro.apps.example' } }],
    ['another issuer', { claims: { iss: 'https://accounts.example' } }],
    ['another key', { isForged: true }],
    ['no e-mail', { claims: { email: undefined } }],
  ])('confirms nothing by an ID token with %s', async (_, slip) => {
    const answer = await confirm({ email: newEmail(), email_verified: true, name: 'Tiago' }, slip);
    expect(answer).toEqual({ failure: 'failed' });
  });

  it.each([false, 'true', undefined])(
    'confirms no e-mail of which Google says verified: %s',
    async (email_verified) => {
      expect(await confirm({ email: newEmail(), email_verified })).toEqual({ failure: 'unverified' });
    },
  );

  it('says what somebody refused at Google', async () => {
    const { location, cookie } = await navigate('/google/start');
    const state = new URL(location).searchParams.get('state');
    expect(await comeBack(`?error=access_denied&state=${state}`, cookie)).toEqual({ failure: 'denied' });
  });

  it('is over once the browser came back, also for a kept cookie and at once', async () => {
    const { location, cookie } = await navigate('/google/start');
    const query = provider.signIn(location, { email: newEmail(), email_verified: true });
    const before = provider.tokensAsked;
    const answers = await Promise.all([1, 2, 3].map(() => comeBack(query, cookie)));
    expect(answers.filter((answer) => answer && 'proof' in answer)).toHaveLength(1);
    expect(await comeBack(query, cookie)).toEqual({ failure: 'failed' });
    expect(provider.tokensAsked).toBe(before + 1);
  });

  it('belongs to the browser that began it, for ten minutes', async () => {
    const person = { email: newEmail(), email_verified: true };
    const [mine, other] = [await navigate('/google/start'), await navigate('/google/start')];
    expect(await comeBack(provider.signIn(mine.location, person), other.cookie)).toEqual({ failure: 'failed' });
    const forged = `${mine.cookie.slice(0, -4)}AAAA`;
    for (const cookie of ['', 'passeio.google=', forged]) {
      expect(await comeBack(provider.signIn(mine.location, person), cookie)).toEqual({ failure: 'failed' });
    }
    const query = provider.signIn(mine.location, person);
    inMinutes(11);
    expect(await comeBack(query, mine.cookie)).toEqual({ failure: 'failed' });
  });

  it('leads only to the form, whatever the query says', async () => {
    const { location } = await navigate('/google/callback?returnUrl=https://mal.example&redirect_uri=//mal.example');
    expect(location).toBe('/auth/sem-conta#failure=failed');
  });

  it('says that it does not work while the provider is unavailable, and works again after', async () => {
    const other = await buildTestApp({ deps: () => ({ google: google() }) });
    provider.isUp = false;
    const failed = await navigate('/google/start', { of: other });
    provider.isUp = true;
    expect(failed).toMatchObject({ status: 303, location: '/auth/sem-conta#failure=failed' });
    expect((await navigate('/google/start', { of: other })).location).toContain(provider.issuer);
    await other.close();
  });

  it('is limited by address', async () => {
    const { config } = app.app.deps;
    config.rateLimits = true;
    try {
      const answers = await Promise.all(Array.from({ length: 62 }, () => navigate('/google/callback')));
      expect(answers.filter(({ location }) => location.endsWith('#failure=busy'))).toHaveLength(2);
    } finally {
      config.rateLimits = false;
    }
  });

  it('is not there where it is not configured', async () => {
    expect((await call(app, 'GET', '/api/settings')).body.confirmsByGoogle).toBe(true);
    const without = await buildTestApp();
    expect((await navigate('/google/start', { of: without })).status).toBe(404);
    expect((await call(without, 'GET', '/api/settings')).body.confirmsByGoogle).toBe(false);
    await without.close();
  });
});

let phones = 0;
function reserve(guest: object, { key = randomUUID(), of = trip }: { key?: string; of?: FamilyTrip } = {}) {
  phones += 1;
  return call(app, 'POST', `/api/trips/${of.id}/guest-reservations`, {
    headers: { 'idempotency-key': key },
    body: {
      party: [{ fareId: of.fares.adult, count: 1 }],
      boardingPointId: of.boardingPointId,
      guest: { name: 'Tiago Reis', contact: `+55359933${String(phones).padStart(5, '0')}`, ...guest },
      acceptedPolicy: true,
    },
  });
}
const payerOf = (reservationId: string) =>
  app.db
    .selectFrom('reservations')
    .innerJoin('users', 'users.id', 'reservations.user_id')
    .select(['users.id', 'users.email', 'users.confirmed_email'])
    .where('reservations.id', '=', reservationId)
    .executeTakeFirstOrThrow();
const mailsTo = async (email: string) => (await mailbox.deliver()).filter(({ to }) => to === email);

describe('a guest with a proof of their e-mail', () => {
  it('has it confirmed at once, whatever was typed, and is sent no code', async () => {
    const email = newEmail();
    const typed = newEmail();
    const { status, body } = await reserve({ email: typed, emailProof: await proofOf(email) });
    expect(status).toBe(201);
    expect(await payerOf(body.id)).toMatchObject({ email, confirmed_email: email });
    const token = body.link.split('#')[1];
    const read = await call(app, 'POST', '/api/reservation-links/read', { body: { token } });
    expect(read.body).toMatchObject({ emailToConfirm: null });
    for (const address of [email, typed]) {
      expect((await mailsTo(address)).filter(({ subject }) => subject.includes('código'))).toEqual([]);
    }
  });

  it('reserves for the account that has the address, also when the request is repeated', async () => {
    const owner = await createPerson(app);
    const guest = { emailProof: await proofOf(owner.email), contact: '+5535993399999' };
    const key = randomUUID();
    const [first, again] = [await reserve(guest, { key }), await reserve(guest, { key })];
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body.id).toBe(first.body.id);
    expect(await payerOf(first.body.id)).toMatchObject({ id: owner.id, email: owner.email });
    const own = await call(app, 'GET', '/api/reservations/me', { token: owner.token });
    expect(own.body.data.map(({ id }: { id: string }) => id)).toEqual([first.body.id]);
    const others = app.db.selectFrom('users').select('id').where('contact', '=', guest.contact);
    expect(await others.execute()).toEqual([]);

    const taken = await placesTaken(app, trip.id);
    expect(await reserve(guest)).toMatchObject({ status: 409, body: { code: 'GUEST_ALREADY_ENROLLED' } });
    expect(await placesTaken(app, trip.id)).toBe(taken);
  });

  it('is the guest who had confirmed it before, and takes it from one who only claimed it', async () => {
    const email = newEmail();
    const claimed = await reserve({ email });
    const first = await reserve({ emailProof: await proofOf(email) });
    const second = await reserve({ emailProof: await proofOf(email) }, { of: await createFamilyTrip(app) });
    expect(await payerOf(claimed.body.id)).toMatchObject({ email: null });
    expect((await payerOf(second.body.id)).id).toBe((await payerOf(first.body.id)).id);
  });

  it('gets one reservation from two requests at once', async () => {
    const emailProof = await proofOf(newEmail());
    const answers = await Promise.all([1, 2, 3].map(() => reserve({ emailProof })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'GUEST_ALREADY_ENROLLED')).toHaveLength(2);
  });

  it('gets no places for a proof that is old, forged or not one', async () => {
    const email = newEmail();
    const proof = await proofOf(email);
    const { cookie } = await navigate('/google/start');
    const claims = (audience: string) =>
      new SignJWT({ email, name: '' })
        .setProtectedHeader({ alg: 'HS256' })
        .setExpirationTime('1h')
        .setAudience(audience);
    const audience = String(decodeJwt(proof).aud);
    const [header, payload] = proof.split('.');
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
    const wrong = [
      await claims(audience).sign(randomBytes(32)),
      await claims('outra coisa').sign(proofKey),
      cookie.slice('passeio.google='.length),
      unsigned,
      `${header}.${payload}.${'A'.repeat(43)}`,
      'nada',
      '',
    ];
    const taken = await placesTaken(app, trip.id);
    for (const emailProof of wrong) {
      expect(await reserve({ emailProof })).toMatchObject({ status: 409, body: { code: 'EMAIL_PROOF_OVER' } });
    }
    expect((await reserve({ emailProof: 'A'.repeat(3_000) })).status).toBe(400);
    inMinutes(31);
    expect(await reserve({ emailProof: proof })).toMatchObject({ status: 409, body: { code: 'EMAIL_PROOF_OVER' } });
    expect(await placesTaken(app, trip.id)).toBe(taken);
  });
});
