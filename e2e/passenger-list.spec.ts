import { expectNothingFound } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { addByApi, payByApi, textOfPdf, tripToFill } from './support/passengers.ts';
import { bearer, demoAccount } from './support/people.ts';
import { expectToFit } from './support/screens.ts';

test('the list on paper says the same as the exported PDF', async ({ page, signInAs }) => {
  const token = await signInAs(demoAccount('OPERATOR'));
  const trip = await tripToFill(page.request, token, { vehicle: 'Micro-ônibus 28 lugares' });
  const documents = { rg: '012.345-6', emitter: 'SSP/MG', birthdate: '1961-03-09' };
  const paid = await addByApi(page.request, token, trip, { name: 'Ângela Conceição Ñandú', ...documents }, 'Varginha');
  await payByApi(page.request, token, paid, 8_670);
  await addByApi(page.request, token, trip, { name: 'Édson Guimarães', contact: '3532124455' }, 'Três');
  await addByApi(page.request, token, trip, { name: 'Ítalo Araújo' }, 'Varginha');
  await addByApi(page.request, token, trip, { name: 'Quem Ainda Não Disse' });

  const columns = 'number,name,document,issuer,birthdate,boarding,due';
  const file = `/api/trips/${trip.id}/passengers/export?format=pdf&columns=${columns}`;
  const exported = await textOfPdf(await (await page.request.get(file, { headers: bearer(token) })).body());
  await page.goto(`/admin/passeios/${trip.id}/lista?colunas=${columns}`);
  await expect(page.getByRole('button', { name: 'Imprimir' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Falta pagar' }).first()).toBeVisible();
  await expectToFit(page);
  await expectNothingFound(page);
  const printed = await textOfPdf(await page.pdf({ preferCSSPageSize: true }));

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
});
