import { emailTemplates } from '@passeio/contract/messages/email-templates';
import type { OwnWording } from '@passeio/contract/messages/message-templates';
import { whatsAppTemplates } from '@passeio/contract/messages/whatsapp-templates';
import { usualReservationSettings as reservations } from '@passeio/contract/operator/reservation-settings';
import { type ComponentProps, useState } from 'react';
import { Link } from 'react-router';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { settings } from '~/features/settings/operator.sample';
import { answerCalls, refusal } from '~/test/network';
import { signIn } from '~/test/person';
import { renderPage } from '~/test/render';
import { expectToast } from '~/test/toast';
import { MessagesSection } from './messages-section';
import Settings from './settings';
import { createWordingForms } from './wording-forms';

const LIST = '/admin/configuracoes/mensagens';
const PATH = '/admin/configuracoes/:section/:message?';
const KEY = 'holdExpired';
const GET = 'GET /api/settings/messages';
const PUT = `PUT /api/settings/messages/${KEY}`;
const DELETE = `DELETE /api/settings/messages/${KEY}`;
const { wording: standard } = emailTemplates[KEY];
const own: OwnWording = { key: KEY, subject: 'Que pena, {primeiro_nome}!', text: 'O prazo era {prazo}.', version: 4 };

let isDirty = false;
function Section({ data }: { data: OwnWording[] }) {
  const [forms] = useState(() => createWordingForms({ data }));
  return (
    <MessagesSection
      forms={forms}
      onDirty={(dirty) => {
        isDirty = dirty;
      }}
    />
  );
}
const show = (data: OwnWording[] = [], at = LIST) => {
  signIn('ADMIN');
  return renderPage(<Section data={data} />, { at, path: PATH });
};
const open = (data: OwnWording[] = [], key: string = KEY) => show(data, `${LIST}/${key}`);

const subject = () => page.getByLabelText('Assunto');
const text = () => page.getByLabelText('Texto', { exact: true });
const preview = () => page.getByRole('region', { name: 'Prévia, com dados de exemplo' });
const button = (name: string | RegExp) => page.getByRole('button', { name });
const save = () => button('Salvar mensagem').click();

test('the list says when each message goes, which are changed, and which are not saved', async () => {
  await show([own]);
  await expect
    .element(page.getByRole('region', { name: 'WhatsApp' }).getByRole('link'))
    .toHaveLength(Object.keys(whatsAppTemplates).length);
  await expect.element(page.getByText('Quando o prazo do sinal passa sem pagamento.')).toBeVisible();
  await expect.element(page.getByText('Alterada')).toHaveLength(1);
  await page.getByRole('link', { name: /A reserva expirou.*Alterada/ }).click();
  await text().fill('Até logo!');
  expect(isDirty).toBe(true);
  await page.getByRole('link', { name: 'Todas as mensagens' }).click();
  // What was written waits in the form while others are opened.
  await page.getByRole('link', { name: /A reserva expirou.*Alterada.*Não salva/ }).click();
  await expect.element(text()).toHaveValue('Até logo!');
  await button('Desfazer').click();
  await expect.element(text()).toHaveValue(own.text);
  expect(isDirty).toBe(false);
});

test('an e-mail is previewed as it is written, with examples', async () => {
  await open();
  await expect
    .element(preview().getByText(/A reserva K7M2QX em Cânions de Furnas estava guardada até 03\/12\/2026 às 18:00\./))
    .toBeVisible();
  await subject().fill('Tchau, {codigo}');
  await text().fill('Um {passeio}.\n\n{primeiro_nome}, dois\ntrês {nada}');
  await expect.element(preview().getByText(/Tchau, K7M2QX – /)).toBeVisible();
  for (const part of ['Olá, Ana!', 'Um Cânions de Furnas.', 'Ver o passeio']) {
    await expect.element(preview().getByText(part, { exact: true })).toBeVisible();
  }
  // A field that does not exist is seen as what it would be sent as.
  await expect.element(preview().getByText('Ana, dois três {nada}')).toBeVisible();
});

test('a WhatsApp text has no subject', async () => {
  await open([], 'whatsAppTalk');
  await expect.element(subject()).not.toBeInTheDocument();
  await text().fill('Oi, {primeiro_nome}!\n{codigo}');
  await expect.element(preview().getByText(/Oi, Ana!\s*K7M2QX/)).toBeVisible();
});

test('fields go where the cursor was, by keyboard too; sentences only into the text', async () => {
  await open([{ ...own, key: 'holdEnding', subject: 'Oi, !', text: 'Até ' }], 'holdEnding');
  await expect.element(button(/^\{prazo\} Até quando, dia e hora Ex\.: 03\/12\/2026 às 18:00$/)).toBeVisible();
  await subject().click();
  await userEvent.keyboard('{Home}{ArrowRight>4/}');
  button(/^\{codigo\}/)
    .element()
    .focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(subject()).toHaveValue('Oi, {codigo}!');
  // The cursor is after it.
  await userEvent.keyboard('?');
  await expect.element(subject()).toHaveValue('Oi, {codigo}?!');
  await button(/^\{como_pagar\}/).click();
  await expect.element(text()).toHaveValue('Até {como_pagar}');
  await expect.element(text()).toHaveFocus();
});

