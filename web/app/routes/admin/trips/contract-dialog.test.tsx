import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, refusal } from '~/test/network';
import { signIn } from '~/test/person';
import { renderPage } from '~/test/render';
import { expectToast } from '~/test/toast';
import { ContractDialog } from './contract-dialog';

const trip = { id: '0197f3a2-6c1e-7b3a-9d2e-5f4a8b7c6d10', title: 'Cânions de Furnas' };
const PATH = `/api/trips/${trip.id}/contract`;
const READ = `GET ${PATH}`;
const SAVE = `PUT ${PATH}`;
const terms = page.getByRole('textbox', { name: 'Termos deste passeio' });
const preview = page.getByRole('region', { name: 'Prévia, com dados de exemplo' });
const save = page.getByRole('button', { name: 'Salvar' });

test('a trip gets terms of its own, which are seen with example data', async () => {
  signIn('ADMIN');
  const kept = { kind: 'own', text: 'Trilha difícil, {cliente}.' };
  const { bodies } = answerCalls({ [READ]: { json: { kind: 'operator', text: '' } }, [SAVE]: { json: kept } });
  let isOpen = true;
  await renderPage(<ContractDialog trip={trip} onClose={() => (isOpen = false)} />);
  await expect.element(page.getByRole('radio', { name: 'O contrato da empresa' })).toBeChecked();
  await expect.element(terms).not.toBeInTheDocument();
  await page.getByText('Termos próprios').click();
  await save.click();
  await expect.element(page.getByText('Escreva os termos deste passeio.')).toBeVisible();
  expect(bodies[SAVE]).toBeUndefined();
  await terms.fill('Trilha difícil, .');
  await terms.click();
  const element = terms.element() as HTMLTextAreaElement;
  element.setSelectionRange(16, 16);
  await page.getByRole('button', { name: /^\{cliente\}/ }).click();
  await expect.element(preview).toMatchTextContent(/Trilha difícil, Ana Lima\./);
  await save.click();
  await expectToast('success', 'Contrato salvo. Vale para as próximas reservas deste passeio.');
  expect(bodies[SAVE]).toEqual(kept);
  expect(isOpen).toBe(false);
});

test('terms with an unknown field are not saved, and a trip may be without a contract', async () => {
  signIn('ADMIN');
  const none = { kind: 'none', text: 'Só aqui.' };
  const { bodies } = answerCalls({ [READ]: { json: { kind: 'own', text: 'Só aqui.' } }, [SAVE]: { json: none } });
  await renderPage(<ContractDialog trip={trip} onClose={() => {}} />);
  await expect.element(preview).toMatchTextContent(/Só aqui\./);
  await terms.fill('Vai {senha}.');
  await save.click();
  await expect.element(page.getByText('O campo {senha} não existe no contrato.')).toBeVisible();
  expect(bodies[SAVE]).toBeUndefined();
  await terms.fill('Só aqui.');
  await page.getByText('Sem contrato', { exact: true }).click();
  await save.click();
  await expect.poll(() => bodies[SAVE]).toEqual(none);
});

test('a contract that cannot be read says so', async () => {
  signIn('ADMIN');
  answerCalls({ [READ]: refusal(404, { code: 'TRIP_NOT_FOUND', message: 'Este passeio não existe.' }) });
  await renderPage(<ContractDialog trip={trip} onClose={() => {}} />);
  await expect.element(page.getByText('Este passeio não existe.')).toBeVisible();
});
