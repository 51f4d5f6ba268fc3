import { expect, it } from 'vitest';
import { findEnds } from './municipalities.ts';

const OWN = { city: 'Varginha', state: 'MG' };
const [VARGINHA, CAPITOLIO, SAO_PAULO, APARECIDA] = ['3170701', '3112802', '3550308', '3502507'];
const ends = (place: string, title: string, itinerary: string[] = [], address = '') =>
  findEnds({ title, boardingPoint: { place, address }, itinerary }, OWN);

it.each<[string, Parameters<typeof ends>, object]>([
  ['names with states', ['São Paulo/SP', 'Um dia em Capitólio/MG'], { start: SAO_PAULO, end: CAPITOLIO }],
  ['other ways of writing them', ['Sao Paulo – SP', 'Fé: APARECIDA (SP)'], { start: SAO_PAULO, end: APARECIDA }],
  ['the operator’s own city', ['Varginha – Terminal Rodoviário', 'Capitólio, MG'], { start: VARGINHA, end: CAPITOLIO }],
  ['an address', ['Rodoviária', 'Praia', [], 'Rua A, 1, Varginha - MG'], { start: VARGINHA, end: undefined }],
  [
    'the itinerary',
    ['Varginha', 'Cânions', ['Almoço em Capitólio/MG.', 'Chegada a Varginha/MG']],
    { start: VARGINHA, end: CAPITOLIO },
  ],
  ['a name in a longer one', ['Varginha', 'Santa Rita de Jacutinga/MG'], { start: VARGINHA, end: '3159308' }],
  ['names without states', ['Liberdade – Metrô', 'Capitólio: cânions de Furnas'], { start: undefined, end: undefined }],
  ['a state that has no such city', ['Varginha – SP', 'Capitólio/RJ'], { start: undefined, end: undefined }],
  ['two places', ['Varginha', 'Capitólio/MG e Aparecida/SP'], { start: VARGINHA, end: undefined }],
  ['nothing', ['', ''], { start: undefined, end: undefined }],
])('%s give the codes that they leave no doubt about', async (_, given, expected) => {
  expect(await ends(...given)).toEqual(expected);
});

it('a long text without an end is read at once', async () => {
  const startedAt = Date.now();
  await ends('A '.repeat(5_000), 'São '.repeat(5_000), ['Aa'.repeat(20_000)]);
  expect(Date.now() - startedAt).toBeLessThan(2_000);
});
