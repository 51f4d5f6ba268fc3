import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import {
  ana,
  bornFor,
  changeParticipant,
  createFamily,
  createFamilyTrip,
  type Family,
  participantIn,
} from '../../../../test/parties.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

/** A family's reservation; `missingOf` says what is missing. */
async function reserve(interstate: boolean): Promise<Family> {
  const trip = await createFamilyTrip(app, { interstate, boarding_points: '[]' });
  return createFamily(app, { adult: 1, child: 1 }, { trip });
}
async function missingOf(family: Family, who: { id: string } | undefined, fields: object): Promise<string[]> {
  const { status, body } = await changeParticipant(app, family, who, fields);
  expect({ status, body }).toMatchObject({ status: 200 });
  return participantIn(body, who).missing;
}
const certificate = { name: 'Téo Campos', documentType: 'birth_certificate', documentNumber: '5501' };

it('a client is asked for a document with a photo of everybody from 12 years on, if the trip is interstate', async () => {
  const family = await reserve(true);
  const [child] = family.children;
  const at = (age: number) => ({ ...certificate, birthdate: bornFor(family.trip, age) });
  expect(await missingOf(family, child, at(12))).toContain('photoDocument');
  expect(await missingOf(family, child, { documentType: 'rg', documentIssuer: 'SSP/MG' })).not.toContain(
    'photoDocument',
  );
  expect(await missingOf(family, child, at(11))).not.toContain('photoDocument');
  // Control: within the state a certificate is enough.
  const within = await reserve(false);
  const teen = { ...certificate, birthdate: bornFor(within.trip, 12) };
  expect(await missingOf(within, within.children[0], teen)).not.toContain('photoDocument');
});

it('a client is asked for the issuer of a passport, if the trip is interstate', async () => {
  const passport = { ...ana, documentType: 'passport', documentNumber: 'FX123456', documentIssuer: null };
  const family = await reserve(true);
  expect(await missingOf(family, family.adults[0], passport)).toEqual(['documentIssuer']);
  expect(await missingOf(family, family.adults[0], { documentIssuer: 'PF' })).toEqual([]);
  const within = await reserve(false);
  expect(await missingOf(within, within.adults[0], { ...passport, cpf: '111.444.777-35' })).toEqual([]);
});
