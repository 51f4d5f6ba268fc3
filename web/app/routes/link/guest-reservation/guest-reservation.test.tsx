import { type GoogleAnswer, guestFormPath } from '@passeio/contract/reservations/email-proof';
import { Outlet } from 'react-router';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { readPendingEnrolment, savePendingEnrolment } from '~/features/session/remembered/pending-enrolment';
import Register from '~/routes/auth/register';
import { expectNothingFound } from '~/test/axe';
import { answerCalls, type FakeResponse, refusal } from '~/test/network';
import { renderPage, renderRoute } from '~/test/render';
import { newDetails } from '~/test/reservations';
import { rootData } from '~/test/root-data';
import { expectNoSidewaysScrolling, setWindow } from '~/test/screen';
import { newExtra, newTrip } from '~/test/trip';
import GuestReservation from './guest-reservation';

const trip = newTrip({});
const fareId = trip.fares[0]?.id ?? '';
const READ = `GET /api/trips/${trip.slug}`;
const RESERVE = `POST /api/trips/${trip.id}/guest-reservations`;
const hold = page.getByRole('button', { name: 'Guardar as vagas' });
const field = (label: string) => page.getByLabelText(label, { exact: true });

const google = page.getByRole('link', { name: 'Continuar com o Google' });

beforeEach(() => {
  sessionStorage.clear();
  savePendingEnrolment(trip, { party: [{ fareId, count: 2 }] });
});

async function open(responses: Record<string, FakeResponse | FakeResponse[]> = {}, confirmsByGoogle = false) {
  const network = answerCalls({ [READ]: { json: trip }, ...responses });
  const root = { ...rootData, settings: { ...rootData.settings, confirmsByGoogle } };
  const rendered = await renderPage(<GuestReservation />, { at: '/auth/sem-conta', root });
  return { ...network, ...rendered };
}

const stayHere = (event: Event) => event.preventDefault();

/** Types, leaves for Google and comes back with its answer. */
async function comeBack(
  answer: GoogleAnswer,
  { typed, ...responses }: { typed?: string } & Record<string, FakeResponse | string | undefined> = {},
) {
  const { unmount } = await open({}, true);
  if (typed) await field('Seu nome').fill(typed);
  await field('WhatsApp').fill('35998761234');
  await expect.element(google).toHaveAttribute('href', '/google/start');
  document.addEventListener('click', stayHere, { once: true, capture: true });
  await google.click();
  await unmount();
  window.history.replaceState(null, '', new URL(guestFormPath(answer), window.location.href).hash);
  return open(responses as Record<string, FakeResponse>, true);
}

/** As the server signs it; only the server can check that. */
function proofOf(claims: object): string {
  const bytes = new TextEncoder().encode(JSON.stringify(claims));
  const payload = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
  return `cabeca.${payload}.assinatura`;
}
const proof = proofOf({ email: 'tiago@exemplo.com.br', name: 'Tiago Assunção' });

test('how they came, and the seller whose link was opened on the device, go with the reservation of a guest', async () => {
  onTestFinished(() => localStorage.clear());
  const touch = { source: '', medium: '', campaign: '', referrer: 'search', at: new Date().toISOString() };
  localStorage.setItem(
    'passeio:origem',
    JSON.stringify({ first: touch, last: touch, ofSeller: { ...touch, seller: 'ACDEFGH' } }),
  );
  const link = `https://passeio.example/reserva#${'c'.repeat(43)}`;
  const { bodies } = await open({ [RESERVE]: { status: 201, json: { ...newDetails({}), link } } });
  await field('Seu nome').fill('Tiago Reis');
  await field('WhatsApp').fill('35998761234');
  await hold.click();
  await expect.poll(() => bodies[RESERVE]).toMatchObject({ seller: 'ACDEFGH', touches: { last: touch } });
});

