import type { TripDraft, TripUpdate } from '@passeio/contract/trips/trip-draft';
import { expect, onTestFinished, test } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { publicSettings } from '~/features/settings/operator.sample';
import { expectNothingFound } from '~/test/axe';
import { refusal } from '~/test/network';
import { newPicture } from '~/test/pictures';
import { beOnPhone, expectAboveBar, expectNoSidewaysScrolling } from '~/test/screen';
import { expectToast } from '~/test/toast';
import { newTrip } from '~/test/trip';
import { button, description, field, openTripEditor } from '~/test/trip-editor';
import { holdUploads } from '~/test/uploads';

const CREATE = 'POST /api/trips';
const choosePictures = (...files: File[]) => page.getByLabelText('Arquivos de fotos').upload(files);
const moment = (which: string) => page.getByRole('group', { name: which, exact: true });

/** Types day and time of a departure or a return. */
async function fillMoment(which: string, day: string, time: string): Promise<void> {
  await moment(which).getByRole('textbox', { name: 'Dia' }).fill(day);
  await moment(which).getByRole('textbox', { name: 'Hora' }).fill(time);
}

/** Fills the required fields of a trip. */
async function fillTheLeast(): Promise<void> {
  await field('Título').fill('Cânions de Furnas');
  await fillMoment('Saída', '05/12/2040', '4h30');
  await fillMoment('Volta', '05/12/2040', '2200');
  await field('Preço da tarifa 1').fill('289');
  await field('Vagas').fill('46');
}

test('a trip is written from nothing, previewed as the portal will show it, and saved and published with its pictures', async () => {
  const uploads = holdUploads();
  const stored = newTrip({ title: 'Cânions de Furnas' });
  const { bodies, calls } = await openTripEditor(undefined, {
    [CREATE]: { json: stored },
    [`GET /api/trips/${stored.id}`]: { json: stored },
    'GET /api/settings': { json: { ...publicSettings, takesPix: false } },
  });
  await fillTheLeast();
  await field('Vagas').fill('');
  await page.getByRole('combobox', { name: 'Veículo' }).click();
  await page.getByRole('option', { name: 'Ônibus 46 lugares' }).click();
  await expect.element(field('Vagas')).toHaveValue('46');
  await button('Adicionar cortesia').click();
  await button('Adicionar ponto').click();
  await userEvent.keyboard('5{Tab}Varginha{Enter}0430{Tab}Trevo');
  await button('Mover ponto de embarque 2 para antes').click();
  await expect.element(field('Local do ponto de embarque 1')).toHaveValue('Trevo');
  await expect.element(field('Horário do ponto de embarque 2')).toHaveValue('05:00');
  await button('Adicionar passo').click();
  await userEvent.keyboard('9:00{Tab}Lancha');
  await field('O que está incluso').fill('• Transporte\n\n- Guia');
  await button('Bate-volta flexível').click();
  await expect.element(page.getByText('Até 1 dia antes da saída: sem multa')).toBeVisible();
  await choosePictures(await newPicture('lago.png'), await newPicture('serra.png'));
  await expect.element(page.getByText('As fotos serão enviadas quando você salvar o passeio.')).toBeVisible();
  await expect.element(page.getByText(/salvas na hora/)).not.toBeInTheDocument();
  await field('O que se vê na foto 2').fill('Serra');
  await expect.element(page.getByText('Falta descrever, para quem não vê a foto')).toBeVisible();
  await button('Mover foto 2 para antes').click();
  await page.getByRole('radio', { name: 'Imagem do cartão' }).nth(1).click();

  await button('Pré-visualizar').click();
  const preview = page.getByRole('dialog', { name: 'Cânions de Furnas' });
  await expect.element(preview.getByText(/1 de 2/)).toBeVisible();
  await expect.element(preview.getByRole('img', { name: 'Serra' })).toBeVisible();
  await expect.element(preview.getByText(/R\$\s289,00/).first()).toBeVisible();
  await expect.element(preview.getByText(/Restam 46 vagas/).first()).toBeVisible();
  await expect.element(preview.getByText('Cortesia')).not.toBeInTheDocument();
  await preview.getByRole('button', { name: 'Quero participar!' }).click();
  await expectToast('info', 'Esta é só a prévia: nada foi reservado.');
  await preview.getByRole('button', { name: 'Fechar', exact: true }).click();
  await expect.element(preview).not.toBeInTheDocument();

  await button('Salvar e publicar').click();
  const asked = page.getByRole('dialog', { name: 'Publicar assim mesmo?' });
  await expect.element(asked).toMatchTextContent(/Chave Pix: sem ela/);
  await button('Cancelar').click();
  expect(calls).not.toContain(CREATE);
  await button('Salvar e publicar').click();
  await button('Confirmar').click();
  await expectToast('success', 'Passeio salvo e publicado no portal.');
  expect(bodies[CREATE] as TripDraft).toMatchObject({
    isActive: true,
    date: '2040-12-05T07:30:00.000Z',
    returnDate: '2040-12-06T01:00:00.000Z',
    fares: [
      { label: 'Adulto', priceCents: 28_900 },
      { label: 'Cortesia', audience: 'staff' },
    ],
    ...{ capacity: 46, vehicle: 'Ônibus 46 lugares', included: ['Transporte', 'Guia'] },
    boardingPoints: [
      { time: '04:30', place: 'Trevo' },
      { time: '05:00', place: 'Varginha' },
    ],
    itinerary: [{ day: 1, time: '09:00', text: 'Lancha' }],
    cancellationTiers: [{ minHoursBefore: 24 }, { minHoursBefore: 0 }],
  });
  await expect.poll(() => uploads[0]?.body?.get('images')).toMatchObject({ name: 'serra.png' });
  expect(uploads[0]?.path).toBe(`/api/trips/image/${stored.id}`);
  await expect.poll(() => calls).toContain(`GET /api/trips/${stored.id}`);
});

