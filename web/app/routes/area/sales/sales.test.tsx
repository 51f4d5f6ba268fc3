import type { SellerDeparture } from '@passeio/contract/sellers/own-sales';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useUser } from '~/features/session/user-store';
import { renderInArea } from '~/test/area';
import { expectNothingFound } from '~/test/axe';
import { type FakeResponse, refusal } from '~/test/network';
import { rootData } from '~/test/root-data';
import { expectFingerSized, expectToFit, expectWords, setWindow } from '~/test/screen';
import { balance, newDeparture, newSale, newStatement, ownSeller } from '~/test/sellers';
import { expectToast } from '~/test/toast';
import { newTrip } from '~/test/trip';
import * as commission from './commission';
import * as departures from './departures';
import * as ownSales from './own-sales';
import * as sales from './sales';

const OWN = 'GET /api/sellers/me';
const DEPARTURES = 'GET /api/sellers/me/departures';
const SALES = 'GET /api/sellers/me/reservations';
const COMMISSION = 'GET /api/sellers/me/commission';
const RESERVE = 'POST /api/sellers/me/reservations';

function open(
  child: typeof departures | typeof ownSales | typeof commission,
  responses: Record<string, FakeResponse | FakeResponse[]>,
) {
  const below = { [DEPARTURES]: '', [SALES]: 'reservas', [COMMISSION]: 'comissao' }[Object.keys(responses)[0] ?? ''];
  return renderInArea(
    { ...sales, children: { [below ?? '']: child } },
    {
      role: 'CLIENT',
      at: `/vendas/${below}`,
      path: '/vendas',
      responses: { [OWN]: { json: ownSeller }, ...responses },
    },
  );
}

const openDepartures = (shown: SellerDeparture[], responses: Record<string, FakeResponse> = {}) =>
  open(departures, { [DEPARTURES]: { json: { data: shown } }, ...responses });

test('a seller shares a departure with two taps, by a link that remembers them', async () => {
  const departure = newDeparture();
  await openDepartures([departure]);
  const card = page.getByRole('article', { name: 'Ubatuba' });
  await expectWords(card, 'A partir de R$ 129,00 · Restam 9 vagas');
  await expectWords(card, 'Mais 4 vagas guardadas para você até 01/05 às 18:00');
  await expectWords(card, 'Comissão: 10% das tarifas');
  await expect.element(page.getByText('3 de 20 vagas sem pagamento em uso')).toBeVisible();
  await expectNothingFound();
  await expectToFit();

  const share = card.getByRole('button', { name: /^Compartilhar Ubatuba/ });
  await expectFingerSized(share);
  await share.click();
  const whatsApp = page.getByRole('link', { name: 'Enviar pelo WhatsApp' });
  await expectFingerSized(whatsApp);
  const url = `${rootData.origin}${departure.sharePath}`;
  const text = new URL(whatsApp.element().getAttribute('href') ?? '').searchParams.get('text');
  expect(text?.replaceAll('\u00a0', ' ')).toBe(`Ubatuba – sáb., 8 de mai.\nA partir de R$ 129,00\n${url}`);
  await expect.element(page.getByRole('img', { name: 'QR code do seu link' })).toBeVisible();
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await page.getByRole('button', { name: 'Copiar link' }).click();
  await expect.element(page.getByRole('button', { name: 'Link copiado!' })).toBeVisible();
  expect(copied).toHaveBeenCalledExactlyOnceWith(url);
  await expectNothingFound('dialog[open]');
});

test('a departure is shared as a picture', async () => {
  const shared = Promise.withResolvers<File | undefined>();
  const share = async ({ files }: ShareData) => shared.resolve(files?.[0]);
  for (const [name, value] of Object.entries({ share, canShare: () => true })) {
    Object.defineProperty(navigator, name, { configurable: true, value });
  }
  onTestFinished(() => {
    for (const name of ['share', 'canShare']) Reflect.deleteProperty(navigator, name);
  });
  await openDepartures([newDeparture()]);
  await page.getByRole('button', { name: /^Compartilhar Ubatuba/ }).click();
  await page.getByRole('button', { name: 'Compartilhar imagem' }).click();
  expect(await shared.promise).toMatchObject({ name: 'ubatuba.png', type: 'image/png' });
});

test('a seller finds a departure among many by name or day, and sees that there is none', async () => {
  const many = Array.from({ length: 9 }, (_, index) => newDeparture({ title: `Praia ${index + 1}` }));
  await openDepartures([...many, newDeparture({ title: 'São Tomé das Letras' })]);
  const search = page.getByRole('searchbox', { name: 'Buscar por passeio ou dia' });
  await search.fill('sao tome');
  await expect.element(page.getByRole('article')).toHaveLength(1);
  await search.fill('gramado');
  await expect.element(page.getByText('Nenhuma saída com “gramado”.')).toBeVisible();
});