test('what was chosen is held for a name and a telephone', async () => {
  await setWindow();
  const link = `https://passeio.example/reserva#${'c'.repeat(43)}`;
  const { bodies } = await open({ [RESERVE]: { status: 201, json: { ...newDetails({}), link } } });
  await expect.element(page.getByText('As vagas ainda não estão guardadas.')).toBeVisible();
  await expectNoSidewaysScrolling();
  await expectNothingFound('body');
  await field('Seu nome').fill('Tiago Reis');
  await field('WhatsApp').fill('35998761234');
  await hold.click();
  await expect
    .poll(() => bodies[RESERVE])
    .toEqual({
      party: [{ fareId, count: 2 }],
      boardingPointId: null,
      acceptedPolicy: true,
      totalCents: 33_800,
      guest: { name: 'Tiago Reis', contact: '+5535998761234', email: null },
    });
  await expect.poll(readPendingEnrolment).toBeUndefined();
});

test('what is missing or wrong is said beside its field, and nothing is sent', async () => {
  const { calls } = await open();
  await hold.click();
  await expect.element(field('Seu nome')).toHaveFocus();
  await field('Seu nome').fill('Tiago');
  await field('WhatsApp').fill('123');
  await field('E-mail (opcional)').fill('nada');
  await hold.click();
  await expect.element(field('WhatsApp')).toBeInvalid();
  await expect.element(field('E-mail (opcional)')).toBeInvalid();
  expect(calls).toEqual([READ]);
});

test('places that are gone meanwhile are said, and what was typed stays', async () => {
  await open({ [RESERVE]: refusal(409, { code: 'TRIP_FULL', message: 'Este passeio está esgotado.' }) });
  await field('Seu nome').fill('Tiago Reis');
  await field('WhatsApp').fill('35998761234');
  await hold.click();
  await expect.element(page.getByText('Este passeio está esgotado.')).toBeVisible();
  await expect.element(field('Seu nome')).toHaveValue('Tiago Reis');
  expect(readPendingEnrolment()).toBeDefined();
});

test('a preselected extra is taken out on the form, and the price follows', async () => {
  const lunch = newExtra('Almoço', 4_500, { choice: 'preselected' });
  savePendingEnrolment(trip, { party: [{ fareId, count: 2 }] });
  const link = `https://passeio.example/reserva#${'c'.repeat(43)}`;
  const { bodies } = await open({
    [READ]: { json: { ...trip, extras: [lunch] } },
    [RESERVE]: { status: 201, json: { ...newDetails({}), link } },
  });
  await expect.element(page.getByText(/2 × Adulto, 2 × Almoço · R\$\s428,00/)).toBeVisible();
  await field('Seu nome').fill('Tiago Reis');
  await page.getByRole('button', { name: 'Mudar os adicionais' }).click();
  const fewer = page.getByRole('button', { name: 'Menos um: Almoço' });
  await fewer.click();
  await expect.element(page.getByText(/2 × Adulto, 1 × Almoço · R\$\s383,00/)).toBeVisible();
  await fewer.click();
  await expect.element(page.getByText(/2 × Adulto · R\$\s338,00/)).toBeVisible();
  await field('WhatsApp').fill('35998761234');
  await hold.click();
  await expect.poll(() => bodies[RESERVE]).toMatchObject({ totalCents: 33_800, guest: { name: 'Tiago Reis' } });
  expect(bodies[RESERVE]).not.toHaveProperty('extras');
});

test('who makes an account instead finds the trip, and what they typed, in its form', async () => {
  answerCalls({ [READ]: { json: trip } });
  const children = { 'sem-conta': { default: GuestReservation }, register: { default: Register } };
  await renderRoute({ default: Outlet, children }, { at: '/auth/sem-conta', path: '/auth' });
  await field('Seu nome').fill('Tiago Reis');
  await field('WhatsApp').fill('35998761234');
  await field('E-mail (opcional)').fill('tiago@exemplo.com.br');
  await page.getByRole('link', { name: 'Criar conta' }).click();
  const chosen = page.getByRole('region', { name: 'O que você escolheu' });
  await expect.element(chosen.getByText(trip.title)).toBeVisible();
  await expect.element(field('Nome completo')).toHaveValue('Tiago Reis');
  await expect.element(field('Celular ou telefone')).toHaveValue('(35) 99876-1234');
  await expect.element(field('E-mail')).toHaveValue('tiago@exemplo.com.br');
  await expectNothingFound('body');
});

