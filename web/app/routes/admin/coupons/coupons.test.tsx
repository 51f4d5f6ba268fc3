import type { Coupon } from '@passeio/contract/discounts/coupons';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNothingFound } from '~/test/axe';
import { answerCalls, type FakeResponse, refusal } from '~/test/network';
import { signIn } from '~/test/person';
import { renderRoute } from '~/test/render';
import { expectNoSidewaysScrolling, setWindow } from '~/test/screen';
import { expectToast } from '~/test/toast';
import { spring } from './coupon.sample';
import * as coupons from './coupons';

const page1 = { number: 1, size: 50, total: 1 };

async function open(data: Coupon[], responses: Record<string, FakeResponse | FakeResponse[]> = {}) {
  signIn('ADMIN');
  const network = answerCalls({
    'GET /api/coupons': { json: { data, page: { ...page1, total: data.length } } },
    'GET /api/trips': { json: { data: [], page: { ...page1, total: 0 } } },
    ...responses,
  });
  await renderRoute(coupons, { at: '/admin/cupons' });
  return network;
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string) => page.getByRole('textbox', { name, exact: true });

test('coupons say what they take off, how far they are used, and until when they are valid', async () => {
  await open([spring, { ...spring, id: crypto.randomUUID(), code: 'NATAL', maxUses: null, isActive: false, uses: 1 }]);
  const rows = page.getByRole('listitem');
  await expect.element(rows.nth(0).getByText('15% de desconto em Adulto · Instagram')).toBeVisible();
  await expect.element(rows.nth(0).getByText(/3 de 20 usos · R\$\s129,90 de R\$\s1\.000,00 de desconto/)).toBeVisible();
  await expect.element(rows.nth(0).getByText('Vale até 31/12/2098')).toBeVisible();
  await expect.element(rows.nth(1).getByText('Desligado')).toBeVisible();
  await expect.element(rows.nth(1).getByText(/1 uso · /)).toBeVisible();
});

test('a coupon with a limit for each client says that clients without an account can pass it', async () => {
  await open([]);
  const warning = page.getByText(/Quem reserva sem conta passa desse limite/);
  await button('Novo cupom').click();
  await expect.element(field('Usos por cliente')).toBeVisible();
  await expect.element(warning).not.toBeInTheDocument();
  await field('Usos por cliente').fill('1');
  await expect.element(warning).toBeVisible();
  await field('Usos por cliente').fill('');
  await expect.element(warning).not.toBeInTheDocument();
  await page.getByRole('switch', { name: 'Só para a primeira reserva da pessoa' }).click();
  await expect.element(warning).toBeVisible();
});

test('a coupon is made: days are whole, what is empty has no limit; what is wrong is said at its field', async () => {
  await setWindow();
  const { bodies } = await open([], {
    'POST /api/coupons': [
      refusal(409, { code: 'COUPON_CODE_TAKEN', message: 'Já existe um cupom com este código.' }),
      { json: spring },
    ],
  });
  await button('Novo cupom').click();
  await expect.element(field('Código')).toHaveFocus();
  await expectNothingFound('[role="dialog"], dialog');
  await expectNoSidewaysScrolling();
  await userEvent.keyboard('primavera');
  await button('Criar cupom').click();
  await expect.element(page.getByText('Informe o desconto.')).toBeVisible();
  await field('Quantos por cento').fill('15');
  await field('Usos ao todo').fill('20');
  await field('Desconto ao todo').fill('1000');
  const until = page.getByRole('textbox', { name: /^Vale até/ });
  await until.fill('31/12/2098');
  await field('Vagas guardadas').fill('4');
  await button('Criar cupom').click();
  await expect.element(page.getByText('Para guardar vagas, escolha de 1 a 20 passeios.')).toBeVisible();
  await field('Vagas guardadas').fill('');
  await button('Criar cupom').click();
  await expect.element(page.getByText('Já existe um cupom com este código.')).toBeVisible();
  await button('Criar cupom').click();
  await expectToast('success', 'Cupom PRIMAVERA criado.');
  expect(bodies['POST /api/coupons']).toMatchObject({
    code: 'PRIMAVERA',
    effect: 'percent',
    value: 15,
    maxUses: 20,
    maxDiscountCents: 100_000,
    maxUsesPerClient: null,
    validFrom: null,
    validUntil: '2099-01-01T03:00:00.000Z',
    placesSetAside: null,
    setAsideUntil: null,
  });
});