test('a trip that is not complete says what is missing beside each field, and goes to the first; it fits a phone', async () => {
  await beOnPhone();
  await openTripEditor();
  await button('Adicionar ponto').click();
  await field('Local do ponto de embarque 1').fill('Rodoviária');
  await button('Adicionar passo').click();
  await button('Padrão').click();
  await field('Faixa 1: horas antes da saída').fill('');
  await choosePictures(await newPicture('um.png'), new File(['não é foto'], 'nota.txt', { type: 'text/plain' }));
  await button('Salvar').click();
  await expect.element(field('Título')).toHaveFocus();
  await expect.element(field('Título')).toHaveAccessibleDescription('Título: preencha este campo.');
  await expect.element(page.getByText('Informe o dia e a hora da saída.')).toBeVisible();
  const time = field('Horário do ponto de embarque 1');
  await expect.element(time).toHaveAccessibleDescription('Use o horário no formato HH:MM.');
  await expectNothingFound();
  await expectNoSidewaysScrolling();
  const parts = page.getByRole('navigation', { name: 'Partes do passeio' });
  await expect.element(parts.getByRole('link', { name: 'Quando: 2 campos a corrigir' })).toBeVisible();
  await field('Título').fill('Cânions');
  await expect.element(page.getByText('Título: preencha este campo.')).not.toBeInTheDocument();
  await parts.getByRole('link', { name: /^Embarque/ }).click();
  await expect.element(page.getByRole('heading', { name: 'Pontos de embarque' })).toHaveFocus();
});

test('what is being saved cannot be discarded', async () => {
  const trip = newTrip({});
  const saving = Promise.withResolvers<{ json: unknown }>();
  await openTripEditor(trip, { 'PUT /api/trips': saving.promise });
  await field('Título').fill('Serra do Cipó');
  await button('Salvar').click();
  await expect.element(page.getByText('Salvando…')).toBeVisible();
  (page.getByRole('button', { name: /^Descartar/ }).element() as HTMLElement).click();
  saving.resolve({ json: { ...trip, title: 'Serra do Cipó' } });
  await expect.element(page.getByText('Tudo salvo')).toBeVisible();
  await expect.element(field('Título')).toHaveValue('Serra do Cipó');
});

test('a field that gets the focus is not hidden by the bar that saves', async () => {
  await beOnPhone();
  await openTripEditor();
  await expectAboveBar(field('Riscos e cuidados'), button('Salvar'));
});

