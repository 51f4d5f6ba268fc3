import { generateCpf } from '@brazilian-utils/brazilian-utils/generate-cpf';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createPerson, createTrip, signUpData } from '../../../test/factories.ts';

let app: TestApp;
beforeEach(async () => {
  app = await buildTestApp({ config: { rateLimits: true } });
});
afterEach(() => app.close());

/** Statuses of `count` sequential requests, without duplicates. */
async function statuses(count: number, ask: () => Promise<{ status: number }>): Promise<number[]> {
  const seen = new Set<number>();
  for (let n = 0; n < count; n += 1) seen.add((await ask()).status);
  return [...seen];
}

const changeOwn = ({ token }: { token: string }, body: object) => call(app, 'PUT', '/api/users/me', { token, body });
const validate = () => call(app, 'POST', '/api/users/validate', { body: signUpData() });

describe('probing for known CPFs', () => {
  it('gets ten answers in ten minutes, by whichever of the ways, and can still change the rest', async () => {
    const [person, other] = [await createPerson(app), await createPerson(app)];
    expect(await statuses(5, () => changeOwn(person, { cpf: other.cpf }))).toEqual([409]);
    const signUp = () => call(app, 'POST', '/api/users', { token: person.token, body: signUpData() });
    expect(await statuses(5, signUp)).toEqual([400]);
    for (const refused of [await changeOwn(person, { cpf: generateCpf() }), await signUp()]) {
      expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect((await changeOwn(person, { contact: '35 3212-0000' })).status).toBe(200);
    expect((await changeOwn(other, { cpf: generateCpf() })).status).toBe(200);
  });

  it('gets no more with many accounts from one address', async () => {
    expect(await statuses(25, validate)).toEqual([200]);
    const ask = async () => changeOwn(await createPerson(app), { cpf: generateCpf() });
    expect(await statuses(5, ask)).toEqual([200]);
    expect((await ask()).status).toBe(429);
    expect((await validate()).status).toBe(429);
  });

  it('has a limit for staff that suits a bus full of people', async () => {
    const [operator, trip] = [await createPerson(app, 'OPERATOR'), await createTrip(app, { capacity: 60 })];
    const add = () => {
      const { name, contact, cpf, email } = signUpData();
      const body = { person: { name, contact, cpf, email } };
      return call(app, 'POST', `/api/trips/${trip.id}/passengers`, { token: operator.token, body });
    };
    expect(await statuses(50, add)).toEqual([201]);
    await app.db.updateTable('rate_limits').set({ attempts: 120 }).execute();
    expect((await add()).status).toBe(429);
  });
});
