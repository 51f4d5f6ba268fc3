import type { OperatorSettings } from '@passeio/contract/operator/operator';
import { usualReservationSettings as reservations } from '@passeio/contract/operator/reservation-settings';
import { expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { publicSettings, settings } from '~/features/settings/operator.sample';
import { settingsSections } from '~/features/settings/section-list';
import { renderInArea } from '~/test/area';
import { expectNothingFound } from '~/test/axe';
import { type FakeResponse, refusal } from '~/test/network';
import { expectNoSidewaysScrolling, setWindow } from '~/test/screen';
import { expectToast } from '~/test/toast';
import * as list from './index';
import * as section from './section';
import * as settingsPage from './settings';

const READ = 'GET /api/settings/operator';
const SAVE = 'PUT /api/settings/operator';
const openSettings = (at: string, responses: Record<string, FakeResponse | FakeResponse[]> = {}) =>
  renderInArea(
    { ...settingsPage, children: { '': list, ':section/:message?': section } },
    {
      ...{ at: `/admin/configuracoes${at}`, path: '/admin/configuracoes', role: 'ADMIN' },
      responses: {
        'GET /api/settings': { json: publicSettings },
        'GET /api/settings/reservations': { json: reservations },
        'GET /api/privacy/settings': { json: { controller: '', contact: '' } },
        'GET /api/settings/contract': { json: { text: '' } },
        [READ]: { json: settings },
        ...responses,
      },
    },
  );

const button = (name: string | RegExp) => page.getByRole('button', { name });
const sections = page.getByRole('navigation', { name: 'Partes das configurações' });
const heading = (name: string) => page.getByRole('heading', { name, level: 2, exact: true });
const policy = page.getByRole('textbox', { name: 'Política de cancelamento', exact: true });

async function goOn(name: string): Promise<void> {
  await press(sections.getByRole('link', { name: new RegExp(`^${name}`) }));
  await expect.element(heading(name)).toBeVisible();
}

// A pointer that moves there takes longer than all the rest of these tests.
async function press(link: Locator): Promise<void> {
  await expect.element(link).toBeVisible();
  (link.element() as HTMLElement).click();
}

async function tabTo(label: string): Promise<void> {
  const focused = () => document.activeElement as HTMLInputElement | null;
  const names = () => [focused()?.labels?.[0]?.textContent, focused()?.getAttribute('aria-label'), textOf(focused())];
  for (let presses = 0; presses < 40; presses += 1) {
    await userEvent.keyboard('{Tab}');
    if (names().includes(label)) return;
  }
  expect.unreachable(`Tab does not reach ${label}`);
}

const textOf = (element: Element | null) =>
  element?.ariaLabelledByElements?.map(({ textContent }) => textContent).join() ??
  element?.textContent.replaceAll('\u00a0', ' ');

test('on a phone the settings are short pages, each of which fits', async () => {
  await setWindow();
  await openSettings('');
  for (const { id, title } of settingsSections) {
    await goOn(title);
    await expectNoSidewaysScrolling();
    // The policy is shown in full: a finger scrolls the page, not the text in it. The longest of the others has a row
    // for each kind of e-mail.
    if (id !== 'textos') expect(document.documentElement.scrollHeight, title).toBeLessThan(3_200);
    await press(page.getByRole('main').getByRole('link', { name: 'Configurações' }));
    await expect.element(heading(title)).not.toBeInTheDocument();
  }
});

test('what is typed on one page stays while others are open; it is asked for before all is left', async () => {
  await openSettings('/acesso');
  await page.getByLabelText('Equipe').fill('47');
  await goOn('Contato');
  await page.getByLabelText('Horário de atendimento').fill('Só aos domingos');
  await goOn('Pagamento');
  await expect.element(page.getByText('Há alterações não salvas')).toBeVisible();
  await goOn('Acesso e segurança');
  await expect.element(page.getByLabelText('Equipe')).toHaveValue('47');
  await goOn('Contato');
  await expect.element(page.getByLabelText('Horário de atendimento')).toHaveValue('Só aos domingos');

  const leave = page.getByRole('navigation', { name: 'Menu principal' }).getByRole('link', { name: 'Início' });
  await leave.click();
  const question = page.getByRole('dialog', { name: 'Sair sem salvar?' });
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await button(/^Descartar/).click();
  await expect.element(page.getByLabelText('Horário de atendimento')).toHaveValue(settings.openingHours);
  // What waits in a form of its own is not thrown away with the rest.
  await leave.click();
  await question.getByRole('button', { name: 'Confirmar' }).click();
  await expect.element(page.getByRole('heading', { name: '/home' })).toBeVisible();
});

test('a fault on another page is opened and named in the list, and can be discarded', async () => {
  const { calls } = await openSettings('/empresa');
  const cnpj = page.getByLabelText('CNPJ');
  await cnpj.fill('11.111.111/1111-11');
  await goOn('Textos do site');
  await expect.element(policy).toBeVisible();
  await expectNothingFound();
  await button('Salvar').click();
  await expect.element(heading('Empresa')).toBeVisible();
  await expect.element(cnpj).toHaveFocus();
  await expect.element(cnpj).toHaveValue('11.111.111/1111-11');
  await expect.element(cnpj).toHaveAccessibleDescription(/CNPJ inválido\./);
  await expect.element(sections.getByRole('link', { name: /^Empresa.*1 campo a corrigir/ })).toBeVisible();
  await expectNothingFound();
  expect(calls).not.toContain(SAVE);
  await button('Descartar alterações').click();
  await expect.element(cnpj).toHaveValue('11.222.333/0001-81');
});

test('brand and texts are reached, changed and put back by keyboard alone', async () => {
  await openSettings('/marca');
  await expect.element(heading('Marca')).toBeVisible();
  for (const stop of ['Nome', 'Escolher logo', 'Escolher a cor', 'Cor de destaque']) await tabTo(stop);
  await cleanup();
  await openSettings('/textos');
  await expect.element(policy).toBeVisible();
  await tabTo('Texto de abertura');
  await userEvent.keyboard('Venha!');
  await tabTo('Política de cancelamento');
  await tabTo('Descartar alterações');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByLabelText('Texto de abertura')).toHaveValue('');
  await expect.element(page.getByText('Tudo salvo')).toBeVisible();
});

