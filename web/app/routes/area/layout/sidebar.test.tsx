import type { Role } from '@passeio/contract/users';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '~/test/render';
import { Sidebar } from './sidebar';

const entries: Record<Role, string[]> = {
  CLIENT: ['Portal', 'Início', 'Minha conta', 'Minhas reservas', 'Logout'],
  OPERATOR: ['Portal', 'Início', 'Passeios', 'Reservas', 'Minha conta', 'Minhas reservas', 'Logout'],
  ADMIN: [
    'Portal',
    'Início',
    'Painel',
    'Usuários',
    'Passeios',
    'Reservas',
    'Configurações',
    'Mensagens',
    'Auditoria',
    'Minha conta',
    'Minhas reservas',
    'Logout',
  ],
};

test.each(Object.entries(entries))('%s finds the entries of the role', async (role, labels) => {
  await renderPage(<Sidebar role={role} open={false} onClose={() => {}} />, { at: '/home' });
  const links = page.getByRole('navigation', { name: 'Menu principal' }).getByRole('link');
  await expect.poll(() => links.elements().map((link) => link.textContent)).toEqual(labels);
});