test('a seller reserves for a client beyond the public places, and hears what to correct', async () => {
  const trip = newTrip({ placesLeft: 1 });
  const departure = newDeparture({ tripId: trip.id, placesLeft: 1, ownPlaces: 1 });
  const { bodies } = await openDepartures([departure], {
    [`GET /api/trips/${trip.id}`]: { json: trip },
    [RESERVE]: { status: 201, json: newSale({ people: 2 }) },
  });
  await page.getByRole('button', { name: /^Reservar Ubatuba/ }).click();
  const submit = page.getByRole('button', { name: /^Reservar · / });
  const more = page.getByRole('button', { name: 'Mais um: Adulto' });
  await more.click();
  await expect.element(submit).toBeEnabled();
  await more.click();
  await expect.element(page.getByText('Restam 2 vagas; você pediu 3.')).toBeVisible();
  await expect.element(submit).toBeDisabled();
  await page.getByRole('button', { name: 'Menos um: Adulto' }).click();
  await expect.element(page.getByText('política de cancelamento')).not.toBeInTheDocument();
  await submit.click();
  await expect.element(page.getByLabelText('Nome do cliente')).toHaveFocus();
  await setWindow();
  await expectNothingFound('dialog[open]');

  await page.getByLabelText('Nome do cliente').fill('Marina Alves');
  await page.getByLabelText('WhatsApp do cliente').fill('35988887777');
  await submit.click();
  await expectToast('success', 'Reserva A3K7QX feita: 2 pessoas.');
  const [adult] = trip.fares;
  expect(bodies[RESERVE]).toEqual({
    tripId: trip.id,
    party: [{ fareId: adult?.id, count: 2 }],
    boardingPointId: null,
    totalCents: 33_800,
    guest: { name: 'Marina Alves', contact: '+5535988887777', email: null },
  });
});

test('a seller chooses the rooms of a client', async () => {
  const room = { count: 5, priceCents: 4_000, per: 'stay' as const, emptyBedCents: 16_000, roomsLeft: 5 };
  const bedsLeft = { women: 0, men: 0, any: 0 };
  const double = { ...room, id: crypto.randomUUID(), label: 'Duplo', places: 2, bedsLeft };
  const triple = { ...room, id: crypto.randomUUID(), label: 'Triplo', places: 3, bedsLeft, priceCents: 0 };
  const trip = newTrip({ roomTypes: [double, triple], shareDecisionDays: 20 });
  const { bodies } = await openDepartures([newDeparture({ tripId: trip.id })], {
    [`GET /api/trips/${trip.id}`]: { json: trip },
    [RESERVE]: { status: 201, json: newSale({ people: 2 }) },
  });
  await page.getByRole('button', { name: /^Reservar Ubatuba/ }).click();
  await page.getByRole('button', { name: 'Mais um: Adulto' }).click();
  const rooms = page.getByRole('region', { name: 'Quartos' });
  await expect.element(rooms.getByRole('combobox', { name: 'Tipo do quarto 1' })).toHaveDisplayValue('Duplo');
  await expectToFit();
  await expectNothingFound('dialog[open]');
  await rooms.getByRole('combobox', { name: 'Pessoas do quarto 1' }).selectOptions('1 pessoa');
  await expect.element(page.getByRole('button', { name: /^Reservar · / })).toBeDisabled();
  await rooms.getByRole('combobox', { name: 'Pessoas do quarto 1' }).selectOptions('2 pessoas');
  await page.getByLabelText('Nome do cliente').fill('Marina Alves');
  await page.getByLabelText('WhatsApp do cliente').fill('35988887777');
  await page.getByRole('button', { name: /^Reservar · / }).click();
  await expectToast('success', 'Reserva A3K7QX feita: 2 pessoas.');
  expect(bodies[RESERVE]).toMatchObject({ rooms: [{ roomTypeId: double.id, people: 2 }], totalCents: 41_800 });
});

test('too many places without a payment are refused in the form', async () => {
  const trip = newTrip();
  await openDepartures([newDeparture({ tripId: trip.id })], {
    [`GET /api/trips/${trip.id}`]: { json: trip },
    [RESERVE]: refusal(409, { code: 'SELLER_UNPAID_PLACES', message: 'Você já tem muitas vagas sem pagamento.' }),
  });
  await page.getByRole('button', { name: /^Reservar Ubatuba/ }).click();
  await page.getByLabelText('Nome do cliente').fill('Marina Alves');
  await page.getByLabelText('WhatsApp do cliente').fill('35988887777');
  await page.getByRole('button', { name: /^Reservar · / }).click();
  await expect.element(page.getByText('Você já tem muitas vagas sem pagamento.')).toBeVisible();
});

