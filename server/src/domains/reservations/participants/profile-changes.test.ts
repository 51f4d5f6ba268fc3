import { generateCpf } from '@brazilian-utils/brazilian-utils/generate-cpf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call } from '../../../../test/factories.ts';
import { bornFor, changeParticipant, createFamily, departIn, type Family } from '../../../../test/parties.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const correct = ({ payer }: Family, body: object) => call(app, 'PUT', '/api/users/me', { token: payer.token, body });
const payerIn = async ({ id, payer }: Family) =>
  (await call(app, 'GET', `/api/reservations/${id}`, { token: payer.token })).body.participants[0];

describe('a corrected profile', () => {
  it('is on the lists of the trips that its person has not made yet', async () => {
    const [coming, gone] = [await createFamily(app, { adult: 2 }), await createFamily(app, { adult: 1 })];
    await departIn(app, gone.trip.id, -1);
    const now = { name: 'Ana Lima de Souza', contact: '35 3212-0000', cpf: generateCpf() };
    for (const family of [coming, gone]) {
      expect((await correct(family, { ...now, cpf: generateCpf() })).status).toBe(200);
    }

    expect(await payerIn(coming)).toMatchObject({ name: now.name, contact: '+553532120000', isPayer: true });
    expect((await payerIn(gone)).name).not.toBe(now.name);
  });

  it('leaves what was entered for the trip', async () => {
    const family = await createFamily(app, { adult: 1 });
    await changeParticipant(app, family, family.adults[0], { contact: '35 97777-0000' });

    await correct(family, { contact: '35 3212-0000', rg: 'MG-99.888.777' });

    expect(await payerIn(family)).toMatchObject({ contact: '+5535977770000', documentNumber: 'MG-99.888.777' });
  });

  it('is saved where its CPF is on the list of a trip already; the list stays', async () => {
    const family = await createFamily(app, { adult: 2 });
    const cpf = generateCpf();
    await changeParticipant(app, family, family.adults[1], { cpf });

    expect(await correct(family, { cpf, name: 'Ana Lima de Souza' })).toMatchObject({ status: 200, body: { cpf } });

    expect(await payerIn(family)).toMatchObject({ cpf: family.payer.cpf, name: 'Ana Lima de Souza' });
  });

  it('is saved where its person is then no adult who could carry the lap child on the list; the list stays', async () => {
    const [alone, carrying] = [
      await createFamily(app, { adult: 1 }),
      await createFamily(app, { adult: 1, lapChild: 1 }),
    ];
    const birthdate = bornFor(alone.trip, 17);
    for (const family of [alone, carrying]) {
      expect(await correct(family, { birthdate })).toMatchObject({ status: 200, body: { birthdate } });
    }

    expect(await payerIn(alone)).toMatchObject({ birthdate, age: 17 });
    expect(await payerIn(carrying)).toMatchObject({ birthdate: '1990-05-17' });
  });
});
