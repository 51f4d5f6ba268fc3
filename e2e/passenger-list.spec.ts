import { readFile } from 'node:fs/promises';
import { expectNothingFound } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { addByApi, openPassengers, openRow, payByApi, tripToFill, wordsOfPdf } from './passengers.ts';
import { demoAccount, newPerson, rareName } from './people.ts';
import { expectNoSidewaysScrolling, expectToast } from './screens.ts';
import { insertPerson } from './sessions.ts';

test('somebody who phones is added, confirmed and paid off; another one cancels and gets the money back', async ({
  page,
  signInAs,
}) => {
  const token = await signInAs(demoAccount('OPERATOR'));
  const trip = await tripToFill(page.request, token);
  const client = { ...newPerson(), name: 'Otávio Quintela Brandão' };
  const newcomer = rareName('Nair Siqueira de Tal');
  await insertPerson(client);

  await openPassengers(page, trip);
  await expect(page.getByText('Ninguém reservou ainda')).toBeVisible();
  await page.getByRole('button', { name: 'Nova reserva' }).click();
  const counter = page.getByRole('dialog', { name: 'Nova reserva' });
  await counter.getByLabel('Nome, CPF ou telefone').fill(newcomer);
  await counter.getByRole('option', { name: 'Cadastrar nova pessoa' }).click();
  await expect(counter.getByLabel('Nome de quem paga')).toHaveValue(newcomer);
  await counter.getByLabel('Telefone com DDD').pressSequentially('35988112233');
  await counter.getByLabel('Ponto de embarque').selectOption({ label: '05:00 Varginha – Terminal Rodoviário' });
  await counter.getByRole('button', { name: 'Reservar' }).click();
  await expectToast(page, 'success', /^Reserva \w{6} de Nair .* feita: 1 pessoa\.$/);
  const nair = await openRow(page, newcomer);
  await expect(nair).toContainText('Aguardando pagamento do sinal');
  await expect(nair).toContainText('Falta: nascimento, documento e órgão emissor');
  await expect(nair.getByRole('link', { name: /^WhatsApp/ })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/5535988112233\?text=Ol%C3%A1%2C%20Nair!/,
  );
  await expect(nair.getByLabel(`Ponto de embarque de ${newcomer}`)).toHaveValue(trip.boardingPoints[0]?.id ?? '');

  await nair.getByRole('button', { name: /^Confirmar sinal/ }).click();
  const payment = page.getByRole('dialog', { name: 'Confirmar sinal' });
  await expect(payment.getByLabel('Valor recebido')).toHaveValue('86,70');
  await payment.getByRole('button', { name: 'Confirmar sinal' }).click();
  await expectToast(page, 'success', 'Sinal confirmado: a reserva de Nair está certa.');
  await expect(nair).toContainText('Confirmada (sinal pago)');
  await nair.getByRole('button', { name: /^Marcar como quitada/ }).click();
  const rest = page.getByRole('dialog', { name: 'Marcar como quitada' });
  await expect(rest.getByLabel('Valor recebido')).toHaveValue('202,30');
  await rest.getByLabel('Como foi pago').selectOption('Dinheiro');
  await rest.getByRole('button', { name: 'Marcar como quitada' }).click();
  await expectToast(page, 'success', 'Reserva de Nair quitada.');
  await expect(nair).toContainText('Quitada');

  await page.getByRole('button', { name: 'Nova reserva' }).click();
  const cpf = client.cpf.replace(/(\d{3})(\d{3})(\d{3})(\d{2})/, '$1.$2.$3-$4');
  await counter.getByLabel('Nome, CPF ou telefone').fill(cpf);
  await counter.getByRole('option', { name: client.name }).click();
  await counter.getByRole('button', { name: 'Reservar' }).click();
  await expectToast(page, 'success', /^Reserva \w{6} de Otávio .* feita: 1 pessoa\.$/);
  const otavio = await openRow(page, client.name);
  await otavio.getByRole('button', { name: /^Confirmar sinal/ }).click();
  await payment.getByRole('button', { name: 'Confirmar sinal' }).click();
  await expectToast(page, 'success', 'Sinal confirmado: a reserva de Otávio está certa.');

  await otavio.getByRole('button', { name: /^Mais ações/ }).click();
  await page.getByRole('menuitem', { name: 'Cancelar reserva' }).click();
  const cancellation = page.getByRole('dialog', { name: 'Cancelar reserva' });
  await expect(cancellation).toContainText(/Há R\$\s86,70 a devolver/);
  await cancellation.getByRole('button', { name: 'Cancelar reserva' }).click();
  await expect(cancellation).toContainText('Motivo: preencha este campo.');
  await cancellation.getByLabel('Motivo').fill('Ficou doente');
  await cancellation.getByRole('button', { name: 'Cancelar reserva' }).click();
  await expectToast(page, 'success', 'Reserva de Otávio cancelada.');
  await expect(otavio).toHaveCount(0);

  await page.getByRole('link', { name: '1 Cancelada' }).click();
  await openRow(page, client.name);
  await expect(otavio).toContainText(/A devolver: R\$\s86,70/);
  await otavio.getByRole('button', { name: /^Devolver/ }).click();
  const refund = page.getByRole('dialog', { name: 'Registrar devolução' });
  await expect(refund.getByLabel('Valor devolvido')).toHaveValue('86,70');
  await refund.getByRole('button', { name: 'Registrar devolução' }).click();
  await expectToast(page, 'success', 'Devolução a Otávio registrada.');
  await expect(otavio).not.toContainText(/devolver/i);
  await otavio.getByRole('button', { name: /^Mais ações/ }).click();
  await page.getByRole('menuitem', { name: 'Histórico de pagamentos' }).click();
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveText([/Sinal · Pix/, /Devolução · Pix/]);
});

