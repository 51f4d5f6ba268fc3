import type { SiteAddress } from '@passeio/contract/connections/site-address';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderInArea } from '~/test/area';
import { expectNothingFound } from '~/test/axe';
import { type FakeResponse, refusal } from '~/test/network';
import { beOnPhone, expectToFit, expectWords } from '~/test/screen';
import { expectToast } from '~/test/toast';
import * as siteAddressPage from './site-address';

const READ = 'GET /api/site-address';
const claim = {
  domain: 'sossego.com.br',
  record: '_passeio.sossego.com.br',
  value: 'passeio-0123456789abcdef0123456789abcdef',
};
const hosted: SiteAddress = {
  ...{ isHosted: true, primary: 'sossego.passeio.example', given: 'sossego.passeio.example', others: [], claims: [] },
};
const proved = { ...hosted, others: ['sossego.com.br'] };

const open = (state: SiteAddress | FakeResponse[], responses: Record<string, FakeResponse | FakeResponse[]> = {}) =>
  renderInArea(siteAddressPage, {
    role: 'ADMIN',
    at: '/admin/endereco',
    responses: { [READ]: Array.isArray(state) ? state : { json: state }, ...responses },
  });
const UNPROVED = 'Ainda não encontramos o registro. Depois de criado, ele pode levar algumas horas para aparecer.';
const unproved = refusal(409, { code: 'DOMAIN_UNPROVED', message: UNPROVED });
const button = (name: string) => page.getByRole('button', { name });

test('an administrator names a domain, is shown its record, and has it looked for', async () => {
  await beOnPhone();
  const { bodies } = await open([{ json: hosted }, { json: { ...hosted, claims: [claim] } }, { json: proved }], {
    'POST /api/site-address/claims': { json: { ...hosted, claims: [claim] } },
    'POST /api/site-address/proofs': [unproved, { json: proved }],
  });
  await page.getByLabelText('Domínio', { exact: true }).fill('sossego.com.br');
  await button('Incluir domínio').click();
  await expect.element(page.getByLabelText('Conteúdo do registro', { exact: true })).toHaveValue(claim.value);
  expect(bodies['POST /api/site-address/claims']).toEqual({ domain: 'sossego.com.br' });
  await expectNothingFound();
  await expectToFit();
  await button('Conferir o registro').click();
  await expectToast('error', UNPROVED);
  await button('Conferir o registro').click();
  await expectToast('success', 'sossego.com.br leva ao portal.');
});

test('moving to another domain says before that sessions and passkeys end, and needs the password', async () => {
  const { bodies } = await open(proved, {
    'PUT /api/site-address/primary': { json: { ...hosted, primary: 'sossego.com.br', others: [hosted.given] } },
  });
  await button('Usar sossego.com.br').click();
  const dialog = page.getByRole('dialog', { name: 'Mudar para sossego.com.br?' });
  await expectWords(dialog, 'chaves de acesso do endereço anterior deixam de valer');
  await page.getByLabelText('Senha da sua conta').fill('minha senha');
  await dialog.getByRole('button', { name: 'Mudar o endereço' }).click();
  await expectToast('success', 'O portal está em sossego.com.br. Entre de novo na sua conta lá.');
  expect(bodies['PUT /api/site-address/primary']).toMatchObject({ domain: 'sossego.com.br', password: 'minha senha' });
});

test('without a host the address is the server’s', async () => {
  await open({ ...hosted, isHosted: false, primary: 'sossego.com.br' });
  await expectWords(page.getByRole('main'), 'definido nas variáveis do servidor');
  await expect.element(button('Incluir domínio')).not.toBeInTheDocument();
});