test('what is wrong is said beside the field, and saved is what the server says', async () => {
  const saved = { ...own, subject: 'Que pena', text: 'Oi', version: 5 };
  const { bodies, calls } = answerCalls({ [PUT]: [refusal(503), { json: { data: [saved] } }] });
  await open([own]);
  await subject().fill('');
  await text().fill('Falta {xyz}');
  await save();
  await expect.element(subject()).toHaveAccessibleDescription(/Escreva o assunto do e-mail\./);
  await expect.element(text()).toHaveAccessibleDescription(/O campo \{xyz\} não existe nesta mensagem\./);
  await expect.element(subject()).toHaveFocus();
  expect(calls).toEqual([]);
  await subject().fill('Que pena');
  await text().fill('Oi');
  await save();
  await expect.poll(() => calls).toHaveLength(1);
  await expect.element(text()).toHaveValue('Oi');
  expect(isDirty).toBe(true);
  await save();
  await expectToast('success', 'Mensagem salva. As próximas já saem com este texto.');
  expect(bodies[PUT]).toEqual({ subject: 'Que pena', text: 'Oi', version: 4 });
  expect(isDirty).toBe(false);
});

test('the original comes back after a question, and what was written can be recovered', async () => {
  const { calls } = answerCalls({
    [DELETE]: { json: { data: [] } },
    [PUT]: { json: { data: [{ ...own, version: 6 }] } },
  });
  await open([own]);
  await button('Voltar ao texto original').click();
  await button('Cancelar').click();
  expect(calls).toEqual([]);
  await button('Voltar ao texto original').click();
  await button('Confirmar').click();
  await expectToast('success', 'O texto original está de volta.');
  await expect.element(text()).toHaveValue(standard.text);
  await expect.element(button('Voltar ao texto original')).not.toBeInTheDocument();
  await expect.element(page.getByText('Alterada')).not.toBeInTheDocument();
  await button('Recuperar o texto').click();
  await expect.element(text()).toHaveValue(own.text);
  await save();
  await expect.element(page.getByText('Alterada')).toBeVisible();
});

test('what somebody else saved meanwhile is shown beside it', async () => {
  const theirs = { ...own, subject: 'Da outra pessoa', text: 'Texto da outra', version: 5 };
  const { bodies } = answerCalls({
    [PUT]: [
      refusal(409, { code: 'CHANGED_MEANWHILE' }),
      { json: { data: [{ ...theirs, text: 'O meu', version: 6 }] } },
    ],
    [GET]: { json: { data: [theirs] } },
  });
  await open([own]);
  await text().fill('O meu');
  await save();
  const dialog = page.getByRole('dialog', { name: 'Outra pessoa salvou esta mensagem' });
  await expect.element(dialog.getByText('Texto da outra')).toBeVisible();
  await dialog.getByRole('radio', { name: 'A sua' }).click();
  await dialog.getByRole('button', { name: 'Juntar e salvar' }).click();
  await expectToast('success', 'Mensagem salva. As próximas já saem com este texto.');
  expect(bodies[PUT]).toEqual({ subject: 'Da outra pessoa', text: 'O meu', version: 5 });
  await expect.element(subject()).toHaveValue('Da outra pessoa');
});

test('a message is kept while other settings are opened; leaving them asks', async () => {
  signIn('ADMIN');
  const access = { requireConfirmedEmail: false, requireTwoFactor: false, clientIdleMinutes: 0, staffIdleMinutes: 0 };
  const loaded = {
    operator: settings,
    access,
    reservations,
    wordings: { data: [own] },
    privacy: { controller: '', contact: '', eraseIdleYears: null, erased: { lastAt: null, counts: [], kept: 0 } },
    contract: { text: '' },
  };
  const props = { loaderData: loaded } as unknown as ComponentProps<typeof Settings>;
  const elsewhere = '/admin/auditoria';
  const both = (
    <>
      <Link to={elsewhere}>Sair daqui</Link>
      <Settings {...props} />
    </>
  );
  await renderPage(both, { at: `${LIST}/${KEY}`, path: PATH });
  await text().fill('Até logo!');
  const nav = page.getByRole('navigation', { name: 'Partes das configurações' });
  const goTo = (section: RegExp) => (nav.getByRole('link', { name: section }).element() as HTMLElement).click();
  goTo(/^Acesso/);
  await expect.element(text()).not.toBeInTheDocument();
  goTo(/^Mensagens/);
  await page.getByRole('link', { name: /Não salva/ }).click();
  await page.getByRole('link', { name: 'Sair daqui' }).click();
  await expect.element(page.getByText('Sair sem salvar?')).toBeVisible();
  await button('Cancelar').click();
  await expect.element(text()).toHaveValue('Até logo!');
  await page.getByRole('link', { name: 'Sair daqui' }).click();
  await button('Confirmar').click();
  await expect.element(page.getByRole('heading', { name: elsewhere })).toBeVisible();
});
