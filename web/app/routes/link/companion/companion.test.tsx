import type { LinkedParticipant } from '@passeio/contract/reservations/participants';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, type FakeResponse, refusal } from '~/test/network';
import { renderRoute } from '~/test/render';
import { fares, newParticipant, newReservedTrip } from '~/test/reservations';
import * as companion from './companion';

const READ = 'POST /api/participants/link/read';
const SAVE = 'PUT /api/participants/link';
const TOKEN = 'a'.repeat(43);
const field = (label: string) => page.getByLabelText(label, { exact: true });
const save = page.getByRole('button', { name: 'Salvar meus dados' });

function newLinked(): LinkedParticipant {
  const {
    id: _id,
    fareId: _fare,
    isPayer: _payer,
    hasLink: _link,
    companionId: _with,
    ...child
  } = newParticipant({ name: 'Ana Prado' }, fares.child);
  const { minAge, maxAge } = fares.child;
  const inFiveDays = new Date(Date.now() + 5 * 86_400_000).toISOString();
  const trip = { ...newReservedTrip(inFiveDays), questions: [] };
  return {
    participant: { ...child, fare: { minAge, maxAge }, masked: {} },
    trip,
    room: null,
    asksStatement: false,
    share: null,
  };
}

async function open(responses: Record<string, FakeResponse | FakeResponse[]>, token = TOKEN) {
  const network = answerCalls(responses);
  window.location.hash = token;
  const { unmount } = await renderRoute(companion, { at: '/participante' });
  return { ...network, unmount };
}

/** A birth date of somebody who is `age` years old for sure. */
const bornFor = (age: number) => `01/01/${new Date().getFullYear() - age}`;

test('nobody chooses where a lap child boards: with the adult that carries it', async () => {
  const linked = newLinked();
  await open({ [READ]: { json: { ...linked, participant: { ...linked.participant, takesPlace: false } } } });
  await expect.element(field('Nome completo')).toBeVisible();
  expect(field('Ponto de embarque').query()).toBeNull();
});

test('a companion fills in their own data without an account', async () => {
  const linked = newLinked();
  const number = { documentNumber: 'MG-11.111.111', missing: ['documentIssuer'] };
  const saved = { ...linked, participant: { ...linked.participant, ...number } };
  const { bodies, headers } = await open({ [READ]: { json: linked }, [SAVE]: { json: saved } });
  await expect.element(page.getByRole('heading', { name: 'Cânions de Furnas' })).toBeVisible();
  expect(bodies[READ]).toEqual({ token: TOKEN });
  await expect.element(field('Nome completo')).toHaveValue('Ana Prado');
  await field('Data de nascimento').fill(bornFor(9));
  await field('Número do documento').fill('MG-11.111.111');
  await field('Ponto de embarque').selectOptions('06:10 Trevo de Três Corações');
  await save.click();
  await expect.element(page.getByRole('heading', { name: 'Pronto, Ana!' })).toBeVisible();
  await expect.element(page.getByText('MG-11.111.111')).toBeVisible();
  await expect.element(page.getByText(/^Falta: órgão emissor\./)).toBeVisible();
  expect(bodies[SAVE]).toEqual({
    token: TOKEN,
    fields: {
      birthdate: `${new Date().getFullYear() - 9}-01-01`,
      documentNumber: 'MG-11.111.111',
      boardingPointId: linked.trip.boardingPoints[1]?.id,
    },
  });
  expect(headers.some((sent) => sent.has('authorization'))).toBe(false);
});

test('complete data show masked, and only what is typed anew is saved', async () => {
  const linked = newLinked();
  const nothing = { name: '', birthdate: null, documentNumber: null, cpf: null, contact: null, notes: null, age: null };
  const masked = { name: 'Ana P.', birthdate: '••/••/••••', documentNumber: '•••111', cpf: '•••725' };
  const complete = { ...linked, participant: { ...linked.participant, ...nothing, missing: [], masked } };
  const { bodies } = await open({ [READ]: { json: complete }, [SAVE]: { json: complete } });
  await expect.element(page.getByRole('heading', { name: 'Pronto, Ana!' })).toBeVisible();
  for (const shown of Object.values(masked)) await expect.element(page.getByText(shown)).toBeVisible();
  await page.getByRole('button', { name: 'Corrigir' }).click();
  await expect.element(page.getByText(/Preencha só o que quiser corrigir/)).toBeVisible();
  await expect.element(field('CPF')).toHaveValue('');
  await expect.element(field('CPF')).toHaveAttribute('placeholder', '•••725');
  await field('Celular ou telefone').fill('35988880000');
  await save.click();
  await expect.element(page.getByRole('heading', { name: 'Pronto, Ana!' })).toBeVisible();
  expect(bodies[SAVE]).toEqual({ token: TOKEN, fields: { contact: '+5535988880000' } });
});

test('a companion whose seat is known reads it', async () => {
  const linked = newLinked();
  const seated = { ...linked, participant: { ...linked.participant, seat: { vehicle: 'Van azul', number: '12' } } };
  await open({ [READ]: { json: seated } });
  await expect.element(page.getByText(/Poltrona 12, Van azul\./)).toBeVisible();
});

test('an age of another fare is left to the payer, the rest is saved', async () => {
  const { bodies } = await open({ [READ]: { json: newLinked() }, [SAVE]: { json: newLinked() } });
  await field('Data de nascimento').fill(bornFor(40));
  await field('CPF').fill('52998224725');
  await expect.element(page.getByText(/^Com \d\d anos no dia da saída a tarifa é outra:/)).toBeVisible();
  await save.click();
  await expect.element(page.getByText(/^Falta: .*nascimento/)).toBeVisible();
  expect(bodies[SAVE]).toEqual({ token: TOKEN, fields: { cpf: '52998224725' } });
});

