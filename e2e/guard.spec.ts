import type { Page } from '@playwright/test';
import { adminOnlyPaths } from './area-pages.ts';
import { expect, test } from './fixtures.ts';
import { demoAccount, newPerson } from './people.ts';
import { areaMenu, logIn } from './screens.ts';
import { beSignedIn, insertPerson } from './sessions.ts';

const publicPages: Record<string, string | RegExp> = {
  '/': 'O fim de semana começa aqui perto.',
  '/portal/contato': 'Contato',
  '/portal/politicacancelamento': 'Política de cancelamento',
  '/portal/passeio': 'Passeios',
  '/portal/passeio/ubatuba': /^Ubatuba/,
  '/404': 'Página não encontrada',
};
const authPages = { '/auth/login': 'Entrar', '/auth/register': 'Criar conta' };
const protectedPages = { '/home': 'Início', '/minhaconta': 'Minha conta', '/minhasreservas': 'Minhas reservas' };
const adminPages = {
  '/admin/passeios': 'Passeios',
  '/admin/passeios/': 'Passeios',
  '/admin/passeios/reservas': 'Reservas',
  '/admin/usuarios': 'Usuários',
  '/admin/usuarios/': 'Usuários',
  '/admin/auditoria': 'Auditoria',
  '/admin/mensagens': 'Mensagens',
  '/admin/qualquer-coisa': 'Página não encontrada',
};
const operatorPages = ['/admin/passeios', '/admin/passeios/', '/admin/passeios/reservas'];

const entries = {
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

test.beforeEach(({ tolerate }) => {
  // The documents of /404 and of what does not exist below /admin and /template say so in their status.
  tolerate(/status of 404 \(Not Found\) @ \S+\/(404|(admin|template)\/\S+)$/);
});

test('a visitor sees the public pages and is asked to sign in for the others', { tag: '@any-width' }, async ({
  page,
}) => {
  test.slow(true, 'every page there is');
  for (const [path, title] of Object.entries({ ...publicPages, ...authPages })) await expectAllowed(page, path, title);
  for (const path of [...Object.keys({ ...protectedPages, ...adminPages }), ...adminOnlyPaths]) {
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page).toHaveURL(`/auth/login?returnUrl=${encodeURIComponent(path)}`);
    await expect(page.getByRole('heading', { name: 'Entrar', level: 1 })).toBeVisible();
  }
});

for (const role of ['CLIENT', 'OPERATOR', 'ADMIN'] as const) {
  test(`${role} sees what the role may see, and /404 for the rest`, { tag: '@any-width' }, async ({
    page,
    signInAs,
  }) => {
    await signInAs(demoAccount(role));
    const pages = { ...publicPages, ...protectedPages };
    for (const [path, title] of Object.entries(pages)) await expectAllowed(page, path, title);
    for (const [path, title] of Object.entries(adminPages)) {
      const allowed = role === 'ADMIN' || (role === 'OPERATOR' && operatorPages.includes(path));
      if (allowed) await expectAllowed(page, path, title);
      else await expectDenied(page, path);
    }
  });

  test(`${role} finds the sidebar's entries of the role, and they lead there`, async ({ page, signInAs }) => {
    await signInAs(demoAccount(role));
    await page.goto('/home');
    const menu = await areaMenu(page);
    await expect(menu.getByRole('link')).toHaveText(entries[role]);
    await menu.getByRole('link', { name: 'Minha conta' }).click();
    await expect(page.getByRole('heading', { name: 'Minha conta', level: 1 })).toBeVisible();
    if (role === 'CLIENT') return;
    await (await areaMenu(page)).getByRole('link', { name: 'Passeios' }).click();
    await expect(page).toHaveURL('/admin/passeios');
    await expect(page.getByRole('row').filter({ hasText: 'Ubatuba' })).toBeVisible();
  });
}

