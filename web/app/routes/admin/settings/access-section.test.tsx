import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls } from '~/test/network';
import { signIn } from '~/test/person';
import { renderPage } from '~/test/render';
import { rootData } from '~/test/root-data';
import { expectToast } from '~/test/toast';
import { AccessSection } from './settings';

const SAVE = 'PUT /api/settings/access';
const clients = page.getByLabelText('Clientes');
const staff = page.getByLabelText('Equipe');
const save = page.getByRole('button', { name: 'Salvar acesso' });
const access = { requireConfirmedEmail: false, requireTwoFactor: false, clientIdleMinutes: 5, staffIdleMinutes: 5 };

const { shown, ...settings } = rootData.settings;
const saved = {
  ...settings,
  contactHtml: '',
  cancellationPolicyHtml: '',
  access: { ...access, staffIdleMinutes: 1440 },
};

async function open() {
  signIn('ADMIN');
  const { bodies, calls } = answerCalls({ [SAVE]: { json: saved } });
  await renderPage(<AccessSection access={access} onDirty={() => {}} />);
  return { bodies, calls };
}

test('minutes and the switch are saved, and what was saved is shown', async () => {
  const { bodies } = await open();
  await page.getByRole('switch', { name: /^Exigir e-mail confirmado/ }).click();
  await clients.fill('0');
  await staff.fill(' 30 ');
  await save.click();
  await expectToast('success', 'Configurações de acesso salvas.');
  expect(bodies[SAVE]).toEqual({
    requireConfirmedEmail: true,
    requireTwoFactor: false,
    clientIdleMinutes: 0,
    staffIdleMinutes: 30,
  });
  await expect.element(staff).toHaveValue('1440');
  await expect.element(page.getByRole('button', { name: 'Desfazer' })).not.toBeInTheDocument();
});

test('what is no number of minutes is refused beside its field', async () => {
  const { calls } = await open();
  await staff.fill('1441');
  await clients.fill('');
  await expect.element(staff).toHaveAccessibleDescription('Use no máximo 1440 minutos (um dia).');
  await save.click();
  await expect.element(clients).toHaveAccessibleDescription('Informe um número inteiro de minutos.');
  await expect.element(clients).toHaveFocus();
  for (const [typed, words] of [
    ['1,5', 'Informe um número inteiro de minutos.'],
    ['dez', 'Informe um número inteiro de minutos.'],
    ['1e3', 'Informe um número inteiro de minutos.'],
    ['-1', 'Use 0 para desligar.'],
  ] as const) {
    await clients.fill(typed);
    await save.click();
    await expect.element(clients).toHaveAccessibleDescription(words);
  }
  expect(calls).toEqual([]);
});
