import { readFile } from 'node:fs/promises';
import { expectNothingFound } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { addByApi, openPassengers, openRow, payByApi, tripToFill, wordsOfPdf } from './passengers.ts';
import { demoAccount, rareName } from './people.ts';
import { expectNoSidewaysScrolling, expectToast } from './screens.ts';

test('a passenger is confirmed and paid off, cancels and gets the money back', async ({ page, signInAs }) => {
  const token = await signInAs(demoAccount('OPERATOR'));
  const trip = await tripToFill(page.request, token);
  const name = rareName('Nair Siqueira de Tal');
  await addByApi(page.request, token, trip, { name, contact: '35988112233' }, 'Varginha');
  await openPassengers(page, trip);
  const nair = await openRow(page, name);
  await expect(nair).toContainText('Aguardando pagamento do sinal');
  await expect(nair).toContainText('Falta: nascimento, documento e órgão emissor');
  await expect(nair.getByRole('link', { name: /^WhatsApp/ })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/5535988112233\?text=Ol%C3%A1%2C%20Nair!/,
  );
  await expect(nair.getByLabel(`Ponto de embarque de ${name}`)).toHaveValue(trip.boardingPoints[0]?.id ?? '');

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

  await nair.getByRole('button', { name: /^Mais ações/ }).click();
  await page.getByRole('menuitem', { name: 'Cancelar reserva' }).click();
  const cancellation = page.getByRole('dialog', { name: 'Cancelar reserva' });
  await expect(cancellation.getByRole('region', { name: 'Valores do cancelamento' })).toContainText(
    /O cliente recebe\s*R\$\s289,00/,
  );
  await cancellation.getByRole('button', { name: 'Cancelar reserva' }).click();
  await expect(cancellation).toContainText('Motivo: preencha este campo.');
  await cancellation.getByLabel('Motivo').fill('Ficou doente');
  await cancellation.getByRole('button', { name: 'Cancelar reserva' }).click();
  await expectToast(page, 'success', 'Reserva de Nair cancelada.');
  await expect(nair).toHaveCount(0);

  await page.getByRole('link', { name: '1 Cancelada' }).click();
  await openRow(page, name);
  await expect(nair).toContainText(/A devolver: R\$\s289,00/);
  await nair.getByRole('button', { name: /^Devolver/ }).click();
  const refund = page.getByRole('dialog', { name: 'Registrar devolução' });
  await expect(refund.getByLabel('Valor devolvido')).toHaveValue('289,00');
  await refund.getByRole('button', { name: 'Registrar devolução' }).click();
  await expectToast(page, 'success', 'Devolução a Nair registrada.');
  await expect(nair).not.toContainText(/devolver/i);
  await nair.getByRole('button', { name: /^Mais ações/ }).click();
  await page.getByRole('menuitem', { name: 'Histórico de pagamentos' }).click();
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveText([
    /Sinal · Pix/,
    /Dinheiro/,
    /Devolução · Pix/,
  ]);
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

test('the rows by keyboard alone; the focus comes back', async ({ page, signInAs }) => {
  const token = await signInAs(demoAccount('OPERATOR'));
  const trip = await tripToFill(page.request, token);
  await addByApi(page.request, token, trip, { name: 'Teodora Campos' });
  await openPassengers(page, trip);

  const add = page.getByRole('button', { name: 'Nova reserva' });
  await add.focus();
  await page.keyboard.press('Enter');
  const counter = page.getByRole('dialog', { name: 'Nova reserva' });
  await expect(counter.getByLabel('Nome, CPF ou telefone')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(add).toBeFocused();

  const more = page.getByRole('button', { name: 'Mais ações: Teodora Campos' });
  await more.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Dados da pessoa' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Pedir os dados que faltam' })).toBeFocused();
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
});

test('on a phone people are rows of about 70 px; a tap opens the rest; nothing that opens is wider than the screen', {
  tag: '@phone',
}, async ({ page, signInAs }) => {
  const longName = rareName('Gumercindo Vasconcelos de Albuquerque');
  const token = await signInAs(demoAccount('OPERATOR'));
  const trip = await tripToFill(page.request, token, { capacity: 4 });
  const paid = await addByApi(page.request, token, trip, { name: longName }, 'Três');
  await payByApi(page.request, token, paid, 28_900);
  for (const number of [10, 11, 12]) {
    await addByApi(page.request, token, trip, { name: `Passageira Número ${number}` }, 'Varginha');
  }
  await openPassengers(page, trip);
  await expect(page.getByRole('button', { name: 'Nova reserva' })).toBeDisabled();
  await expect(page.getByText('Sem vagas: para adicionar alguém, aumente a lotação do passeio.')).toBeVisible();
  const rows = page.getByRole('row').filter({ hasText: 'Passageira Número' });
  await expect(rows).toHaveCount(3);
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

  await openRow(page, longName);
  for (const [entry, name] of [
    ['Histórico de pagamentos', 'Histórico de pagamentos'],
    ['Devolver', 'Registrar devolução'],
    ['Dados da pessoa', longName],
    ['Cancelar reserva', 'Cancelar reserva'],
  ] as const) {
    await page.getByRole('button', { name: `Mais ações: ${longName}` }).click();
    await page.getByRole('menuitem', { name: entry }).click();
    await expect(page.getByRole('dialog', { name })).toBeVisible();
    await expectNoSidewaysScrolling(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name })).toBeHidden();
  }

  const status = page.getByLabel('Situação', { exact: true });
  await expect(status).toBeHidden();
  await page.getByRole('button', { name: 'Filtros', exact: true }).click();
  await status.selectOption('todas');
  await expect(page.getByRole('button', { name: 'Filtros (1)' })).toBeVisible();
  await expectNoSidewaysScrolling(page);
  await page.goto(`/admin/passeios/${trip.id}/lista`);
  await expect(page.getByRole('cell', { name: longName })).toBeVisible();
  await expectNoSidewaysScrolling(page);
});