test('axe finds nothing in a text with a title, a list and links, in the calendar, and where a link is written', async () => {
  const text = '<h2>O dia</h2><p>Veja o <a href="https://exemplo.com.br">mapa</a> antes.</p><ul><li>Guia</li></ul>';
  await openTripEditor(newTrip({ description: text }));
  await moment('Saída').getByRole('textbox', { name: 'Dia' }).click();
  await expect.element(button('Próximo mês')).toBeVisible();
  await expectNothingFound('[contenteditable], #quando');
  await userEvent.keyboard('{Escape}');
  await description.click();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(page.getByRole('dialog', { name: 'Inserir link' })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expectNothingFound('dialog[open]');
});

test('the whole editor by keyboard alone', async () => {
  await openTripEditor();
  await field('Título').click();
  const visited: string[] = [];
  for (let stop = 0; stop < 80 && visited.at(-1) !== 'Salvar'; stop += 1) {
    await userEvent.keyboard('{Tab}');
    visited.push(nameOfFocused());
  }
  // Each once, in this order: no keyboard trap, nothing skipped.
  const stops = [
    ...['Resumo', 'Negrito', 'Descrição', 'Mostrar a descrição na janela do passeio', 'Dia', 'Hora', 'Só adulto'],
    ...['Nome da tarifa 1', 'Preço da tarifa 1', 'Idade inicial da tarifa 1', 'Idade final da tarifa 1'],
    ...['Criança de colo: tarifa 1', 'Só para a equipe: tarifa 1', 'Remover tarifa 1', 'Adicionar tarifa'],
    ...['Adicionar cortesia', 'Sinal', 'Veículo', 'Vagas', 'Lotação mínima', 'Confirmação até', 'Viagem interestadual'],
    ...['Adicionar ponto', 'Adicionar passo', 'O que está incluso', 'O que levar', 'Riscos e cuidados', 'Padrão'],
    ...['Adicionar faixa', 'Escolher fotos', 'Salvar e publicar', 'Salvar'],
  ];
  const met = visited.flatMap((name) => stops.find((stop) => name === stop || name.startsWith(`${stop}\n`)) ?? []);
  expect([...new Set(met)]).toEqual(stops);
  await userEvent.keyboard('{Enter}');
  await expect.element(field('Título')).toHaveFocus();
  await expect.element(field('Título')).toHaveAccessibleDescription('Título: preencha este campo.');
});

function nameOfFocused(): string {
  const element = document.activeElement as HTMLInputElement;
  const label = document.getElementById(element.getAttribute('aria-labelledby') ?? '')?.textContent;
  // As it is seen: what stands below a label is another line.
  const own = [...(element.labels ?? [])].map((one) => one.innerText).join('');
  return (element.getAttribute('aria-label') || label || own || element.textContent || '').trim();
}

test('a boarding point shows one of the pictures that are uploaded', async () => {
  const image = {
    id: '0197a1d2-6c1b-7000-8000-00000000000a',
    url: 'trips/image/0197a1d2-6c1b-7000-8000-00000000000a/320.jpg',
    ...{ alt: 'A praça', width: 320, height: 180, widths: [320], color: '#446677', isCardImg: true },
  };
  const trip = newTrip({ tripImages: [image] });
  const { bodies } = await openTripEditor(trip, { 'PUT /api/trips': refusal(409, { code: 'CAPACITY_TAKEN' }) });
  await page.getByRole('combobox', { name: 'Foto do ponto de embarque 2' }).selectOptions(image.id);
  await button('Salvar').click();
  await expect
    .poll(() => (bodies['PUT /api/trips'] as TripUpdate | undefined)?.boardingPoints)
    .toMatchObject([{ imageId: '' }, { imageId: image.id }]);
});

test('a boarding point that somebody counts on comes back, and nothing is left to save', async () => {
  const message = 'Há pessoas que embarcam neste ponto.';
  const trip = newTrip();
  const { bodies } = await openTripEditor(trip, {
    'PUT /api/trips': refusal(409, { code: 'BOARDING_POINT_IN_USE', message }),
  });
  await button('Remover ponto de embarque 2').click();
  await button('Salvar').click();
  const section = page.getByRole('region', { name: 'Pontos de embarque' });
  await expect.element(section.getByRole('alert')).toMatchTextContent(message);
  expect((bodies['PUT /api/trips'] as TripUpdate).boardingPoints).toHaveLength(1);
  await button('Trazer de volta o que removi').click();
  await expect.element(field('Local do ponto de embarque 2')).toHaveValue('Três Corações');
  await expect.element(page.getByText('Tudo salvo')).toBeVisible();
});

test('an editor with reduced motion shows all that is written, in fields of every width', async () => {
  const emulate = (features: { name: string; value: string }[]) =>
    cdp().send('Emulation.setEmulatedMedia', { features });
  onTestFinished(async () => void (await emulate([])));
  await emulate([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
  await openTripEditor();
  await button('Adicionar passo').click();
  const step = field('O que acontece no passo 1');
  for (let words = 2; words <= 12; words++) {
    await field('Riscos e cuidados').fill(`Pedras, ${words}.`);
    await step.fill('cachoeira '.repeat(words));
    const hidden = () => step.element().scrollHeight - step.element().clientHeight;
    await expect.poll(hidden, { message: `${words} words` }).toBeLessThanOrEqual(0);
  }
});