test('a coupon keeps places in each of its trips until a day; which trip has too few is said at the field', async () => {
  const kept = { ...spring, tripIds: [crypto.randomUUID()], placesSetAside: 5 };
  const { bodies } = await open([kept], {
    [`PUT /api/coupons/${spring.id}`]: refusal(409, {
      code: 'ALLOTMENT_SHORT',
      message: 'Não há tantas vagas livres para guardar.',
      fields: { placesSetAside: 'Cânions: dá para guardar no máximo 3 vagas.' },
    }),
  });
  await expect.element(page.getByText(/ · 5 vagas guardadas por passeio · /)).toBeVisible();
  await button('Ações do cupom PRIMAVERA').click();
  await page.getByRole('menuitem', { name: 'Editar' }).click();
  await page.getByRole('textbox', { name: 'Guardar até' }).fill('10/12/2098');
  await button('Salvar').click();
  await expect.element(page.getByText('Cânions: dá para guardar no máximo 3 vagas.')).toBeVisible();
  expect(bodies[`PUT /api/coupons/${spring.id}`]).toMatchObject({
    placesSetAside: 5,
    setAsideUntil: '2098-12-11T03:00:00.000Z',
  });
});

test('a coupon is changed with what it has', async () => {
  const { bodies } = await open([spring], {
    [`PUT /api/coupons/${spring.id}`]: { json: { ...spring, isActive: false } },
  });
  await button('Ações do cupom PRIMAVERA').click();
  await page.getByRole('menuitem', { name: 'Editar' }).click();
  await expect.element(page.getByText('Quem já usou continua com o desconto que tem.')).toBeVisible();
  await expect.element(field('Usos ao todo')).toHaveValue('20');
  await page.getByRole('switch', { name: 'Está valendo' }).click();
  await button('Salvar').click();
  await expectToast('success', 'Cupom PRIMAVERA alterado.');
  expect(bodies[`PUT /api/coupons/${spring.id}`]).toMatchObject({ fareLabels: ['Adulto'], isActive: false, value: 15 });
});

test('a row opens its coupon, and its menu copies link and code', async () => {
  await setWindow();
  await open([{ ...spring, code: 'C'.repeat(40), id: spring.id }]);
  const link = page.getByRole('link', { name: 'C'.repeat(40) });
  await expect.element(link).toHaveAttribute('href', `/admin/cupons/${spring.id}`);
  await expectNoSidewaysScrolling();
  await expectNothingFound('body');
  const written: string[] = [];
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void written.push(text));
  const menu = button(`Ações do cupom ${'C'.repeat(40)}`);
  await menu.click();
  await page.getByRole('menuitem', { name: 'Copiar link do cupom' }).click();
  await expectToast('success', `Link do cupom ${'C'.repeat(40)} copiado.`);
  await menu.click();
  await page.getByRole('menuitem', { name: 'Copiar código' }).click();
  await expectToast('success', `Código ${'C'.repeat(40)} copiado.`);
  expect(written).toEqual([`${window.location.origin}${spring.pagePath}`, 'C'.repeat(40)]);
});

test('without coupons the page says what one is for', async () => {
  await setWindow();
  await open([]);
  await expect.element(page.getByText(/Um cupom é um código de desconto: para uma promoção/)).toBeVisible();
  await expect.element(button('Novo cupom')).toBeVisible();
  await expect.element(button('Criar em lote')).toBeVisible();
});

test('a batch is made with a tag, shown, and downloaded with its links', async () => {
  await setWindow();
  const { bodies, calls } = await open([spring], {
    'POST /api/coupons/batches': { status: 201, json: { tag: 'Parceria', codes: ['BIKE-34679ACD', 'BIKE-EFGHJKMN'] } },
    'GET /api/coupons/export': { text: 'Código;Link' },
  });
  await button('Criar em lote').click();
  await expect.element(field('Começo do código')).toHaveFocus();
  await expectNothingFound('dialog');
  await expectNoSidewaysScrolling();
  await userEvent.keyboard('bike-');
  await field('Quantos').fill('2');
  await field('Quantos por cento').fill('10');
  await button('Criar cupons').click();
  await expect.element(field('Etiqueta')).toHaveFocus();
  await field('Etiqueta').fill('Parceria');
  await button('Criar cupons').click();
  await expectToast('success', '2 cupons criados com a etiqueta Parceria.');
  expect(bodies['POST /api/coupons/batches']).toMatchObject({
    prefix: 'BIKE-',
    count: 2,
    maxUses: 1,
    tag: 'Parceria',
    value: 10,
  });
  await expect.poll(() => calls).toContain('GET /api/coupons/export');
});
