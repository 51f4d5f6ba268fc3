import { randomInt, randomUUID } from 'node:crypto';
import { generateCpf } from '@brazilian-utils/brazilian-utils/generate-cpf';
import { expect, type Page } from '@playwright/test';

export interface Person {
  name: string;
  rg: string;
  emitter: string;
  /** 11 digits. */
  cpf: string;
  /** As it is typed: "05121990". */
  birthdate: string;
  contact: string;
  email: string;
  password: string;
}

/** Somebody who has never been here. */
export function newPerson(): Person {
  return {
    name: 'Marina Alves de Souza',
    rg: `MG-${randomInt(10_000_000, 99_999_999)}`,
    emitter: 'SSP/MG',
    cpf: generateCpf(),
    birthdate: '05121990',
    contact: `359${randomInt(80_000_000, 99_999_999)}`,
    email: `${randomUUID()}@viajantes.example`,
    password: 'trem das onze e quinze',
  };
}

/** Signs somebody up by the form, which ends on /home. */
export async function signUp(page: Page, person: Person): Promise<void> {
  await page.goto('/auth/register');
  await page.getByLabel('Nome completo').fill(person.name);
  await page.getByLabel('RG', { exact: true }).fill(person.rg);
  await page.getByRole('combobox', { name: 'Órgão emissor' }).fill(person.emitter);
  await page.getByLabel('CPF', { exact: true }).pressSequentially(person.cpf);
  await page.getByLabel('Data de nascimento').pressSequentially(person.birthdate);
  await page.getByLabel('Celular ou telefone').pressSequentially(person.contact);
  await fillCredentials(page, person);
  await page.getByRole('button', { name: 'Criar conta' }).click();
  await expectToast(page, 'Usuário cadastrado com sucesso!');
  await expect(page).toHaveURL('/home');
}

/** Signs in by the form of the open login page. */
export async function signIn(page: Page, who: Pick<Person, 'email' | 'password'>): Promise<void> {
  await fillCredentials(page, who);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
}

/** Signs out by the menu of the account. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'menu da conta' }).click();
  await page.getByRole('link', { name: 'Logout' }).last().click();
  await expectToast(page, 'Usuário deslogado!');
}

/** The toast with exactly this text. */
export async function expectToast(page: Page, sentence: string): Promise<void> {
  await expect(page.locator('[data-tipo] p')).toHaveText(sentence);
}

/** The bearer token that this browser sends to the API. */
export async function storedToken(page: Page): Promise<string> {
  const stored = await page.evaluate(() => localStorage.getItem('nextjs'));
  return JSON.parse(stored ?? 'null')?.state.user.accessToken;
}

async function fillCredentials(page: Page, { email, password }: Pick<Person, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
}
