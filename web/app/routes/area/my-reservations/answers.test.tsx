import type { Answer } from '@passeio/contract/reservations/answers';
import type { AskedQuestion } from '@passeio/contract/trips/questions';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectNothingFound } from '~/test/axe';
import { answerCalls, type FakeResponse, refusal } from '~/test/network';
import { signIn } from '~/test/person';
import { renderRoute } from '~/test/render';
import { newDetails, newParticipant, newPayer } from '~/test/reservations';
import { beOnPhone, expectNoSidewaysScrolling, expectWords } from '~/test/screen';
import * as reservationPage from './reservation';

const usual = { help: '', options: [], per: 'participant', isRequired: false, sensitivity: 'personal', isAsked: true };
const asked = (more: Partial<AskedQuestion>) => ({ ...usual, id: crypto.randomUUID(), ...more }) as AskedQuestion;
const diet = asked({ label: 'Tem alguma restrição alimentar?', kind: 'text', sensitivity: 'sensitive' });
const size = asked({ label: 'Tamanho da camiseta', kind: 'one_of', options: ['P', 'M', 'G'], isRequired: true });
const walks = asked({ label: 'Quais trilhas?', kind: 'several_of', options: ['Pico', 'Cachoeira', 'Praia'] });
const height = asked({ label: 'Altura em metros', kind: 'number' });
const swims = asked({ label: 'Sabe nadar?', kind: 'yes_no' });
const visa = asked({ label: 'Validade do visto', kind: 'date' });
const once = asked({ label: 'É uma ocasião especial?', kind: 'text', per: 'reservation', isRequired: true });
const former = asked({ label: 'Quer almoço?', kind: 'yes_no', per: 'reservation', isAsked: false });

const [marina, ana] = [
  newPayer({ answers: [{ questionId: size.id, value: 'M' }] }),
  newParticipant({ name: 'Ana Prado' }),
];

function ofTwo(questions: AskedQuestion[], answers: Answer[] = []) {
  const details = newDetails({ participants: [marina, ana], state: 'booked', answers });
  return { ...details, trip: { ...details.trip, questions } };
}

const dialog = page.getByRole('dialog');
const section = page.getByRole('region', { name: 'Perguntas' });
const save = dialog.getByRole('button', { name: 'Salvar' });

async function open(details: ReturnType<typeof ofTwo>, responses: Record<string, FakeResponse | FakeResponse[]> = {}) {
  signIn();
  const network = answerCalls({
    'GET /api/reservations/A3K7QX': { json: details },
    [`GET /api/reservations/${details.id}/timeline`]: { json: { data: [], hasEarlier: false } },
    'GET /api/reservations/me/companions': { json: { data: [] } },
    ...responses,
  });
  await renderRoute(reservationPage, { at: '/minhasreservas/A3K7QX', path: '/minhasreservas/:code' });
  return network;
}

test('a person answers every kind of question beside their data', async () => {
  await beOnPhone();
  const details = ofTwo([diet, size, walks, height, swims, visa, once]);
  const change = `PUT /api/reservations/${details.id}/participants/${ana.id}`;
  const { bodies } = await open(details, { [change]: { json: details } });
  await page.getByRole('button', { name: 'Preencher: Ana Prado' }).click();
  await dialog.getByLabelText(diet.label).fill('Sem glúten');
  await expect
    .element(dialog.getByLabelText(diet.label))
    .toHaveAccessibleDescription('Opcional · Só a equipe e o guia do passeio leem');
  await dialog.getByLabelText(size.label).selectOptions('G');
  await dialog.getByRole('checkbox', { name: 'Praia' }).click();
  await dialog.getByRole('checkbox', { name: 'Pico' }).click();
  await dialog.getByLabelText(height.label).fill('alta');
  await dialog.getByLabelText(swims.label).selectOptions('Não');
  await dialog.getByLabelText(visa.label).fill('31/12/2030');
  await expect.element(dialog.getByLabelText(once.label)).not.toBeInTheDocument();
  await expectNoSidewaysScrolling();
  await save.click();
  await expect
    .element(dialog.getByLabelText(height.label))
    .toHaveAccessibleDescription(/Informe um número, como 38 ou 1,75\./);
  await expectNothingFound();
  await dialog.getByLabelText(height.label).fill('1,75');
  await save.click();
  await expect
    .poll(() => bodies[change])
    .toEqual({
      answers: [
        { questionId: diet.id, value: 'Sem glúten' },
        { questionId: size.id, value: 'G' },
        { questionId: walks.id, value: ['Pico', 'Praia'] },
        { questionId: height.id, value: 1.75 },
        { questionId: swims.id, value: false },
        { questionId: visa.id, value: '2030-12-31' },
      ],
    });
});

test('an answer is shown, deleted, and refused beside its question', async () => {
  const details = ofTwo([size]);
  const change = `PUT /api/reservations/${details.id}/participants/${marina.id}`;
  const sentence = 'Escolha uma das opções.';
  const { bodies } = await open(details, {
    [change]: refusal(400, { code: 'INVALID_INPUT', fields: { [`answers.${size.id}`]: sentence } }),
  });
  await page.getByRole('button', { name: 'Ver e corrigir: Marina Alves de Souza' }).click();
  await expect.element(dialog.getByLabelText(size.label)).toHaveValue('M');
  await dialog.getByLabelText(size.label).selectOptions('');
  await save.click();
  await expect.poll(() => bodies[change]).toEqual({ answers: [{ questionId: size.id, value: null }] });
  await expect.element(dialog.getByLabelText(size.label)).toHaveAccessibleDescription(sentence);
});

test('what is asked once of the reservation has a card of its own', async () => {
  await beOnPhone();
  const details = ofTwo([once, former], [{ questionId: former.id, value: true }]);
  const change = `PUT /api/reservations/${details.id}/answers`;
  const { bodies } = await open(details, { [change]: { json: details } });
  await expectWords(section, 'Falta responder');
  await expectWords(section, 'Sim (não é mais perguntado)');
  await section.getByRole('button', { name: 'Mudar as respostas' }).click();
  await dialog.getByLabelText(once.label).fill('Lua de mel');
  await expectNothingFound();
  await save.click();
  await expect.poll(() => bodies[change]).toEqual({ answers: [{ questionId: once.id, value: 'Lua de mel' }] });
});

test('a trip without questions says nothing of them', async () => {
  await open(ofTwo([]));
  await expect.element(page.getByRole('heading', { name: 'Valores' })).toBeVisible();
  await expect.element(section).not.toBeInTheDocument();
});
