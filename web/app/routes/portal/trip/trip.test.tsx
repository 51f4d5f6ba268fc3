import { cancellationTexts } from '@passeio/contract/reservations/cancellation-texts';
import type { TripReviews } from '@passeio/contract/reviews/reviews';
import type { Trip } from '@passeio/contract/trips/trips';
import type { ComponentProps } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { formatsIn } from '~/lib/formats';
import { answerCalls, refusal } from '~/test/network';
import { renderPage } from '~/test/render';
import { newTrip } from '~/test/trip';
import type { OtherDate } from './trip';
import TripPage from './trip';
import { factsOf } from './trip-facts';

const TripOf = TripPage as (props: Pick<ComponentProps<typeof TripPage>, 'loaderData'>) => ReturnType<typeof TripPage>;

interface Shown {
  trip?: Partial<Trip>;
  reviews?: TripReviews['data'];
  otherDates?: OtherDate[];
}

function show({ trip = {}, reviews = [], otherDates = [] }: Shown) {
  const loaderData = {
    trip: newTrip(trip),
    reviews,
    otherDates,
    mainSlug: newTrip(trip).slug,
    situationLabel: 'Vagas abertas',
    facts: factsOf(newTrip(trip), formatsIn('America/Sao_Paulo')),
    days: [],
    cancellation: cancellationTexts(newTrip(trip).cancellationTiers, newTrip(trip).date),
    instalments: 0,
    renderedAt: Date.now(),
  };
  return renderPage(<TripOf loaderData={loaderData} />, { at: '/portal/passeio/ubatuba' });
}

const section = (name: string) => page.getByRole('heading', { level: 2, name });

test('the page of a trip leads to its other dates, with price and places', async () => {
  const { date: at, returnDate, priceCents } = newTrip();
  const date = { price: 'R$ 169,00', places: 'Restam 9 vagas', isSoldOut: false, date: at, returnDate, priceCents };
  await show({
    otherDates: [
      { ...date, slug: 'ubatuba-junho', dates: 'sáb., 12 de jun.' },
      { ...date, slug: 'ubatuba-julho', dates: 'sáb., 10 de jul.', places: 'Sem vagas', isSoldOut: true },
    ],
  });
  await expect.element(section('Outras datas')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'sáb., 12 de jun. R$ 169,00 Restam 9 vagas' }))
    .toHaveAttribute('href', '/portal/passeio/ubatuba-junho');
  await page.getByRole('link', { name: 'sáb., 10 de jul. R$ 169,00 Sem vagas' }).click();
  await expect.element(page.getByRole('heading', { name: '/portal/passeio/ubatuba-julho' })).toBeVisible();
});

test('reviews say in which month their departure was', async () => {
  const review = { stars: 5, sentence: 'A guia foi ótima.', firstName: 'Ana', date: '2026-11-14T07:30:00.000Z' };
  await show({ reviews: [review, { ...review, firstName: 'Davi', date: '2026-06-06T07:30:00.000Z' }] });
  await expect.element(section('Quem foi conta')).toBeVisible();
  await expect.element(page.getByText('Ana, novembro de 2026')).toBeVisible();
  await expect.element(page.getByText('Davi, junho de 2026')).toBeVisible();
});

test('a trip without other dates and reviews does not speak of them', async () => {
  await show({});
  await expect.element(page.getByRole('heading', { level: 1, name: 'Ubatuba' })).toBeVisible();
  await expect.element(section('Outras datas')).not.toBeInTheDocument();
  await expect.element(section('Quem foi conta')).not.toBeInTheDocument();
});

test('visitors read from how many people on a trip departs, and once it is guaranteed that it does', async () => {
  const minimum = { minParticipants: 18, decisionDate: '2027-05-03' };
  await show({ trip: minimum });
  const words = /^Lotação mínima: 18 pessoas \(confirmação até 03\/05\/2027\)/;
  await expect.element(page.getByText(words)).toBeVisible();
  await cleanup();
  await show({ trip: { ...minimum, isGuaranteed: true } });
  await expect.element(page.getByText(/^Saída garantida/)).toBeVisible();
});

test('a trip whose minimum has been reached does not name the day of a decision', async () => {
  await show({ trip: { minParticipants: 18, decisionDate: '2027-05-03', situation: 'guaranteed' } });
  await expect.element(page.getByText(/^Saída garantida/)).toBeVisible();
  await expect.element(page.getByText(/confirmação até/)).not.toBeInTheDocument();
});

test('a boarding point shows its picture and leads to the map', async () => {
  const image = {
    id: '0197a1d2-6c1b-7000-8000-00000000000a',
    url: 'trips/image/0197a1d2-6c1b-7000-8000-00000000000a/320.jpg',
    ...{ alt: 'A praça da matriz', width: 320, height: 180, widths: [320], color: '#446677', isCardImg: true },
  };
  const point = { id: '0197a1d2-6c1b-7000-8000-00000000000b', time: '05:00', place: 'Varginha' };
  await show({
    trip: { tripImages: [image], boardingPoints: [{ ...point, address: 'Praça da Matriz, 1', imageId: image.id }] },
  });
  const points = page.getByRole('listitem').filter({ hasText: 'Praça da Matriz, 1' });
  await expect.element(points.getByRole('img', { name: 'A praça da matriz' })).toBeInTheDocument();
  await expect
    .element(points.getByRole('link', { name: 'Ver no mapa: Varginha' }))
    .toHaveAttribute('href', 'https://www.google.com/maps/search/?api=1&query=Pra%C3%A7a%20da%20Matriz%2C%201');
});

test('the next date of a trip is asked for by name and e-mail, and what is refused is said', async () => {
  const trip = newTrip();
  await show({ trip });
  const ask = `POST /api/trips/${trip.id}/alerts`;
  const { bodies } = answerCalls({
    [ask]: [refusal(400, { code: 'INVALID_INPUT', fields: { email: 'Confira o e-mail.' } }), { json: {} }],
  });
  await page.getByRole('button', { name: 'Avise-me da próxima data' }).click();
  await page.getByLabelText('Nome').fill('Ana Lima');
  await page.getByLabelText('E-mail').fill('ana@exemplo.com.br');
  await page.getByRole('button', { name: 'Enviar' }).click();
  await expect.element(page.getByText('Confira o e-mail.')).toBeVisible();
  await page.getByRole('button', { name: 'Enviar' }).click();
  await expect.element(page.getByText(/^Enviamos um e-mail com um link/)).toBeVisible();
  expect(bodies[ask]).toEqual({ name: 'Ana Lima', email: 'ana@exemplo.com.br' });
});
