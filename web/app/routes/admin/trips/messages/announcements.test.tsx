import type { Announcement } from '@passeio/contract/messages/announcements';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderInArea } from '~/test/area';
import { expectNothingFound } from '~/test/axe';
import { newChat } from '~/test/chats';
import { type FakeResponse, refusal } from '~/test/network';
import { expectNoSidewaysScrolling, setWindow } from '~/test/screen';
import * as tripMessages from './trip-messages';

const trip = { id: crypto.randomUUID(), title: 'Capitólio', date: '2099-12-05T08:00:00.000Z' };
const API = `/api/trips/${trip.id}/announcements`;
const ana = newChat({ trip });

const announcement = (more: Partial<Announcement> = {}): Announcement => ({
  ...{
    id: crypto.randomUUID(),
    audience: 'payers',
    unpaid: true,
    missingData: false,
    boardingPlace: null,
    chosen: null,
  },
  ...{ subject: 'Leve agasalho', text: 'Vai fazer frio.', sendAt: '2026-11-20T17:05:00.000Z', by: 'Bia Lima' },
  ...{ sentAt: '2026-11-20T17:05:00.000Z', cancelledAt: null, people: 2, emails: 1 },
  ...more,
});
const counted = (people: number) => ({
  json: {
    people,
    emails: people - 1,
    example: { name: 'Ana Prado', subject: 'Leve agasalho', text: 'Vai fazer frio.' },
  },
});

function open(data: Announcement[], responses: Record<string, FakeResponse | FakeResponse[]> = {}, search = '') {
  return renderInArea(tripMessages, {
    ...{ at: `/admin/passeios/${trip.id}/mensagens${search}`, path: '/admin/passeios/:tripId/mensagens' },
    role: 'OPERATOR',
    responses: {
      [`GET /api/trips/${trip.id}/whatsapp-messages`]: { json: { trip, reservations: [ana], messages: [] } },
      [`GET ${API}`]: { json: { data, boardingPoints: [] } },
      ...responses,
    },
  });
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
async function write() {
  await button('Escrever a todos').click();
  await page.getByRole('textbox', { name: 'Assunto' }).fill('Leve agasalho');
  await page.getByRole('textbox', { name: 'Texto' }).fill('Vai fazer frio.');
}

test('a message is written, read as one person does, and sent to the number in the button', async () => {
  await setWindow();
  const { bodies } = await open([], {
    [`POST ${API}/preview`]: counted(3),
    [`POST ${API}`]: { status: 201, json: { data: [announcement()], boardingPoints: [] } },
  });
  await write();
  await page.getByRole('switch', { name: 'Só com valor a pagar' }).click();
  await expectNothingFound();
  await button('Conferir').click();
  await expect.element(page.getByText('Como Ana Prado lê:')).toBeVisible();
  await expect.element(page.getByText(/2 pessoas recebem por e-mail\. 1 não tem e-mail/)).toBeVisible();
  await expectNoSidewaysScrolling();
  await expectNothingFound();
  await button('Enviar para 3 pessoas').click();
  await expect.element(page.getByText('A mensagem está a caminho.')).toBeVisible();
  expect(bodies[`POST ${API}`]).toEqual({
    ...{ audience: 'payers', unpaid: true, missingData: false, boardingPointId: null, participantIds: null },
    ...{ subject: 'Leve agasalho', text: 'Vai fazer frio.', sendAt: null, people: 3 },
  });
});

test('going back keeps what was written; a message with a time is scheduled', async () => {
  const { bodies } = await open([], {
    [`POST ${API}/preview`]: counted(2),
    [`POST ${API}`]: { status: 201, json: { data: [announcement()], boardingPoints: [] } },
  });
  await write();
  await page.getByText('Com hora marcada').click();
  await button('Conferir').click();
  await expect.element(page.getByText('Escolha o dia e a hora do envio.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Dia' }).fill('04/12/2098');
  await page.getByRole('textbox', { name: 'Hora' }).fill('18h');
  await button('Conferir').click();
  await expect.element(button('Agendar para 2 pessoas')).toBeVisible();
  await button('Voltar').click();
  await expect.element(page.getByRole('textbox', { name: 'Texto' })).toHaveValue('Vai fazer frio.');
  await expect.element(page.getByRole('textbox', { name: 'Hora' })).toHaveValue('18:00');
  await button('Conferir').click();
  await button('Agendar para 2 pessoas').click();
  await expect.element(page.getByText('A mensagem está agendada.')).toBeVisible();
  expect(bodies[`POST ${API}`]).toMatchObject({ sendAt: '2098-12-04T21:00:00.000Z' });
});

test('where it would reach others by now, the new number is shown before it is sent', async () => {
  await open([], {
    [`POST ${API}/preview`]: [counted(3), counted(4)],
    [`POST ${API}`]: refusal(409, { code: 'ANNOUNCEMENT_FOR_OTHERS', message: 'Mudou para quantas pessoas.' }),
  });
  await write();
  await button('Conferir').click();
  await button('Enviar para 3 pessoas').click();
  await expect.element(page.getByText(/Mudou para quantas pessoas/)).toBeVisible();
  await expect.element(button('Enviar para 4 pessoas')).toBeVisible();
});

test('a scheduled message is cancelled; a sent one leads to its send queue, people without an e-mail first', async () => {
  const scheduled = announcement({ subject: 'Vai sair', sentAt: null, people: null, emails: null });
  const sent = announcement();
  const person = (name: string, byEmail: boolean) => ({
    ...{ reservationId: crypto.randomUUID(), code: 'K7M2QX', participantId: null, byEmail },
    ...{ name, contact: '+5535988887777', text: `Olá, ${name}! Vai fazer frio.` },
  });
  const { calls } = await open([scheduled, sent], {
    [`DELETE ${API}/${scheduled.id}`]: { json: { data: [sent], boardingPoints: [] } },
    [`GET ${API}/${sent.id}/recipients`]: {
      json: { announcement: sent, data: [person('Ana', true), person('Nair', false)] },
    },
  });
  await expect.element(page.getByText('Enviada em 20/11 às 14:05 por Bia Lima: 2 pessoas, 1 por e-mail')).toBeVisible();
  await button('Cancelar o envio: Vai sair').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirmar' }).click();
  await expect.poll(() => calls).toContain(`DELETE ${API}/${scheduled.id}`);
  await page.getByRole('link', { name: 'Enviar por WhatsApp: Leve agasalho' }).click();
  await expect.element(button('Enviar a 1 com e-mail')).toBeVisible();
  await expectNothingFound();
  await button('Enviar para 1').click();
  await expect.element(page.getByText('Olá, Nair! Vai fazer frio.')).toBeVisible();
});
