import type { UserSession } from '@passeio/contract/users/users';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectNothingFound } from '~/test/axe';
import { answerCalls } from '~/test/network';
import { signIn } from '~/test/person';
import { renderRoute } from '~/test/render';
import { rootData } from '~/test/root-data';
import { expectNoSidewaysScrolling, setWindow } from '~/test/screen';
import { expectToast } from '~/test/toast';
import * as myAccount from './my-account';

const PROFILE = 'GET /api/users/me';
const SESSIONS = 'GET /api/users/me/sessions';
const CHANGE = 'POST /identity/change-email';

function newSession(more: Partial<UserSession> = {}): UserSession {
  const moment = '2026-11-20T12:00:00.000Z';
  return {
    ...{ id: crypto.randomUUID(), device: 'Chrome no Windows', address: '203.0.113.7', isCurrent: false },
    ...{ createdAt: moment, lastSeenAt: moment, ...more },
  };
}

test('a session elsewhere is ended after a question, and the list is read again', async () => {
  await setWindow();
  const { profile } = signIn();
  const [here, there] = [newSession({ isCurrent: true }), newSession({ device: 'Safari no iPhone' })];
  const END = `DELETE /api/users/me/sessions/${there.id}`;
  const { calls } = answerCalls({
    [PROFILE]: { json: { ...profile, emailConfirmed: true } },
    [SESSIONS]: [{ json: { data: [here, there] } }, { json: { data: [here] } }],
    [END]: { json: { data: [here] } },
  });
  await renderRoute(myAccount, { at: '/minhaconta' });
  const end = page.getByRole('button', { name: /^Encerrar a sessão em/ });
  await expect.element(end).toHaveAccessibleName('Encerrar a sessão em Safari no iPhone');
  await page.getByLabelText('CPF', { exact: true }).fill('1');
  await page.getByRole('button', { name: 'Salvar alterações' }).click();
  await expect.element(page.getByText('CPF inválido. Confira os números digitados.')).toBeVisible();
  await expectNoSidewaysScrolling();
  await expectNothingFound();

  await end.click();
  await page.getByRole('button', { name: 'Cancelar' }).click();
  expect(calls).not.toContain(END);
  await end.click();
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await expectToast('success', 'Sessão encerrada.');
  await expect.element(end).not.toBeInTheDocument();
  await expect.element(page.getByText('A sua conta está aberta só aqui.')).toBeVisible();
});

test('another e-mail is asked for with the password, and nothing changes until its link is opened', async () => {
  const { profile } = signIn();
  const { bodies } = answerCalls({
    [PROFILE]: { json: { ...profile, emailConfirmed: true } },
    [SESSIONS]: { json: { data: [newSession({ isCurrent: true })] } },
    [CHANGE]: [{ status: 400, json: { code: 'INVALID_PASSWORD' } }, { json: { status: true } }],
  });
  await renderRoute(myAccount, { at: '/minhaconta' });
  const password = page.getByLabelText('Senha da conta');
  const change = page.getByRole('button', { name: 'Trocar e-mail' });
  await page.getByLabelText('Novo e-mail').fill(profile.email);
  await change.click();
  await expect.element(page.getByLabelText('Novo e-mail')).toHaveAccessibleDescription(/este já é o da sua conta/);
  await page.getByLabelText('Novo e-mail').fill('nova@viajantes.example');
  await password.fill('não é esta');
  await change.click();
  await expect.element(password).toHaveAccessibleDescription(/Senha da conta: não confere\. Tente de novo\./);
  await password.fill('trem das onze e quinze');
  await change.click();
  await expect.element(page.getByText(/o link chega em instantes em nova@viajantes\.example/)).toBeVisible();
  expect(bodies[CHANGE]).toMatchObject({ newEmail: 'nova@viajantes.example', password: 'trem das onze e quinze' });
  await expect.element(password).toHaveValue('');
});

test.each([
  ['GUIDE', 'As saídas que você guia'],
  ['OPERATOR', 'Todas as saídas'],
] as const)('a calendar subscribes to departures of a %s by an address that is shown once', async (role, whose) => {
  const CALENDAR = 'GET /api/users/me/calendar';
  const MAKE = 'POST /api/users/me/calendar';
  const END = 'DELETE /api/users/me/calendar';
  await setWindow();
  const { profile } = signIn(role);
  const madeAt = '2026-11-20T12:00:00.000Z';
  const url = `https://passeio.example/api/calendars/${'aB3-'.repeat(10)}abc/departures.ics`;
  const { calls } = answerCalls({
    [PROFILE]: { json: { ...profile, emailConfirmed: true } },
    [SESSIONS]: { json: { data: [newSession({ isCurrent: true })] } },
    [CALENDAR]: [{ json: { madeAt: null } }, { json: { madeAt } }, { json: { madeAt: null } }],
    [MAKE]: { status: 201, json: { url, madeAt } },
    [END]: { json: { madeAt: null } },
  });
  await renderRoute(myAccount, { at: '/minhaconta' });
  await expect.element(page.getByText(new RegExp(`^${whose} no seu calendário`))).toBeVisible();
  await page.getByRole('button', { name: 'Criar endereço' }).click();
  await expect.element(page.getByLabelText('Seu endereço')).toHaveValue(url);
  await expect
    .element(page.getByRole('link', { name: 'Abrir no calendário' }))
    .toHaveAttribute('href', url.replace('https:', 'webcal:'));
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await page.getByRole('button', { name: 'Copiar endereço' }).click();
  expect(copied).toHaveBeenCalledExactlyOnceWith(url);
  await expectNoSidewaysScrolling();
  await expectNothingFound();

  await page.getByRole('button', { name: 'Trocar endereço' }).click();
  await page.getByRole('button', { name: 'Cancelar' }).click();
  expect(calls.filter((call) => call === MAKE)).toHaveLength(1);
  await page.getByRole('button', { name: 'Desativar' }).click();
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await expectToast('success', 'Endereço desativado.');
  expect(calls).toContain(END);
  await expect.element(page.getByLabelText('Seu endereço')).not.toBeInTheDocument();
});

test('messages by WhatsApp are chosen with a tap, only while the company writes by it', async () => {
  const { profile } = signIn();
  const OWN = 'PUT /api/whatsapp/own';
  const responses = {
    [PROFILE]: { json: { ...profile, emailConfirmed: true } },
    [SESSIONS]: { json: { data: [newSession({ isCurrent: true })] } },
    'GET /api/whatsapp/own': [{ json: { byWhatsApp: false } }, { json: { byWhatsApp: true } }],
    [OWN]: { json: { byWhatsApp: true } },
  };
  const { bodies } = answerCalls(responses);
  const root = { ...rootData, settings: { ...rootData.settings, writesByWhatsApp: true } };
  await renderRoute(myAccount, { at: '/minhaconta', root });
  const choice = page.getByRole('switch', { name: /^Receber os avisos pelo WhatsApp/ });
  await expect.element(choice).not.toBeChecked();
  await choice.click();
  await expectToast('success', 'Os avisos vão pelo WhatsApp.');
  await expect.element(choice).toBeChecked();
  expect(bodies[OWN]).toEqual({ byWhatsApp: true });
  await expectNothingFound();
});
