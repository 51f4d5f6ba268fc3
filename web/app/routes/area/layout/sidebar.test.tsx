import { toDoRoutes } from '@passeio/contract/payments/to-do-routes';
import type { Role } from '@passeio/contract/roles';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { keyOf, queryClient } from '~/features/session/queries';
import { renderPage } from '~/test/render';
import { expectToast } from '~/test/toast';
import { showAlert } from '~/ui/feedback/alert';
import { Sidebar } from './sidebar';
import { templatePages } from './template-pages';

const own = ['Minha conta', 'Minhas reservas'];
const entries: Record<Role, string[]> = {
  CLIENT: ['Portal', 'Início', ...own, 'Logout'],
  GUIDE: ['Portal', 'Início', ...own, 'Logout'],
  OPERATOR: [
    ...['Portal', 'Início', 'Passeios', 'Saídas', 'Reservas', 'Pagamentos', 'Conversas'],
    ...['Números', 'Relatórios', 'Contador'],
    ...['Cadastros', 'Veículos', 'Quem trabalha', 'Cupons', 'Vendedores', 'Avaliações'],
    ...[...own, 'Logout'],
  ],
  ADMIN: [
    ...['Portal', 'Início', 'Passeios', 'Saídas', 'Reservas', 'Pagamentos', 'Conversas', 'Usuários'],
    ...['Números', 'Relatórios', 'Contador'],
    ...['Cadastros', 'Veículos', 'Quem trabalha', 'Cupons', 'Vendedores', 'Avaliações'],
    ...['Sistema', 'Configurações', 'Conexões', 'Importar', 'Mensagens', 'Auditoria', 'Saúde'],
    ...[...own, 'Componentes', ...templatePages.map(({ label }) => label), 'Logout'],
  ],
};

test.each(Object.entries(entries))('%s finds the entries of the role', async (role, labels) => {
  await renderPage(<Sidebar role={role} open={false} onClose={() => {}} />, { at: '/home' });
  const menu = page.getByRole('navigation', { name: 'Menu principal' });
  const shown = () => [...menu.element().querySelectorAll('a, summary')].map((entry) => entry.textContent);
  await expect.poll(shown).toEqual(labels);
  expect(page.getByRole('complementary').element().getBoundingClientRect().width).toBe(300);
});

test('the pages of the style guide stand behind one entry, which is open on them', async () => {
  const admin: Role = 'ADMIN';
  await renderPage(<Sidebar role={admin} open={false} onClose={() => {}} />, { at: '/home' });
  const menu = page.getByRole('navigation', { name: 'Menu principal' });
  await menu.getByText('Componentes').click();
  for (const { label, to } of templatePages) {
    await expect.element(menu.getByRole('link', { name: label, exact: true })).toHaveAttribute('href', to);
  }
  await menu.getByRole('link', { name: 'Etiquetas' }).click();
  await expect.element(page.getByRole('heading', { name: '/template/ui-elements/etiquetas' })).toBeVisible();
  await cleanup();
  await renderPage(<Sidebar role={admin} open={false} onClose={() => {}} />, { at: '/template/ui-elements/etiquetas' });
  await expect.element(menu.getByRole('link', { name: 'Etiquetas' })).toHaveAttribute('aria-current', 'page');
});

test('an administrator sees Logout in a window of 800 px, also with every group open', async () => {
  await page.viewport(1280, 800);
  const admin: Role = 'ADMIN';
  await renderPage(<Sidebar role={admin} open={false} onClose={() => {}} />, { at: '/admin/auditoria' });
  const menu = page.getByRole('navigation', { name: 'Menu principal' });
  const bottom = () => menu.getByRole('link', { name: 'Logout' }).element().getBoundingClientRect().bottom;
  await expect.element(menu.getByRole('link', { name: 'Auditoria' })).toHaveAttribute('aria-current', 'page');
  expect(bottom()).toBeLessThanOrEqual(800);
  for (const group of ['Números', 'Cadastros', 'Componentes']) await menu.getByText(group).click();
  await expect.element(menu.getByRole('link', { name: 'Contador' })).toBeVisible();
  expect(bottom()).toBeLessThanOrEqual(800);
});

test('says beside Pagamentos how much waits there', async () => {
  const operator: Role = 'OPERATOR';
  await renderPage(<Sidebar role={operator} open={false} onClose={() => {}} />, { at: '/home' });
  queryClient.setQueryData(keyOf(toDoRoutes.count), {
    receipts: 3,
    refunds: 1,
    unmatched: 0,
    bankChecks: 0,
    doorPayments: 0,
  });
  await expect.element(page.getByRole('link', { name: 'Pagamentos 4 esperando' })).toBeVisible();
  queryClient.setQueryData(keyOf(toDoRoutes.count), {
    receipts: 0,
    refunds: 0,
    unmatched: 0,
    bankChecks: 0,
    doorPayments: 0,
  });
  await expect.element(page.getByRole('link', { name: 'Pagamentos', exact: true })).toBeVisible();
});

test('on a phone a toast lies over no entry of the open menu', async () => {
  await page.viewport(360, 740);
  const admin: Role = 'ADMIN';
  await renderPage(<Sidebar role={admin} open onClose={() => {}} />, { at: '/home' });
  showAlert('success', 'Reserva realizada com sucesso! Entre em contato para realizar o pagamento');
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expect.poll(() => menu.element().getBoundingClientRect().width).toBe(300);
  await expectToast('success', 'Reserva realizada com sucesso! Entre em contato para realizar o pagamento');
  const bottom = () => document.querySelector('dialog [data-tipo]')?.getBoundingClientRect().bottom;
  const first = () => menu.getByRole('link', { name: 'Portal' }).element().getBoundingClientRect().top;
  await expect.poll(() => first() - (bottom() ?? Number.POSITIVE_INFINITY)).toBeGreaterThanOrEqual(0);
  await page.viewport(1280, 800);
});
