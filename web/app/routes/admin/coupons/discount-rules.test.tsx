import type { StaffDiscountRule } from '@passeio/contract/discounts/discount-rules';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNothingFound } from '~/test/axe';
import { answerCalls, type FakeResponse, refusal } from '~/test/network';
import { signIn } from '~/test/person';
import { renderRoute } from '~/test/render';
import { expectNoSidewaysScrolling, setWindow } from '~/test/screen';
import { expectToast } from '~/test/toast';
import * as discountRules from './discount-rules';

const group: StaffDiscountRule = {
  id: crypto.randomUUID(),
  label: 'Grupo',
  condition: { minPeople: 10, minTotalCents: null, minDaysBefore: null, fareLabels: [] },
  benefit: { kind: 'percent', value: 10, fareLabels: [] },
  ...{ tripIds: [], validFrom: null, validUntil: null, isActive: true, position: 1, isUsed: true },
};
const early: StaffDiscountRule = {
  ...group,
  id: crypto.randomUUID(),
  label: 'Reserva antecipada',
  condition: { ...group.condition, minPeople: null, minDaysBefore: 60 },
  benefit: { kind: 'amount_each', value: 3_000, fareLabels: [] },
  ...{ isActive: false, position: 2, isUsed: false },
};

async function open(data: StaffDiscountRule[], responses: Record<string, FakeResponse | FakeResponse[]> = {}) {
  signIn('ADMIN');
  await setWindow();
  const network = answerCalls({
    'GET /api/discount-rules': { json: { data } },
    'GET /api/trips': { json: { data: [], page: { number: 1, size: 100, total: 0 } } },
    ...responses,
  });
  await renderRoute(discountRules, { at: '/admin/cupons/automaticos' });
  return network;
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string) => page.getByRole('textbox', { name, exact: true });

test('rules say in words what they do, and fit a phone', async () => {
  await open([group, early]);
  const rows = page.getByRole('listitem');
  await expect.element(rows.nth(0).getByText('A partir de 10 pessoas: 10% de desconto')).toBeVisible();
  await expect
    .element(rows.nth(1).getByText(/60 dias de antecedência: R\$\s30,00 de desconto por pessoa/))
    .toBeVisible();
  await expect.element(rows.nth(1).getByText('Desligado')).toBeVisible();
  await expectNoSidewaysScrolling();
  await expectNothingFound();
});

test('without rules there are three to begin with; one is made with what was changed', async () => {
  const { bodies } = await open([], {
    'POST /api/discount-rules': [
      refusal(409, { code: 'DISCOUNT_RULES_FULL', message: 'Há 50 descontos automáticos, o máximo.' }),
      { json: group },
    ],
  });
  await button('Criança grátis com dois adultos').click();
  await expect.element(field('Nome')).toHaveFocus();
  await expectNothingFound('[role="dialog"], dialog');
  await field('Nome').fill('Uma criança grátis');
  await field('Quantas pessoas grátis').fill('');
  await button('Criar desconto').click();
  await expect.element(page.getByText('Informe o desconto.')).toBeVisible();
  await field('Quantas pessoas grátis').fill('1');
  await button('Criar desconto').click();
  await expect.element(page.getByText('Há 50 descontos automáticos, o máximo.')).toBeVisible();
  await button('Criar desconto').click();
  await expectToast('success', 'Grupo: criado.');
  expect(bodies['POST /api/discount-rules']).toMatchObject({
    label: 'Uma criança grátis',
    condition: { minPeople: 2, minTotalCents: null, minDaysBefore: null, fareLabels: ['Adulto'] },
    benefit: { kind: 'cheapest_free', value: 1, fareLabels: ['Criança'] },
    isActive: true,
  });
});

test('the keyboard moves a rule up, and switches it on; only one without reservations can be deleted', async () => {
  const { bodies } = await open([group, early], {
    'PUT /api/discount-rules/order': { json: { data: [early, group] } },
    [`PUT /api/discount-rules/${early.id}`]: { json: { ...early, isActive: true } },
  });
  await expect.element(button('Subir Reserva antecipada')).toBeVisible();
  (button('Subir Reserva antecipada').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => bodies['PUT /api/discount-rules/order']).toEqual({ ids: [early.id, group.id] });
  await button('Ações de Reserva antecipada').click();
  await expect.element(page.getByRole('menuitem', { name: 'Apagar' })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Ligar' }).click();
  await expect
    .poll(() => bodies[`PUT /api/discount-rules/${early.id}`])
    .toMatchObject({ label: 'Reserva antecipada', isActive: true, benefit: early.benefit });
  await button('Ações de Grupo').click();
  await expect.element(page.getByRole('menuitem', { name: 'Desligar' })).toBeVisible();
  await expect.element(page.getByRole('menuitem', { name: 'Apagar' })).not.toBeInTheDocument();
});
