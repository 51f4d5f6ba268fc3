import type { FiscalState } from '@passeio/contract/payments/fiscal-settings';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNothingFound } from '~/test/axe';
import { answerCalls } from '~/test/network';
import { signIn } from '~/test/person';
import { renderRoute } from '~/test/render';
import { expectToast } from '~/test/toast';
import * as fiscalPage from './fiscal';

const READ = 'GET /api/settings/fiscal';
const SAVE = 'PUT /api/settings/fiscal';
const certificate = {
  name: 'ROTA DAS AGUAS',
  taxId: '11222333000181',
  expiresAt: '2027-05-10T12:00:00.000Z',
  isProduction: false,
};
const settings: FiscalState['settings'] = {
  ...{ municipality: '3170701', municipalRegistration: '', simplesOption: '3', simplesRegime: '1', specialRegime: '0' },
  ...{ serviceCode: '090202', municipalCode: '', nbsCode: '118053900', rate: null, approximateTaxes: 650 },
  ...{ ownPercent: 100, series: 1, allowsUnnamed: false, issueRule: 'by_hand' },
  ...{ personalUse: '', operationIndicator: '', taxSituation: '', taxClass: '' },
};

async function open(state: FiscalState) {
  signIn('ADMIN');
  const network = answerCalls({ [READ]: { json: state }, [SAVE]: { json: { ...state, settings } } });
  await renderRoute(fiscalPage, { at: '/admin/nota-fiscal' });
  return network;
}
const save = () => page.getByRole('button', { name: 'Salvar nota fiscal' }).click();

test('nothing is proposed, and each field says what is missing', async () => {
  await open({ settings: null, certificate });
  await expect.element(page.getByText('Confirme com seu contador', { exact: false })).toBeVisible();
  await expect.element(page.getByText('11.222.333/0001-81')).toBeVisible();
  await expectNothingFound();
  await save();
  await expect.element(page.getByText('Use os 7 números do código do município no IBGE.')).toBeVisible();
  await expect.element(page.getByText('Escolha a situação no Simples Nacional.')).toBeVisible();
  await expect.element(page.getByText('Use de 1 a 49999.')).toBeVisible();
});

test('what a company of the Simples decides is saved as the layout has it', async () => {
  const { bodies } = await open({ settings: null, certificate });
  for (const [label, value] of [
    ['Município (código do IBGE)', '3170701'],
    ['Código de tributação nacional', '090202'],
    ['NBS', '118053900'],
    ['Parte do preço que é da operadora', '100'],
    ['Série', '1'],
  ] as const) {
    await userEvent.fill(page.getByLabelText(label, { exact: true }), value);
  }
  await page.getByLabelText('Simples Nacional').selectOptions('3');
  await page.getByLabelText('Regime de apuração').selectOptions('1');
  await page.getByLabelText('Regime especial do município').selectOptions('0');
  await userEvent.fill(page.getByLabelText('Carga tributária aproximada'), '6,5');
  await save();
  await expectToast('success', 'Configurações da nota fiscal salvas.');
  expect(bodies[SAVE]).toEqual(settings);
});

test('the certificate says whose it is and until when, and that notes are tests', async () => {
  await open({ settings, certificate });
  await expect.element(page.getByText('ROTA DAS AGUAS')).toBeVisible();
  await expect.element(page.getByText('10/05/2027')).toBeVisible();
  await expect.element(page.getByText('As notas são de teste, sem valor fiscal.')).toBeVisible();
});

test('without a certificate the page says what is missing', async () => {
  await open({ settings: null, certificate: null });
  await expect.element(page.getByText('Ainda não dá para emitir notas', { exact: false })).toBeVisible();
});