test('the list on paper says the same as the exported PDF, and the CSV is there too', async ({ page, signInAs }) => {
  const token = await signInAs(demoAccount('OPERATOR'));
  const trip = await tripToFill(page.request, token, { vehicle: 'Micro-ônibus 28 lugares' });
  const documents = { rg: '012.345-6', emitter: 'SSP/MG', birthdate: '1961-03-09' };
  const paid = await addByApi(page.request, token, trip, { name: 'Ângela Conceição Ñandú', ...documents }, 'Varginha');
  await payByApi(page.request, token, paid, 8_670);
  await addByApi(page.request, token, trip, { name: 'Édson Guimarães', contact: '3532124455' }, 'Três');
  await addByApi(page.request, token, trip, { name: 'Ítalo Araújo' }, 'Varginha');
  await addByApi(page.request, token, trip, { name: 'Quem Ainda Não Disse' });

  await openPassengers(page, trip);
  await page.getByRole('button', { name: 'Lista de passageiros' }).click();
  await page.getByRole('menuitem', { name: 'Colunas e grupos' }).click();
  const columns = page.getByRole('dialog', { name: 'Colunas e grupos da lista' });
  await columns.getByLabel('Falta pagar').check();
  for (const column of ['Tarifa', 'Telefone', 'Acompanhante']) await columns.getByLabel(column).uncheck();
  await columns.getByRole('button', { name: 'Guardar escolha' }).click();

  const pdf = await save('Exportar PDF');
  expect(pdf.name).toMatch(/^passageiros-passeio-de-teste-[\da-z-]+-\d{4}-\d{2}-\d{2}\.pdf$/);
  const exported = await wordsOfPdf(pdf.path);
  const csv = await save('Exportar CSV');
  expect(csv.name.replace('.csv', '.pdf')).toBe(pdf.name);
  const lines = (await readFile(csv.path, 'utf8')).split('\r\n');
  expect(lines[0]).toBe('\uFEFFNº;Nome;Documento;Órgão emissor;Nascimento;Ponto de embarque;Falta pagar (R$)');
  expect(lines[2]).toBe(
    '2;Ângela Conceição Ñandú;RG 012.345-6;SSP/MG;09/03/1961;05:00 – Varginha – Terminal Rodoviário;202,30',
  );

  await page.getByRole('button', { name: 'Lista de passageiros' }).click();
  await page.getByRole('menuitem', { name: 'Imprimir' }).click();
  await expect(page.getByRole('button', { name: 'Imprimir' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Falta pagar' }).first()).toBeVisible();
  await expectNoSidewaysScrolling(page);
  const printed = await wordsOfPdf(await page.pdf({ preferCSSPageSize: true }));

  const rows = [
    '04:30 – Três Corações – posto do trevo (1 pessoa)',
    '1 Édson Guimarães R$ 289,00',
    '05:00 – Varginha – Terminal Rodoviário (2 pessoas)',
    '2 Ângela Conceição Ñandú RG 012.345-6 SSP/MG 09/03/1961 R$ 202,30',
    '3 Ítalo Araújo R$ 289,00',
    'A combinar (1 pessoa)',
    '4 Quem Ainda Não Disse R$ 289,00',
  ];
  for (const words of [exported, printed]) {
    const places = rows.map((row) => words.indexOf(row));
    expect(places, words).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    for (const fact of [
      'Lista de passageiros',
      trip.title,
      'Micro-ônibus 28 lugares',
      'CNPJ',
      'CADASTUR',
      '4 pessoas',
    ]) {
      expect(words).toContain(fact);
    }
    expect(words.match(/Nº Nome Documento Órgão emissor Nascimento Falta pagar/g)).toHaveLength(3);
  }
  // Printed, only the list is visible.
  for (const chrome of ['Minha conta', 'Colunas e grupos', 'Imprimir', 'exportada'])
    expect(printed).not.toContain(chrome);

  async function save(entry: string): Promise<{ name: string; path: string }> {
    await page.getByRole('button', { name: 'Lista de passageiros' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: entry }).click();
    const file = await download;
    await expectToast(page, 'success', 'Lista de passageiros exportada.');
    return { name: file.suggestedFilename(), path: await file.path() };
  }
});

test('the whole list by keyboard alone', async ({ page, signInAs }) => {
  const token = await signInAs(demoAccount('OPERATOR'));
  const trip = await tripToFill(page.request, token);
  await addByApi(page.request, token, trip, { name: 'Teodora Campos' });
  await openPassengers(page, trip);

  const add = page.getByRole('button', { name: 'Nova reserva' });
  await add.focus();
  await page.keyboard.press('Enter');
  const counter = page.getByRole('dialog', { name: 'Nova reserva' });
  await expect(counter.getByLabel('Nome, CPF ou telefone')).toBeFocused();
  await page.keyboard.type(rareName('Leocádia'));
  await expect(counter.getByRole('option', { name: 'Cadastrar nova pessoa' })).toHaveAttribute(
    'data-combobox-selected',
    'true',
  );
  await page.keyboard.press('Enter');
  await expect(counter.getByLabel('Telefone com DDD')).toBeFocused();
  await page.keyboard.type('3532124455');
  await page.keyboard.press('Control+Enter');
  await expectToast(page, 'success', /^Reserva \w{6} de Leocádia .* feita: 1 pessoa\.$/);
  await expect(add).toBeFocused();

  const more = page.getByRole('button', { name: 'Mais ações: Teodora Campos' });
  await more.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Dados da pessoa' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Marcar como quitada' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByLabel('Valor recebido')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(more).toBeFocused();
  const boarding = page.getByLabel('Ponto de embarque de Teodora Campos');
  await boarding.focus();
  await page.keyboard.type('04:30');
  await expectToast(page, 'success', 'Embarque de Teodora alterado.');
  await expect(boarding).toBeFocused();
  await page.reload();
  await expect(page.getByRole('heading', { name: trip.title, level: 2 })).toBeVisible();
  await openRow(page, 'Teodora Campos');
  await expect(boarding).toHaveValue(trip.boardingPoints.find(({ time }) => time === '04:30')?.id ?? '');
});

test('on a phone 35 people are rows of about 70 px; a tap opens the rest, filters are behind one button', {
  tag: '@phone',
}, async ({ page, signInAs }) => {
  const token = await signInAs(demoAccount('OPERATOR'));
  const trip = await tripToFill(page.request, token, { capacity: 35 });
  for (let number = 10; number < 45; number += 1) {
    await addByApi(page.request, token, trip, { name: `Passageira Número ${number}` }, 'Varginha');
  }
  await openPassengers(page, trip);
  await expect(page.getByRole('button', { name: 'Nova reserva' })).toBeDisabled();
  await expect(page.getByText('Sem vagas: para adicionar alguém, aumente a lotação do passeio.')).toBeVisible();
  const rows = page.getByRole('row').filter({ hasText: 'Passageira Número' });
  await expect(rows).toHaveCount(35);
  const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
  expect(Math.max(...heights)).toBeLessThanOrEqual(72);

  const row = rows.first();
  await expect(row.getByRole('button')).toHaveCount(1);
  const toggle = row.getByRole('button', {
    name: /Passageira Número 10.*Adulto.*Falta R\$\s289,00.*Aguardando pagamento do sinal/,
  });
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await expectNothingFound(page);
  await expect(row.getByRole('link', { name: /^WhatsApp/ })).toBeVisible();
  await expect(row.getByRole('button', { name: /^Confirmar sinal/ })).toBeVisible();
  await toggle.click();
  await expect(row.getByRole('link', { name: /^WhatsApp/ })).toBeHidden();

  const status = page.getByLabel('Situação', { exact: true });
  await expect(status).toBeHidden();
  await page.getByRole('button', { name: 'Filtros', exact: true }).click();
  await status.selectOption('todas');
  await expect(page.getByRole('button', { name: 'Filtros (1)' })).toBeVisible();
  await expectNoSidewaysScrolling(page);
});