test('own sales show first names, party sizes and the commission so far', async () => {
  const over = newSale({
    code: 'C4D6FG',
    firstName: null,
    state: 'booked',
    commissionCents: 5_070,
    receivedCents: 50_700,
  });
  await open(ownSales, { [SALES]: { json: { data: [newSale(), over], page: { number: 1, size: 30, total: 2 } } } });
  const [first, second] = [
    page.getByRole('listitem').filter({ hasText: 'A3K7QX' }),
    page.getByRole('listitem').filter({ hasText: 'C4D6FG' }),
  ];
  await expectWords(first, 'Marina · 3 pessoas');
  await expectWords(first, 'recebido R$ 100,00 de R$ 507,00');
  await expectWords(first, 'O cliente paga até 02/01 às 18:00');
  await expectWords(first, 'R$ 10,00 de R$ 50,70');
  await expectWords(second, 'Cliente · 3 pessoas');
  await expectNothingFound();
  await expectToFit();
});

test('commission says what was earned, is due and was paid, with each statement and its files', async () => {
  const statement = newStatement();
  const paid = newStatement({ payment: { paidAt: '2026-12-05T12:00:00.000Z', endToEndId: 'E1234' }, month: '2026-10' });
  const exported = `GET /api/sellers/me/statements/${statement.id}/export`;
  const { searches } = await open(commission, {
    [COMMISSION]: { json: { balance, statements: [statement, paid] } },
    [`GET /api/sellers/me/statements/${statement.id}`]: { json: statement },
    [exported]: { text: 'Extrato de comissão;1\n' },
  });
  await expectWords(page.getByRole('main'), 'R$ 1.284,50');
  await expect.element(page.getByText('Pago em 05/12/2026')).toBeVisible();
  await expectNothingFound();
  await expectToFit();
  await page.getByRole('button', { name: 'Baixar CSV do extrato de novembro de 2026' }).click();
  await expectToast('success', 'Extrato baixado.');
  expect(searches[exported]).toBe('?format=csv');
  await page.getByRole('button', { name: 'Ver extrato de novembro de 2026' }).click();
  const dialog = page.getByRole('dialog', { name: 'Extrato de novembro de 2026' });
  await expectWords(dialog, 'R$ 15,00 por pessoa');
  await expect.element(dialog.getByText(statement.hash)).toBeVisible();
  await expectNothingFound('dialog[open]');
});

test('a seller changes the Pix key of the commission with their password', async () => {
  const KEY = 'PUT /api/sellers/me/pix-key';
  const pixKey = 'nova@exemplo.com.br';
  const wrong = {
    code: 'SELLER_KEY_REFUSED',
    message: 'A senha não confere.',
    fields: { password: 'A senha não confere.' },
  };
  const { bodies } = await open(commission, {
    [COMMISSION]: { json: { balance, statements: [] } },
    [OWN]: [{ json: ownSeller }, { json: { ...ownSeller, pixKey } }],
    [KEY]: [refusal(409, wrong), { json: { ...ownSeller, pixKey } }],
  });
  await expectWords(page.getByRole('main'), `A comissão vai para ${ownSeller.pixKey}.`);
  await page.getByRole('button', { name: 'Trocar chave' }).click();
  const dialog = page.getByRole('dialog', { name: 'Trocar a chave Pix' });
  await dialog.getByLabelText('Chave Pix').fill('não é chave');
  await dialog.getByRole('button', { name: 'Salvar chave' }).click();
  await expect.element(dialog.getByText(/^Chave Pix inválida/)).toBeVisible();
  await dialog.getByLabelText('Chave Pix').fill(pixKey);
  await dialog.getByLabelText('Senha da conta').fill('outra');
  await dialog.getByRole('button', { name: 'Salvar chave' }).click();
  await expect.element(dialog.getByText('A senha não confere.')).toBeVisible();
  await expectNothingFound('dialog[open]');
  await expectToFit();
  await dialog.getByLabelText('Senha da conta').fill('trem das onze e quinze');
  await dialog.getByRole('button', { name: 'Salvar chave' }).click();
  await expectToast('success', 'Chave Pix atualizada.');
  expect(bodies[KEY]).toEqual({ pixKey, password: 'trem das onze e quinze' });
  await expectWords(page.getByRole('main'), `A comissão vai para ${pixKey}.`);
});

test.each([
  ['departures', departures, DEPARTURES, { data: [] }, 'Nenhuma saída à venda agora'],
  ['sales', ownSales, SALES, { data: [], page: { number: 1, size: 30, total: 0 } }, 'Nenhuma venda ainda'],
  ['statements', commission, COMMISSION, { balance, statements: [] }, 'Nenhum extrato ainda'],
])('a new seller reads what comes where there are no %s', async (_, module, call, json, title) => {
  await open(module, { [call]: { json } });
  await expect.element(page.getByRole('heading', { name: title })).toBeVisible();
});

test('a person who does not sell is told so, and stays signed in', async () => {
  const refused = refusal(404, { code: 'NOT_A_SELLER', message: 'Esta área é de quem vende nossos passeios.' });
  await open(departures, { [DEPARTURES]: refused, [OWN]: refused });
  await expect.element(page.getByRole('heading', { name: /^Esta área é de quem vende/ })).toBeVisible();
  expect(useUser.getState().user.isAuthenticated).toBe(true);
  await expectNothingFound();
});