test('what another one saved meanwhile is seen beside it, and nothing is lost', async () => {
  const theirs: OperatorSettings = {
    ...{ ...settings, heroText: 'O texto da colega.', cadastur: '26.000001.10.0001-1', version: 8 },
    cancellationPolicyHtml: '<p>A regra da colega.</p>',
  };
  const mine = { legalName: 'Rota das Águas Turismo Ltda.', heroText: 'O meu texto.' };
  const changed = refusal(409, { code: 'CHANGED_MEANWHILE' });
  const { bodies } = await openSettings('/textos', {
    [READ]: [{ json: settings }, { json: theirs }],
    [SAVE]: [changed, changed, { json: { ...theirs, ...mine, version: 9 } }],
  });
  await page.getByLabelText('Texto de abertura').fill('O meu texto.');
  await policy.click();
  await userEvent.keyboard('{Control>}a{/Control}A minha regra.');
  await goOn('Empresa');
  await page.getByLabelText('Razão social').fill(mine.legalName);
  await button('Salvar').click();
  const dialog = page.getByRole('dialog', { name: 'Outra pessoa salvou as configurações' });
  await expect.element(dialog.getByText('Falta escolher 2 campos.')).toBeVisible();
  const versions = (name: string) => dialog.getByRole('group', { name });
  for (const [name, words] of [
    ['Texto de abertura', 'O meu texto.'],
    ['Texto de abertura', 'O texto da colega.'],
    ['Política de cancelamento', 'A minha regra.'],
    ['Política de cancelamento', 'A regra da colega.'],
    ['CADASTUR', 'Só a outra pessoa mudou: fica a dela.'],
    ['Razão social', 'Só você mudou: fica a sua.'],
  ] as const) {
    await expect.element(versions(name).getByText(words)).toBeVisible();
  }
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await goOn('Textos do site');
  await expect.element(page.getByLabelText('Texto de abertura')).toHaveValue('O meu texto.');
  await userEvent.keyboard('{Control>}s{/Control}');
  await versions('Texto de abertura').getByRole('radio', { name: 'A sua' }).click();
  await versions('Política de cancelamento').getByRole('radio', { name: 'A salva por outra pessoa' }).click();
  await dialog.getByRole('button', { name: 'Juntar e salvar' }).click();
  await expectToast('success', 'Configurações salvas. O site já mostra as mudanças.');
  const { cadastur, cancellationPolicyHtml } = theirs;
  expect(bodies[SAVE]).toMatchObject({ ...mine, cadastur, cancellationPolicyHtml, version: 8 });
  await expect.element(policy).toHaveTextContent('A regra da colega.');
  await goOn('Empresa');
  await expect.element(page.getByLabelText('CADASTUR')).toHaveValue(cadastur);
});

test('the logo is taken away after a question, and the name stands in its place', async () => {
  const remove = 'DELETE /api/settings/logo';
  const logo = { id: crypto.randomUUID(), width: 320, height: 120 };
  const { calls } = await openSettings('/marca', {
    [READ]: { json: { ...settings, logo } },
    [remove]: { json: settings },
  });
  const preview = page.getByRole('region', { name: 'Prévia do site' });
  await expect.element(preview.getByRole('img', { name: settings.name }).first()).toBeVisible();
  const question = page.getByRole('alertdialog', { name: 'Remover o logo?' });
  await button('Remover logo').click();
  await question.getByRole('button', { name: 'Cancelar' }).click();
  expect(calls).not.toContain(remove);
  await button('Remover logo').click();
  await question.getByRole('button', { name: 'Confirmar' }).click();
  await expectToast('success', 'Logo removido.');
  await expect.element(button('Escolher logo')).toBeVisible();
  await expect.element(button('Remover logo')).not.toBeInTheDocument();
  await expect.element(preview.getByText(settings.name).first()).toBeVisible();
});
