import { familyTrip } from './support/families.ts';
import { expect, test } from './support/fixtures.ts';
import { reservationsOf } from './support/people.ts';
import { expectNoSidewaysScrolling, expectToast, goOnIn, logIn, openTripDialog } from './support/screens.ts';

const RESERVED = 'Reserva realizada com sucesso! Entre em contato para realizar o pagamento';
const DESCRIPTION = 'Saímos cedo, mergulhamos nas piscinas naturais e voltamos no fim da tarde.';

const optional = (label: string, priceCents: number) => ({
  ...{ label, description: '', priceCents, per: 'participant', minQuantity: 1, maxQuantity: 1 },
  ...{ stock: null, soldUntilHours: 0, refundable: true },
});

const described = { showDescription: true, description: `<p>${DESCRIPTION}</p>${'<p>Levem água.</p>'.repeat(30)}` };
const extras = [optional('Almoço', 4_500), optional('Snorkel', 2_500)];

test('a visitor reads the description of a trip when its dialog opens, and is sent to the login by "Quero participar!"', async ({
  page,
  request,
}) => {
  const trip = await familyTrip(request, { extras, ...described });
  for (const window of ['phone', 'desktop'] as const) {
    await goOnIn(page, window);
    await page.goto('/');
    const dialog = await openTripDialog(page, trip.title);
    await expect(dialog.getByText(DESCRIPTION)).toBeInViewport({ ratio: 1 });
    await expect(dialog.getByRole('button', { name: 'Quero participar!' })).toBeInViewport({ ratio: 1 });
    await expectNoSidewaysScrolling(page);
    await dialog.getByRole('button', { name: 'Quero participar!' }).click();
    await expect(page).toHaveURL('/auth/login?returnUrl=/home');
  }
});

test('"Quero participar!" sends the enrolment of a trip with optional extras, without a body, and the dialog closes', async ({
  page,
  client,
  request,
}) => {
  const trip = await familyTrip(request, { extras });
  await page.goto('/');
  const dialog = await openTripDialog(page, trip.title);
  await expect(dialog.getByRole('spinbutton', { name: 'Almoço' })).toHaveValue('0');
  const enrolment = page.waitForRequest((one) => one.url().endsWith(`/api/trips/enrrol/${trip.id}`));
  await dialog.getByRole('button', { name: 'Quero participar!' }).click();
  const sent = await enrolment;
  expect(sent.method()).toBe('POST');
  expect(sent.postData()).toBeNull();
  expect((await sent.allHeaders()).authorization).toMatch(/^Bearer ./);
  await expectToast(page, 'success', RESERVED);
  await expect(dialog).toBeHidden();
  expect(await reservationsOf(request, client.token)).toMatchObject([{ trip: { id: trip.id } }]);
});

test('extras that are chosen in the dialog come along through the login and are reserved', { tag: '@phone' }, async ({
  page,
  person,
  request,
}) => {
  const trip = await familyTrip(request, { extras });
  await page.goto('/');
  const dialog = await openTripDialog(page, trip.title);
  await dialog.getByRole('button', { name: 'Mais um: Adulto', exact: true }).click();
  for (const label of ['Almoço', 'Almoço', 'Snorkel'])
    await dialog.getByRole('button', { name: `Mais um: ${label}`, exact: true }).click();
  // 2 × 189,00, 2 × 45,00 and 25,00.
  await expect(dialog.getByRole('status').filter({ hasText: 'Total' })).toContainText(/R\$\s493,00/);
  await dialog.getByRole('button', { name: 'Quero participar!' }).click();
  await expect(page).toHaveURL('/auth/login?returnUrl=/home');
  await logIn(page, person);
  await expect(page).toHaveURL('/home');
  const pending = page.getByRole('region', { name: `Você está reservando: ${trip.title}` });
  await expect(pending).toContainText('2 adultos · 2 × Almoço, 1 × Snorkel');
  await pending.getByRole('button', { name: 'Concluir reserva' }).click();
  await expectToast(page, 'success', RESERVED);
  await expect(page).toHaveURL(/\/minhasreservas\/\w{6}$/);
  await expect(page.getByRole('main')).toContainText(/R\$\s493,00/);
});