for (const role of ['CLIENT', 'OPERATOR'] as const) {
  test(`${role} meets /404 on every page for administrators alone`, { tag: '@any-width' }, async ({
    page,
    signInAs,
  }) => {
    test.slow(true, 'every page there is');
    expect(adminOnlyPaths.length).toBeGreaterThan(5);
    await signInAs(demoAccount(role));
    for (const path of adminOnlyPaths) await expectDenied(page, path);
  });
}

test('a person whose role is unknown sees public pages only', { tag: '@any-width' }, async ({ page, context }) => {
  test.slow(true, 'every page there is');
  const role = 'GUIDE';
  await page.route('**/api/users/me', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), role } });
  });
  const person = newPerson();
  await insertPerson(person);
  await beSignedIn(context, person, { role });
  for (const [path, title] of Object.entries(publicPages)) await expectAllowed(page, path, title);
  for (const path of [...Object.keys({ ...protectedPages, ...adminPages }), ...adminOnlyPaths]) {
    await expectDenied(page, path);
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('the account menu shows who is signed in, and leads to the account', async ({ page, signInAs }) => {
  const operator = demoAccount('OPERATOR');
  await signInAs(operator);
  await page.goto('/home');
  await page.getByRole('button', { name: 'menu da conta' }).click();
  await expect(page.getByText(`${operator.name}Operador`, { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Logout' }).last()).toBeVisible();
  await page.getByRole('link', { name: 'Configurações da conta' }).click();
  await expect(page).toHaveURL('/minhaconta');
});

test('the path, its search included, is followed after signing in', async ({ page, person }) => {
  await page.goto('/minhasreservas?de=teste');
  await expect(page).toHaveURL(`/auth/login?returnUrl=${encodeURIComponent('/minhasreservas?de=teste')}`);
  await logIn(page, person);
  await expect(page).toHaveURL('/minhasreservas?de=teste');
});

for (const path of ['/homex', '/home/x', '/minhaconta/x', '/minhasreservas-antigas']) {
  test(`${path} begins as a protected page does, and is protected like it`, { tag: '@any-width' }, async ({
    page,
    person,
    tolerate,
  }) => {
    tolerate(/status of 404 \(Not Found\) @ \S+\/(home|minha)\S+$/);
    await page.goto(path);
    await expect(page).toHaveURL(`/auth/login?returnUrl=${encodeURIComponent(path)}`);
    await logIn(page, person);
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { name: 'Este caminho não leva a lugar nenhum' })).toBeVisible();
  });
}

test('a page of the portal is followed too', async ({ page, person }) => {
  await page.goto('/auth/login?returnUrl=/portal/passeio/ubatuba');
  await logIn(page, person);
  await expect(page).toHaveURL('/portal/passeio/ubatuba');
});

test('a wish for a page that the role may not see ends on /404', async ({ page, person }) => {
  await page.goto('/admin/usuarios');
  await logIn(page, person);
  await expect(page).toHaveURL('/404');
});

for (const wish of [
  '//evil.example',
  '/\\evil.example',
  '%2F%2Fevil.example',
  '/%2Fevil.example',
  '/%5Cevil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  'https://evil.example/home',
  'https:evil.example',
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  '/auth/logout',
]) {
  test(`after signing in, returnUrl ${JSON.stringify(wish)} ends on /home`, { tag: '@any-width' }, async ({ page }) => {
    await page.goto(`/auth/login?returnUrl=${encodeURIComponent(wish)}`);
    await logIn(page, demoAccount('CLIENT'));
    await expect(page).toHaveURL('/home');
    await expect(page.getByRole('heading', { name: 'Início', level: 1 })).toBeVisible();
  });
}

async function expectAllowed(page: Page, path: string, title: string | RegExp): Promise<void> {
  await page.goto(path, { waitUntil: 'commit' });
  const exact = typeof title === 'string';
  await expect(page.getByRole('heading', { name: title, level: 1, exact }), path).toBeVisible();
  await expect(page).toHaveURL(path);
}

async function expectDenied(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'commit' });
  await expect(page, `${path} is denied`).toHaveURL('/404');
  await expect(page.getByRole('heading', { name: 'Página não encontrada', level: 1 })).toBeVisible();
}
