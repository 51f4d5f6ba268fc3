import { Link } from 'react-router';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, refusal } from '~/test/network';
import { signIn } from '~/test/person';
import { renderPage } from '~/test/render';
import { expectToast } from '~/test/toast';
import { MyData } from './my-account';

const SAVE = 'PUT /api/users/me';
const field = (label: string) => page.getByLabelText(label, { exact: true });
const save = page.getByRole('button', { name: 'Salvar alterações' });

async function open() {
  const { profile } = signIn();
  await renderPage(
    <>
      <Link to="/home">Início</Link>
      <MyData profile={profile} />
    </>,
    { at: '/minhaconta' },
  );
  return profile;
}

test('what is there is shown as people write it, and only what changed is sent', async () => {
  const profile = await open();
  await expect.element(field('CPF')).toHaveValue(profile.cpf.replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4'));
  await expect.element(field('Data de nascimento')).toHaveValue('05/12/1990');
  const { bodies } = answerCalls({ [SAVE]: { json: { ...profile, contact: '+553532120000' } } });
  await field('Celular ou telefone').fill('3532120000');
  await save.click();
  await expectToast('success', 'Dados atualizados com sucesso!');
  expect(bodies[SAVE]).toEqual({ contact: '+553532120000' });
  await expect.element(field('Celular ou telefone')).toHaveValue('(35) 3212-0000');
});

test('a form that the server did not answer keeps what was typed', async () => {
  const profile = await open();
  answerCalls({ [SAVE]: ['lost', { json: { ...profile, name: 'Marina Neto' } }] });
  await field('Nome completo').fill('Marina Neto');
  await save.click();
  await expect.element(page.getByText(/O que você digitou continua aqui\./)).toBeVisible();
  await expect.element(field('Nome completo')).toHaveValue('Marina Neto');
  await save.click();
  await expectToast('success', 'Dados atualizados com sucesso!');
});

test('a CPF that the server refuses stays, and so does the rest', async () => {
  await open();
  const known = 'Já existe um cadastro com este CPF ou e-mail. Entre em contato.';
  answerCalls({ [SAVE]: refusal(409, { code: 'PERSON_KNOWN', message: known }) });
  await field('CPF').fill('529.982.247-25');
  await field('Nome completo').fill('Marina Prado');
  await save.click();
  await expect.element(page.getByText(known)).toBeVisible();
  await expect.element(field('CPF')).toHaveValue('529.982.247-25');
  await expect.element(field('Nome completo')).toHaveValue('Marina Prado');
});

test("the server's message about a field stands beside it", async () => {
  const profile = await open();
  answerCalls({ [SAVE]: refusal(400, { message: 'Confira os dados.', fields: { rg: 'RG recusado.' } }) });
  await field('RG').fill('MG-11.111.111');
  await save.click();
  await expect.element(field('RG')).toHaveAccessibleDescription(/RG recusado\./);
  await expect.element(field('RG')).toHaveValue('MG-11.111.111');
  await expect.element(field('Nome completo')).toHaveValue(profile.name);
});

test('changes that were not saved are not lost without asking', async () => {
  await open();
  await field('Nome completo').fill('Outro Nome');
  await page.getByRole('link', { name: 'Início' }).click();
  const question = page.getByRole('dialog', { name: 'Sair sem salvar?' });
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await expect.element(field('Nome completo')).toHaveValue('Outro Nome');
  await page.getByRole('link', { name: 'Início' }).click();
  await question.getByRole('button', { name: 'Confirmar' }).click();
  await expect.element(page.getByRole('heading', { name: '/home' })).toBeVisible();
});