test('while one waits for places, nothing is said of a deposit to be paid now', async () => {
  await open({ [READ]: { json: { ...trip, placesLeft: 0, situation: 'sold_out' } } });
  await expect.element(page.getByText(/Você entra na lista de espera/)).toBeVisible();
  await expect.element(page.getByText(/sinal agora/)).not.toBeInTheDocument();
});

const WAIT = `POST /api/trips/${trip.id}/guest-waiting-list`;
const waitButton = page.getByRole('button', { name: 'Entrar na lista de espera' });

test('somebody who finds the trip full waits with a name and a telephone', async () => {
  await setWindow();
  const full = { ...trip, placesLeft: 0, situation: 'sold_out' as const };
  const link = `https://passeio.example/espera#${'c'.repeat(43)}`;
  const { bodies } = await open({
    [READ]: { json: full },
    [WAIT]: { status: 201, json: { id: crypto.randomUUID(), link } },
  });
  await expect.element(page.getByRole('heading', { name: 'Lista de espera sem conta' })).toBeVisible();
  await expect.element(page.getByText(/Sem ele, só o seu link mostra/)).toBeVisible();
  await expect.element(hold).not.toBeInTheDocument();
  await expectNoSidewaysScrolling();
  await expectNothingFound('body');
  await field('Seu nome').fill('Tiago Reis');
  await field('WhatsApp').fill('35998761234');
  await waitButton.click();
  await expect
    .poll(() => bodies[WAIT])
    .toEqual({
      party: [{ fareId, count: 2 }],
      boardingPointId: null,
      acceptedPolicy: true,
      guest: { name: 'Tiago Reis', contact: '+5535998761234', email: null },
    });
  await expect.poll(readPendingEnrolment).toBeUndefined();
});

test('places that are gone when they are to be held can be waited for, and places that came free be held', async () => {
  const { calls } = await open({
    [RESERVE]: refusal(409, { code: 'TRIP_FULL', message: 'As vagas deste passeio acabaram.' }),
    [WAIT]: refusal(409, { code: 'TRIP_HAS_PLACES', message: 'Há vagas para o seu grupo.' }),
  });
  await field('Seu nome').fill('Tiago Reis');
  await field('WhatsApp').fill('35998761234');
  await hold.click();
  await expect
    .element(page.getByText(/As vagas deste passeio acabaram\. Você entra na lista de espera\./))
    .toBeVisible();
  await waitButton.click();
  await expect.element(page.getByText('Há vagas para o seu grupo.')).toBeVisible();
  await expect.element(hold).toBeVisible();
  expect(calls).toEqual(expect.arrayContaining([RESERVE, WAIT]));
});

