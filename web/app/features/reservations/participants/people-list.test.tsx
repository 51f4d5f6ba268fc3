import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '~/test/render';
import { newParticipant, newPayer } from '~/test/reservations';
import { PeopleList } from './people-list';

const at = '2026-12-05T07:30:00.000Z';

test('says who of a group boarded and who did not come, in the place of what is missing', async () => {
  const people = [newPayer({ boardedAt: at }), newParticipant({ name: 'Bento Reis', missedAt: at })];
  await renderPage(<PeopleList people={people} />);
  const [first, second] = [page.getByRole('listitem').nth(0), page.getByRole('listitem').nth(1)];
  await expect.element(first.getByText('Embarcou')).toBeVisible();
  await expect.element(second.getByText('Não compareceu')).toBeVisible();
  await expect.element(page.getByText(/^Falta:/)).not.toBeInTheDocument();
});

test('before anything was typed it says what is missing', async () => {
  await renderPage(<PeopleList people={[newPayer(), newParticipant()]} />);
  await expect.element(page.getByText('Dados completos')).toBeVisible();
  await expect.element(page.getByText(/^Falta:/)).toBeVisible();
});
