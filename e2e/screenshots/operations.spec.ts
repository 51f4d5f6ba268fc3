import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { addByApi, openPassengers, openRow, payByApi, rowOf, tripToFill } from '../support/passengers.ts';
import { bearer, demoAccount, tripsOnSale } from '../support/people.ts';
import { areaMenu, expectPicturesLoaded, isPhone, refused } from '../support/screens.ts';
import { field, openEditor, saveButton } from '../support/trip-editor.ts';
import { archiveTripByApi, changeTripByApi, createTripByApi } from '../support/trips.ts';
import { shoot } from './shoot.ts';

const inSight = { fullPage: false };

test('the lists of the administration', async ({ page, signInAs }) => {
  await signInAs(demoAccount('ADMIN'));
  for (const [name, path] of [
    ['admin-trips', '/admin/passeios'],
    ['admin-people', '/admin/usuarios'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    await shoot(page, name);
  }
});

test.describe('every other screen of the operations', () => {
  test('the panel and the reservations behind it', async ({ page, signInAs }) => {
    await signInAs(demoAccount('ADMIN'));
    await page.goto('/home');
    await expect(page.locator('.recharts-bar-rectangle').first()).toBeAttached();
    await shoot(page, 'admin-panel');
    for (const numbers of await page.getByText('Ver números').all()) await numbers.click();
    await shoot(page, 'admin-panel-numbers');
    await page.goto('/admin/reservas?lista=a-receber');
    await expect(page.getByRole('rowheader').first()).toBeVisible();
    await shoot(page, 'admin-reservations');
    await page.goto('/admin/reservas?lista=feitas&dia=2020-01-01');
    await expect(page.getByRole('heading', { level: 2 })).toBeVisible();
    await shoot(page, 'admin-reservations-none');
  });

  test('the list of trips, its tools and what they open', async ({ page, signInAs, request }) => {
    await signInAs(demoAccount('ADMIN'));
    await page.goto('/admin/passeios');
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    const filters = page.getByRole('button', { name: /^Filtros/ });
    if (await filters.isVisible()) {
      await filters.click();
      await shoot(page, 'admin-trips-filters', inSight);
      await filters.click();
    }
    const [first] = await tripsOnSale(request);
    const actions = page.getByRole('button', { name: `Ações do passeio ${first?.title}` });
    await actions.click();
    await expect(page.getByRole('menuitem', { name: 'Editar' })).toBeVisible();
    await shoot(page, 'admin-trips-menu', inSight);
    await page.getByRole('menuitem', { name: 'Duplicar' }).click();
    await expect(page.getByRole('dialog', { name: 'Duplicar passeio' })).toBeVisible();
    await shoot(page, 'admin-trips-copy', inSight);
    await page.keyboard.press('Escape');
    await actions.click();
    await page.getByRole('menuitem', { name: 'Tirar do ar' }).click();
    await expect(page.getByRole('dialog', { name: 'Tirar do ar?' })).toBeVisible();
    await shoot(page, 'admin-trips-question', inSight);
    await page.goto('/admin/passeios?q=nada+disso');
    await expect(page.getByRole('heading', { name: 'Nenhum passeio encontrado' })).toBeVisible();
    await shoot(page, 'admin-trips-none');
  });

  test('the editor of a trip', async ({ page, signInAs, request, tolerate }) => {
    tolerate(/status of 409/);
    const token = await signInAs(demoAccount('OPERATOR'));
    await openEditor(page);
    await shoot(page, 'admin-editor-new');
    await page.getByRole('button', { name: 'Adicionar ponto' }).click();
    await page.getByRole('button', { name: 'Padrão', exact: true }).click();
    await saveButton(page).click();
    await expect(page.getByText('Título: preencha este campo.')).toBeVisible();
    await shoot(page, 'admin-editor-errors');

    const [first] = await tripsOnSale(request);
    await openEditor(page, first?.id);
    await expectPicturesLoaded(page.getByRole('main'), 1);
    await shoot(page, 'admin-editor');
    await page.getByRole('group', { name: 'Saída' }).getByRole('textbox', { name: 'Dia' }).click();
    await expect(page.getByRole('button', { name: 'Próximo mês' })).toBeVisible();
    await shootHere(page, 'admin-editor-day');
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Veículo' }).click();
    await shootHere(page, 'admin-editor-vehicle');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Pré-visualizar' }).click();
    await expect(page.getByRole('dialog', { name: first?.title })).toBeVisible();
    await shoot(page, 'admin-editor-preview', inSight);

    const own = await createTripByApi(request, token);
    await openEditor(page, own.id);
    await changeTripByApi(request, token, own.id, { summary: 'Outro resumo.', bring: ['Documento', 'Casaco'] });
    await field(page, 'Resumo').fill('Meu resumo.');
    await field(page, 'O que levar').fill('Documento');
    await saveButton(page).click();
    await expect(page.getByRole('dialog', { name: 'Outra pessoa salvou este passeio' })).toBeVisible();
    await shoot(page, 'admin-editor-versions', inSight);
    await archiveTripByApi(request, token, own.id);
  });

  test('the passengers of a trip', async ({ page, signInAs }) => {
    const token = await signInAs(demoAccount('ADMIN'));
    const trip = await tripToFill(page.request, token);
    await openPassengers(page, trip);
    await expect(page.getByText('Ninguém reservou ainda')).toBeVisible();
    await shoot(page, 'admin-passengers-none');

    const name = 'Gumercindo Vasconcelos de Albuquerque e Castro';
    const complete = { rg: 'MG-12.345.678', emitter: 'SSP/MG', birthdate: '1961-03-09' };
    await payByApi(
      page.request,
      token,
      await addByApi(page.request, token, trip, { name, ...complete }, 'Três'),
      28_900,
    );
    const part = await addByApi(page.request, token, trip, { name: 'Ângela Conceição Ñandú', ...complete }, 'Varginha');
    await payByApi(page.request, token, part, 8_670);
    await addByApi(page.request, token, trip, { name: 'Zita', birthdate: '2020-01-31' });
    await openPassengers(page, trip);
    await expect(rowOf(page, name)).toBeVisible();
    await shoot(page, 'admin-passengers');

    const list = page.getByRole('button', { name: 'Lista de passageiros' });
    await list.click();
    await expect(page.getByRole('menuitem', { name: 'Imprimir' })).toBeVisible();
    await shoot(page, 'admin-passengers-menu', inSight);
    await page.getByRole('menuitem', { name: 'Colunas e grupos' }).click();
    await shoot(page, 'admin-passengers-columns', inSight);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Nova reserva' }).click();
    const booking = page.getByRole('dialog', { name: 'Nova reserva' });
    await booking.getByLabel('Nome, CPF ou telefone').fill('ana');
    await expect(booking.getByRole('option').first()).toBeVisible();
    await shoot(page, 'admin-passengers-add', inSight);
    await booking.getByRole('option', { name: 'Cadastrar nova pessoa' }).click();
    await booking.getByRole('button', { name: 'Reservar' }).click();
    await expect(booking.getByLabel('Telefone com DDD')).toHaveAttribute('aria-invalid', 'true');
    await shoot(page, 'admin-passengers-add-errors', inSight);
    await page.keyboard.press('Escape');
    await openPassengers(page, trip);
    await openRow(page, name);
    for (const [entry, dialog, file] of [
      ['Dados da pessoa', name, 'person'],
      ['Cancelar reserva', 'Cancelar reserva', 'cancel'],
    ] as const) {
      await page.getByRole('button', { name: `Mais ações: ${name}` }).click();
      if (file === 'person') await shootHere(page, 'admin-passengers-more');
      await page.getByRole('menuitem', { name: entry }).click();
      await expect(page.getByRole('dialog', { name: dialog })).toBeVisible();
      await shoot(page, `admin-passengers-${file}`, inSight);
      await page.keyboard.press('Escape');
    }
    const passengers = `/admin/passeios/${trip.id}/passageiros`;
    await page.goto(`${passengers}?ordem=reservation`);
    await page
      .getByRole('checkbox', { name: /^Escolher todos/ })
      .first()
      .check();
    await shoot(page, 'admin-passengers-reservations');
    await page.goto(`${passengers}?pendentes=sim&ordem=reservation`);
    await expect(page.getByRole('link', { name: /^Pedir no WhatsApp/ })).toBeVisible();
    await shoot(page, 'admin-passengers-missing');
    await page.goto(`/admin/passeios/${trip.id}/lista`);
    await expect(page.getByRole('cell', { name })).toBeVisible();
    await shoot(page, 'admin-sheet');
  });

  test('a reservation', async ({ page, signInAs, tolerate }) => {
    tolerate(refused('/api/reservations/AAAAAA'));
    const token = await signInAs(demoAccount('OPERATOR'));
    const trip = await tripToFill(page.request, token);
    const name = 'Gumercindo Vasconcelos de Albuquerque e Castro';
    const { id, code } = await addByApi(page.request, token, trip, { name, birthdate: '1961-03-09' }, 'Três');
    await page.goto(`/admin/reservas/${code}`);
    await expect(page.getByText('Nenhuma mensagem')).toBeVisible();
    await shoot(page, 'admin-reservation-held', inSight);
    await payByApi(page.request, token, { id }, 8_670);
    for (const [path, data] of [
      ['notes', { text: 'Vai de cadeira de rodas; quer ficar na frente, perto da porta.' }],
      ['tags', { label: 'VIP' }],
      ['tags', { label: 'Aniversário de casamento' }],
    ] as const) {
      await page.request.post(`/api/reservations/${id}/${path}`, { data, headers: bearer(token) });
    }
    await page.goto(`/admin/reservas/${id}`);
    await expect(page.getByText('Registrou pagamento da reserva')).toBeVisible();
    await shoot(page, 'admin-reservation');
    await page.getByRole('button', { name: 'Escrever nota' }).click();
    await shoot(page, 'admin-reservation-note', inSight);
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Etiqueta' }).click();
    await shootHere(page, 'admin-reservation-tag');
    await page.goto('/admin/reservas?etiqueta=VIP');
    await expect(page.getByRole('cell', { name: code })).toBeVisible();
    await shoot(page, 'admin-reservations-tag');
    await page.goto('/admin/reservas/AAAAAA');
    await expect(page.getByText('Não encontramos esta reserva')).toBeVisible();
    await shoot(page, 'admin-reservation-none', inSight);
  });

  test('people', async ({ page, signInAs, request }) => {
    const token = await signInAs(demoAccount('ADMIN'));
    await page.goto('/admin/usuarios?q=nada+disso');
    await expect(page.getByRole('heading', { level: 2 })).toBeVisible();
    await shoot(page, 'admin-people-none');
    await page.goto(await personPage(request, token, demoAccount('CLIENT').email));
    await expect(page.getByRole('region', { name: 'Histórico' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Bloquear acesso' })).toBeVisible();
    await shoot(page, 'admin-person');
    await page.getByLabel('CPF', { exact: true }).fill('1');
    await page.getByRole('button', { name: 'Salvar alterações' }).click();
    await expect(page.getByText('CPF inválido. Confira os números digitados.')).toBeVisible();
    await shoot(page, 'admin-person-errors');
    await page.getByRole('button', { name: 'Bloquear acesso' }).click();
    await expect(page.getByRole('alertdialog', { name: 'Bloquear o acesso?' })).toBeVisible();
    await shoot(page, 'admin-person-question', inSight);
  });

  test('the audit trail', async ({ page, signInAs }) => {
    await signInAs(demoAccount('ADMIN'));
    await page.goto('/admin/auditoria');
    await expect(page.getByRole('article').first()).toBeVisible();
    await page
      .getByText(/^Ver o que mudou/)
      .first()
      .click();
    await shoot(page, 'admin-audit');
    if (isPhone(page)) {
      await page.getByRole('button', { name: 'Filtros' }).click();
      await shoot(page, 'admin-audit-filters', inSight);
    }
    await page.goto('/admin/auditoria?q=nada+disso');
    await expect(page.getByText('Nada encontrado')).toBeVisible();
    await shoot(page, 'admin-audit-none');
  });

  test('the settings', async ({ page, signInAs }) => {
    await signInAs(demoAccount('ADMIN'));
    await page.goto('/admin/configuracoes');
    await expect(page.getByRole('link', { name: 'Marca' })).toBeVisible();
    await shoot(page, 'admin-settings');
    const messages = ['mensagens', 'mensagens/paymentConfirmed', 'mensagens/whatsAppDeposit'];
    for (const section of ['empresa', 'contato', 'pagamento', 'textos', ...messages, 'acesso']) {
      await page.goto(`/admin/configuracoes/${section}`);
      await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
      await expect(page.getByText('Carregando o editor')).toHaveCount(0);
      await shoot(page, `admin-settings-${section}`);
    }
    await page.goto('/admin/configuracoes/mensagens/holdEnding');
    await page.getByLabel('Texto', { exact: true }).fill('Olá!\n\nFalta pagar {valor} até {xyz}.');
    await page.getByRole('button', { name: 'Salvar mensagem' }).click();
    await expect(page.getByText('O campo {xyz} não existe nesta mensagem.')).toBeVisible();
    await shoot(page, 'admin-settings-message-error');
    await page.goto('/admin/configuracoes/marca');
    await page.getByLabel('Nome', { exact: true }).fill('');
    await saveButton(page).click();
    await expect(page.getByText('Nome: preencha este campo.')).toBeVisible();
    await shoot(page, 'admin-settings-errors');
    await page.getByLabel('Cor de destaque').click();
    await shootHere(page, 'admin-settings-colour');
  });

  test('menus, denials and failures', async ({ page, signInAs, tolerate }) => {
    tolerate(/status of 404/);
    tolerate(refused('/api/'));
    await signInAs(demoAccount('ADMIN'));
    await page.goto('/admin/nada');
    await expect(page.getByText('Não encontramos esta página')).toBeVisible();
    await shoot(page, 'admin-not-found');
    await page.goto('/home');
    const menu = await areaMenu(page);
    await menu.getByText('Componentes').click();
    await shoot(page, 'admin-sidebar', inSight);
    await page.goto('/home');
    await page.getByRole('button', { name: 'menu da conta' }).click();
    await shoot(page, 'admin-account-menu', inSight);
    await page.route(/\/api\/(overview|trips|users\?|audit)/, (route) => route.fulfill({ status: 500, json: {} }));
    for (const [name, path] of [
      ['admin-panel-failed', '/home'],
      ['admin-trips-failed', '/admin/passeios'],
      ['admin-people-failed', '/admin/usuarios'],
      ['admin-audit-failed', '/admin/auditoria'],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole('button', { name: 'Tentar de novo' })).toBeVisible();
      await shoot(page, name);
    }
  });
});

/** A picture of where the page stands. */
async function shootHere(page: Page, name: string): Promise<void> {
  await shoot(page, name, { fullPage: false, whereItStands: true });
}

async function personPage(request: Parameters<typeof tripsOnSale>[0], token: string, email: string): Promise<string> {
  const found = await request.get(`/api/users?q=${email}`, { headers: bearer(token) });
  return `/admin/usuarios/${(await found.json()).data[0].id}`;
}