test('an extra that is sold out meanwhile is taken out, and one more press holds the rest', async () => {
  const lunch = newExtra('Almoço', 4_500);
  const snorkel = newExtra('Snorkel', 2_500, { stock: 12, stockLeft: 2 });
  const onSale = { ...trip, extras: [lunch, snorkel] };
  const extras = [lunch, snorkel].map(({ id }) => ({ extraId: id, count: 2 }));
  savePendingEnrolment(trip, { party: [{ fareId, count: 2 }], extras });
  const link = `https://passeio.example/reserva#${'c'.repeat(43)}`;
  const sentence = 'Snorkel: esgotado.';
  const { bodies } = await open({
    [READ]: [{ json: onSale }, { json: { ...onSale, extras: [lunch, { ...snorkel, stockLeft: 0 }] } }],
    [RESERVE]: [
      refusal(409, { code: 'EXTRA_SOLD_OUT', message: 'Esgotado.', extraId: snorkel.id, fields: { extras: sentence } }),
      { status: 201, json: { ...newDetails({}), link } },
    ],
  });
  await expect
    .element(page.getByText(/2 × Adulto, 2 × Almoço, 2 × Snorkel · R\$\s478,00, sinal agora R\$\s143,40/))
    .toBeVisible();
  await field('Seu nome').fill('Tiago Reis');
  await field('WhatsApp').fill('35998761234');
  await hold.click();
  await expect.element(page.getByText(/^Snorkel: esgotado\. Tiramos da sua escolha\./)).toBeVisible();
  await expect.element(page.getByText(/2 × Adulto, 2 × Almoço · R\$\s428,00/)).toBeVisible();
  await expect.element(field('Seu nome')).toHaveValue('Tiago Reis');
  await hold.click();
  await expect
    .poll(() => bodies[RESERVE])
    .toMatchObject({ party: [{ fareId, count: 2 }], extras: [{ extraId: lunch.id, count: 2 }] });
});

test('a coupon of before is applied; refused when reserving, it is said at its field and all else stays', async () => {
  savePendingEnrolment(trip, { party: [{ fareId, count: 2 }], coupon: 'VERAO' });
  const off = { kind: 'discount', label: 'Cupom VERAO', quantity: 1, unitCents: -5_000, totalCents: -5_000 };
  const quote = {
    lines: [{ ...off, participantIndex: null }],
    totalCents: 28_800,
    depositCents: 8_640,
    couponCents: 5_000,
  };
  const link = `https://passeio.example/reserva#${'c'.repeat(43)}`;
  const { bodies } = await open({
    'POST /api/quotes': { json: quote },
    [RESERVE]: [
      refusal(409, { code: 'COUPON_USED_UP', message: 'Este cupom já foi todo usado.' }),
      { status: 201, json: { ...newDetails({}), link } },
    ],
  });
  await expect.element(page.getByText('Cupom VERAO', { exact: true })).toBeVisible();
  await expect.element(page.getByText(/2 × Adulto · R\$\s288,00, sinal agora R\$\s86,40/)).toBeVisible();
  await expectNothingFound('body');
  await field('Seu nome').fill('Tiago Reis');
  await field('WhatsApp').fill('35998761234');
  await hold.click();
  const code = page.getByRole('textbox', { name: 'Código do cupom' });
  await expect.element(code).toHaveAccessibleDescription('Este cupom já foi todo usado.');
  await expect.element(code).toHaveFocus();
  await expect.element(page.getByText('Este cupom já foi todo usado.')).toBeVisible();
  expect(bodies[RESERVE]).toMatchObject({ coupon: 'VERAO' });
  await expect.element(field('Seu nome')).toHaveValue('Tiago Reis');
  await expect.element(page.getByText(/2 × Adulto · R\$\s338,00/)).toBeVisible();
  await code.fill('');
  await hold.click();
  await expect.poll(readPendingEnrolment).toBeUndefined();
  expect(bodies[RESERVE]).not.toHaveProperty('coupon');
});

test('a code that was only typed is asked about before anything is held', async () => {
  const message = 'Este cupom não existe. Confira o código.';
  const { calls } = await open({ 'POST /api/quotes': refusal(409, { code: 'COUPON_UNKNOWN', message }) });
  await page.getByRole('button', { name: 'Tem um cupom?' }).click();
  await page.getByRole('textbox', { name: 'Código do cupom' }).fill('nada1');
  await field('Seu nome').fill('Tiago Reis');
  await field('WhatsApp').fill('35998761234');
  await hold.click();
  await expect.element(page.getByText(message)).toBeVisible();
  expect(calls).not.toContain(RESERVE);
});

