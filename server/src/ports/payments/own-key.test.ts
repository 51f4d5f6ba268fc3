import { expect, it } from 'vitest';
import { ownKey } from './own-key.ts';
import { ProviderRefused } from './port.ts';

const receiver = { key: '11222333000181', name: 'Passeios Exemplo', city: 'Goiânia' };
const codeOf = async (more: object = {}, amountCents = 15_000) => {
  const charge = { reference: 'RES2026ABCD', amountCents, expiresAt: null, description: '' };
  const started = await ownKey({ ...receiver, ...more }).start(charge);
  return 'code' in started ? started.code : '';
};

it('a static code is the one that the Central Bank describes: key, amount, place, txid and checksum', async () => {
  expect(await codeOf({ name: 'PASSEIOS EXEMPLO', city: 'GOIANIA' })).toBe(
    '00020126360014br.gov.bcb.pix0114112223330001815204000053039865406150.005802BR5916PASSEIOS EXEMPLO6007GOIANIA62150511RES2026ABCD63045A71',
  );
});

it('writes names without accents, up to 25 and 15 characters', async () => {
  const code = await codeOf({ name: 'Viações e Excursões São João del-Rei', city: 'São José do Vale do Rio Preto' });
  expect(code).toContain('5925Viacoes e Excursoes Sao J');
  expect(code).toContain('6015Sao Jose do Val');
  expect(await codeOf({ city: '' })).toContain('6006BRASIL');
});

it.each([
  ['京都ツアー', 'Goiânia', '5909RECEBEDOR', '6007Goiania'],
  ['Туры Прогулка', '京都', '5909RECEBEDOR', '6006BRASIL'],
  ['الرحلات', '', '5909RECEBEDOR', '6006BRASIL'],
  ['🚌🌊 · —', 'Парати', '5909RECEBEDOR', '6006BRASIL'],
  ['東京 Tours', 'São Luís', '5905Tours', '6008Sao Luis'],
  ['!!!', '...', '5909RECEBEDOR', '6006BRASIL'],
])('names somebody also for %s in %s', async (name, city, shownName, shownCity) => {
  const code = await codeOf({ name, city });
  expect(code).toContain(shownName);
  expect(code).toContain(shownCity);
});

it('says every amount to the centavo', async () => {
  for (const [cents, text] of [
    [1, '54040.01'],
    [10, '54040.10'],
    [1_990, '540519.90'],
    [8_670, '540586.70'],
    [10_000_000, '5409100000.00'],
  ] as const) {
    expect(await codeOf({}, cents)).toContain(text);
  }
});

it('there is no code for what is no Pix key', async () => {
  await expect(codeOf({ key: 'nada' })).rejects.toThrow(ProviderRefused);
});

it('has a txid that begins with the reservation, and is never twice the same', () => {
  const { newReference } = ownKey(receiver);
  expect(newReference('K7M3QX')).toMatch(/^K7M3QX[A-Z0-9]{12}$/);
  expect(new Set(Array.from({ length: 1_000 }, () => newReference('K7M3QX'))).size).toBe(1_000);
});
