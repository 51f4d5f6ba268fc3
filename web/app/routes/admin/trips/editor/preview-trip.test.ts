import { expect, it } from 'vitest';
import { previewTrip } from './preview-trip';
import { emptyFields, fareRow } from './trip-fields';

const adult = fareRow({ label: 'Adulto', minAge: 13, priceCents: 18_900 });
const senior = fareRow({ label: 'Melhor idade', minAge: 60, priceCents: 15_900 });
const child = fareRow({ label: 'Criança', minAge: 6, maxAge: 12, priceCents: 9_900 });
const lapChild = fareRow({ label: 'Criança de colo', maxAge: 5, priceCents: 0, takesPlace: false });

it.each([
  ['what adults pay, not the lower fare of a child', [child, adult, lapChild], 18_900],
  ['the lowest of several fares of adults', [adult, senior, child], 15_900],
  ["the child's where no fare is for adults", [child], 9_900],
  ['nothing without a fare', [], 0],
])("previews as the trip's price %s", (_, fares, priceCents) => {
  const fields = { ...emptyFields(), fares };
  const preview = previewTrip({ fields, stored: null, photos: [], timeZone: 'America/Sao_Paulo' });
  expect(preview.priceCents).toBe(priceCents);
});