test('without a choice it leads to the trips', async () => {
  localStorage.clear();
  await open();
  await expect.element(page.getByRole('link', { name: 'Ver os passeios' })).toHaveAttribute('href', '/portal/passeio');
});

test('without Google configured nothing leads there', async () => {
  await open();
  await expect.element(field('Seu nome')).toBeVisible();
  await expect.element(google).not.toBeInTheDocument();
});

test('Google fills in name and e-mail, which the reservation proves', async () => {
  await setWindow();
  const link = `https://passeio.example/reserva#${'c'.repeat(43)}`;
  const { bodies } = await comeBack({ proof }, { [RESERVE]: { status: 201, json: { ...newDetails({}), link } } });
  await expect.element(field('E-mail')).toHaveValue('tiago@exemplo.com.br');
  await expect.element(field('E-mail')).toHaveAttribute('readonly');
  await expect.element(page.getByText('Confirmado pelo Google')).toBeVisible();
  await expect.element(field('Seu nome')).toHaveValue('Tiago Assunção');
  await expect.element(field('WhatsApp')).toHaveValue('(35) 99876-1234');
  await expect.element(google).not.toBeInTheDocument();
  expect(window.location.hash).toBe('');
  await expectNoSidewaysScrolling();
  await expectNothingFound('body');
  await hold.click();
  await expect
    .poll(() => bodies[RESERVE])
    .toMatchObject({
      guest: { name: 'Tiago Assunção', contact: '+5535998761234', email: 'tiago@exemplo.com.br', emailProof: proof },
    });
});

test('what was typed before stays, and another e-mail needs no Google', async () => {
  const { bodies } = await comeBack(
    { proof },
    { typed: 'Tiago do Zé', [RESERVE]: refusal(409, { code: 'TRIP_FULL' }) },
  );
  await expect.element(field('Seu nome')).toHaveValue('Tiago do Zé');
  await page.getByRole('button', { name: 'Usar outro e-mail' }).click();
  await expect.element(field('E-mail (opcional)')).toHaveFocus();
  await page.getByLabelText('E-mail (opcional)').fill('outro@exemplo.com.br');
  await hold.click();
  await expect
    .poll(() => bodies[RESERVE])
    .toMatchObject({ guest: { name: 'Tiago do Zé', email: 'outro@exemplo.com.br' } });
  expect(bodies[RESERVE]).not.toHaveProperty('guest.emailProof');
});

test.each<[GoogleAnswer, string]>([
  [{ failure: 'denied' }, 'Você não confirmou pelo Google. Tente de novo, ou digite seus dados.'],
  [{ proof: 'nada' }, 'Não deu para confirmar pelo Google agora. Tente de novo, ou digite seus dados.'],
])('what Google did not confirm is said, and nothing is lost: %o', async (answer, sentence) => {
  await comeBack(answer, { typed: 'Tiago Reis' });
  await expect.element(page.getByText(sentence)).toBeVisible();
  await expect.element(field('Seu nome')).toHaveValue('Tiago Reis');
  await expect.element(field('WhatsApp')).toHaveValue('(35) 99876-1234');
  await expect.element(google).toBeVisible();
  expect(window.location.hash).toBe('');
});

test('an answer that this tab has not asked for confirms nothing', async () => {
  window.history.replaceState(null, '', new URL(guestFormPath({ proof }), window.location.href).hash);
  await open({}, true);
  await expect.element(field('E-mail (opcional)')).toHaveValue('');
  expect(window.location.hash).toBe('');
});

test('a proof that is over is said, and the e-mail stays as typed', async () => {
  const message = 'A confirmação pelo Google não vale mais.';
  await comeBack({ proof }, { [RESERVE]: refusal(409, { code: 'EMAIL_PROOF_OVER', message }) });
  await hold.click();
  await expect.element(page.getByText(message)).toBeVisible();
  await expect.element(field('E-mail (opcional)')).toHaveValue('tiago@exemplo.com.br');
  await expect.element(google).toBeVisible();
});