test('what the server refuses stays in the form, with the reason', async () => {
  const fields = { 'fields.birthdate': 'A idade muda a tarifa. Peça a quem fez a reserva para preencher.' };
  const byAge = refusal(409, { code: 'FARE_BY_AGE', message: 'Outra tarifa.', fields });
  const listed = refusal(409, { code: 'PARTICIPANT_ALREADY_LISTED', message: 'Este CPF já está na lista.' });
  await open({ [READ]: { json: newLinked() }, [SAVE]: [byAge, listed, 'lost', { json: newLinked() }] });
  await field('Data de nascimento').fill(bornFor(9));
  await field('CPF').fill('52998224725');
  await save.click();
  await expect.element(field('Data de nascimento')).toHaveAccessibleDescription(/Peça a quem fez a reserva/);
  await save.click();
  await expect.element(field('CPF')).toHaveAccessibleDescription(/já está na lista/);
  await save.click();
  await expect.element(page.getByRole('alert').first()).toBeVisible();
  await expect.element(field('CPF')).toHaveValue('529.982.247-25');
  await save.click();
  await expect.element(page.getByRole('heading', { name: 'Pronto, Ana!' })).toBeVisible();
});

test.each([
  ['that has ended', { [READ]: refusal(404, { code: 'PARTICIPANT_LINK_OVER' }) }],
  ['that never was', { [READ]: refusal(400, { code: 'INVALID_INPUT' }) }],
])('a link %s says so', async (_, responses) => {
  await open(responses);
  await expect.element(page.getByRole('heading', { name: 'Este link não vale mais' })).toBeVisible();
});

test('the page without its link says so without asking the server', async () => {
  const { calls } = await open({}, '');
  await expect.element(page.getByRole('heading', { name: 'Este link não vale mais' })).toBeVisible();
  expect(calls).toEqual([]);
});

test('a link that ends while it is open says so', async () => {
  const over = refusal(404, { code: 'PARTICIPANT_LINK_OVER' });
  await open({ [READ]: { json: newLinked() }, [SAVE]: over });
  await field('Nome completo').fill('Ana Maria Prado');
  await save.click();
  await expect.element(page.getByRole('heading', { name: 'Este link não vale mais' })).toBeVisible();
});

test('a link that could not be opened can be tried again', async () => {
  await open({ [READ]: ['lost', { json: newLinked() }] });
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect.element(page.getByRole('heading', { name: 'Cânions de Furnas' })).toBeVisible();
});

test('what was typed is there again after a reload, for this link only and until it is saved', async () => {
  const responses = () => ({ [READ]: { json: newLinked() }, [SAVE]: { json: newLinked() } });
  const first = await open(responses());
  await field('Número do documento').fill('MG-11.111.111');
  await first.unmount();
  expect(JSON.stringify({ ...sessionStorage })).not.toContain(TOKEN);

  const other = await open(responses(), 'b'.repeat(43));
  await expect.element(field('Número do documento')).toHaveValue('');
  await other.unmount();

  const again = await open(responses());
  await expect.element(field('Número do documento')).toHaveValue('MG-11.111.111');
  await save.click();
  await expect.element(page.getByRole('heading', { name: 'Pronto, Ana!' })).toBeVisible();
  await again.unmount();
  await open(responses());
  await expect.element(field('Número do documento')).toHaveValue('');
});

test('the responsible adult of a minor says by the link that they may travel', async () => {
  const linked = newLinked();
  const complete = { ...linked, participant: { ...linked.participant, missing: [] } };
  const { bodies } = await open({ [READ]: { json: { ...complete, asksStatement: true } }, [SAVE]: { json: complete } });
  await page.getByRole('switch', { name: /^Sou mãe, pai ou responsável legal/ }).click();
  await field('Seu nome completo').fill('Rosa Prado');
  await page.getByRole('button', { name: 'Declarar' }).click();
  await expect.element(page.getByRole('button', { name: 'Declarar' })).not.toBeInTheDocument();
  expect(bodies[SAVE]).toEqual({
    token: TOKEN,
    fields: {},
    minorStatement: { name: 'Rosa Prado', version: '1' },
  });
});

const ERASE = 'POST /api/participants/link/erasure';
const dialog = page.getByRole('dialog', { name: 'Excluir meus dados?' });

test('a companion whose trip is to come reads when their data can be erased', async () => {
  const linked = newLinked();
  const complete = { ...linked, participant: { ...linked.participant, missing: [] } };
  const open409 = 'Dá para apagar os seus dados depois da volta do passeio.';
  await open({ [READ]: { json: complete }, [ERASE]: refusal(409, { code: 'ERASURE_OPEN', message: open409 }) });
  await page.getByRole('button', { name: 'Excluir meus dados…' }).click();
  await dialog.getByRole('button', { name: 'Excluir' }).click();
  await expect.element(dialog.getByText(open409)).toBeVisible();
});

test('a companion erases their data by the link, which opens nothing else after the trip', async () => {
  const { bodies } = await open({ [READ]: refusal(404, { code: 'PARTICIPANT_LINK_OVER' }), [ERASE]: { json: {} } });
  await page.getByRole('button', { name: 'Excluir meus dados…' }).click();
  await dialog.getByRole('button', { name: 'Excluir' }).click();
  await expect.element(page.getByRole('heading', { name: 'Dados excluídos' })).toBeVisible();
  expect(bodies[ERASE]).toEqual({ token: TOKEN });
});
