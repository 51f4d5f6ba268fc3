import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { linkOwner, writeUserCache } from '~/features/session/own-copies';
import { followUserSlice } from '~/features/session/session-status';
import { deleteCachesOfOthers } from '~/features/session/user-cache';
import { formatMoney } from '~/lib/formats';
import { expectNothingFound } from '~/test/axe';
import { answerCalls, type FakeResponse, refusal } from '~/test/network';
import { signIn } from '~/test/person';
import { renderRoute } from '~/test/render';
import { fares, newDetails, newParticipant } from '~/test/reservations';
import { expectNoSidewaysScrolling, setWindow } from '~/test/screen';
import { expectToast } from '~/test/toast';
import { newVoucher } from '~/test/vouchers';
import * as linked from './linked-reservation';

const TOKEN = 'b'.repeat(43);
const byLink = (name: string) => `POST /api/reservation-links/${name}`;

/** What this browser has stored of links, with the names of where. */
async function copies(): Promise<string> {
  const names = (await caches.keys()).filter((name) => name.startsWith('own-link-'));
  const texts = names.map(async (name) => {
    const all = await (await caches.open(name)).matchAll();
    return [name, ...(await Promise.all(all.map((copy) => copy.text())))];
  });
  return (await Promise.all(texts)).flat().join();
}

afterEach(async () => {
  localStorage.removeItem('passeio:reservas');
  for (const name of await caches.keys()) await caches.delete(name);
});

const happened = {
  ...{ id: crypto.randomUUID(), at: '2026-11-20T12:00:00.000Z', who: 'payer', name: 'Você' },
  ...{ sentence: 'Você incluiu Ana P. na reserva', details: [], changes: null },
};
const article = page.getByRole('article', { name: 'Cânions de Furnas' });

async function open(
  details: FakeResponse | FakeResponse[],
  responses: Record<string, FakeResponse | FakeResponse[]> = {},
) {
  await cleanup();
  const network = answerCalls({
    [byLink('read')]: details,
    [byLink('voucher')]: { json: newVoucher() },
    [byLink('cancellation')]: refusal(409),
    [byLink('timeline')]: { json: { data: [happened], hasEarlier: false } },
    ...responses,
  });
  window.location.hash = TOKEN;
  await renderRoute(linked, { at: '/reserva' });
  return network;
}

test('somebody without an account sees what to do, as who has one', async () => {
  await setWindow();
  const { calls, bodies, headers } = await open({ json: newDetails({ receivedCents: 20_000, state: 'booked' }) });
  await expect.element(page.getByRole('region', { name: 'Cânions de Furnas' })).toBeVisible();
  for (const name of [/Incluir pessoa/, /Mais ações/]) {
    await expect.element(page.getByRole('button', { name }).first()).toBeVisible();
  }
  await expect.poll(() => new Set(calls)).toEqual(new Set(['read', 'cancellation', 'voucher', 'timeline'].map(byLink)));
  await expect.element(page.getByText('Você incluiu Ana P. na reserva')).toBeVisible();
  expect(bodies[byLink('read')]).toEqual({ token: TOKEN });
  expect(headers.some((sent) => sent.has('authorization'))).toBe(false);
  await expectNoSidewaysScrolling();
  await expectNothingFound('body');
});

const stored = () => localStorage.getItem('passeio:reservas') ?? '';

test('somebody without an account copies the link, sends it to themselves, and has it remembered if they say so', async () => {
  await setWindow();
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await open({ json: newDetails() });
  const keep = page.getByRole('region', { name: 'Guarde este link' });
  await expect.element(keep.getByText(/Este link é a sua reserva/)).toBeVisible();
  await keep.getByRole('button', { name: 'Copiar link' }).click();
  await expect.element(keep.getByRole('button', { name: 'Link copiado!' })).toBeVisible();
  const url = `http://localhost:3000/reserva#${TOKEN}`;
  expect(copied).toHaveBeenCalledWith(url);
  const chat = keep.getByRole('link', { name: 'Enviar para o meu WhatsApp' });
  const { origin, searchParams } = new URL(chat.element().getAttribute('href') ?? '');
  expect([origin, searchParams.get('text')]).toEqual(['https://wa.me', expect.stringContaining(url)]);

  expect(stored()).toBe('');
  const remember = keep.getByRole('switch', { name: /^Lembrar neste aparelho/ });
  await remember.click();
  await expect.element(remember).toBeChecked();
  expect(stored()).toContain(TOKEN);
  await expectNoSidewaysScrolling();
  await expectNothingFound('body');
  await remember.click();
  await expect.element(remember).not.toBeChecked();
  expect(stored()).toBe('');
});

test('a notification without the link opens the reservation that the browser remembers', async () => {
  await open({ json: newDetails() });
  await page.getByRole('switch', { name: /^Lembrar neste aparelho/ }).click();
  await cleanup();
  window.location.hash = '';
  await renderRoute(linked, { at: '/reserva' });
  await page.getByRole('button', { name: /^Abrir a reserva/ }).click();
  await expect.element(page.getByRole('region', { name: 'Quem vai' })).toBeVisible();
});

test.each([
  ['the link is over', refusal(404, { code: 'RESERVATION_LINK_OVER' })],
  ['the payer has erased their data', undefined],
])('the browser forgets the reservation once %s', async (_, answer) => {
  await open({ json: newDetails() }, { [byLink('erasure')]: { json: {} } });
  await page.getByRole('switch', { name: /^Lembrar neste aparelho/ }).click();
  await expect.poll(stored).toContain(TOKEN);
  if (answer) await open(answer);
  else {
    await page.getByRole('button', { name: 'Excluir meus dados…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click();
  }
  await expect.poll(stored).toBe('');
});

test('data that are masked stay, and what is typed is sent with the link', async () => {
  const other = {
    ...newParticipant({ name: 'Ana P.' }, fares.adult),
    masked: { name: 'Ana P.', cpf: '•••725' },
  };
  const { bodies } = await open(
    { json: newDetails({ participants: [other] }) },
    { [byLink('participants')]: { json: {} }, [byLink('cancellation')]: refusal(409) },
  );
  await page.getByRole('button', { name: 'Preencher: Ana P.' }).click();
  await expect.element(page.getByLabelText('Nome completo', { exact: true })).toHaveValue('');
  await expect.element(page.getByText(/Preencha só o que quiser corrigir/)).toBeVisible();
  await page.getByRole('combobox', { name: 'Órgão emissor' }).fill('PC/MG');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expectToast('success', 'Dados salvos.');
  expect(bodies[byLink('participants')]).toMatchObject({
    token: TOKEN,
    participantId: other.id,
    documentIssuer: 'PC/MG',
  });
  expect(bodies[byLink('participants')]).not.toHaveProperty('name');
});

/** A boy whose birth date is masked, as the link shows him, beside an adult. */
function withBoy(boy: Partial<ReturnType<typeof newParticipant>>) {
  const adult = { ...newParticipant({ name: 'Tiago Rocha', isPayer: true }, fares.adult), age: null };
  const child = { ...newParticipant({ name: 'Caio P.' }, fares.child), age: null, minor: 'under12' as const };
  const masked = { name: 'Caio P.', birthdate: '••/••/••••' };
  return { adult, child: { ...child, masked, ...boy } };
}

test('who accompanies a minor is asked by the link, though the birth date is masked', async () => {
  await setWindow();
  const { adult, child } = withBoy({ missing: ['companionId'] });
  const { bodies } = await open(
    { json: newDetails({ participants: [adult, child] }) },
    { [byLink('participants')]: { json: {} } },
  );
  await expect.element(page.getByText('Falta: quem acompanha')).toBeVisible();
  await page.getByRole('button', { name: 'Preencher: Caio P.' }).click();
  await page.getByRole('combobox', { name: 'Quem acompanha?' }).selectOptions('Tiago Rocha');
  await expectNothingFound('body');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expectToast('success', 'Dados salvos.');
  expect(bodies[byLink('participants')]).toEqual({ token: TOKEN, participantId: child.id, companionId: adult.id });
});

test('a minor stays accompanied when something else of them is corrected by the link', async () => {
  const { adult, child } = withBoy({});
  const { bodies } = await open(
    { json: newDetails({ participants: [adult, { ...child, companionId: adult.id }] }) },
    { [byLink('participants')]: { json: {} } },
  );
  await page.getByRole('button', { name: 'Preencher: Caio P.' }).click();
  await page.getByRole('combobox', { name: 'Órgão emissor' }).fill('PC/MG');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expectToast('success', 'Dados salvos.');
  expect(bodies[byLink('participants')]).toEqual({ token: TOKEN, participantId: child.id, documentIssuer: 'PC/MG' });
});

test('an act with money asks for the last digits of the telephone, and again after wrong ones', async () => {
  const asks = (code: string, message: string) => refusal(409, { code, message });
  const { bodies } = await open(
    { json: newDetails({ state: 'booked', receivedCents: 20_000, cancellable: true }) },
    {
      [byLink('cancellation')]: {
        json: {
          ...{ contractedCents: 47_300, receivedCents: 20_000, penaltyCents: 0, refundCents: 20_000 },
          ...{ rule: 'Até 30 dias antes.', promisedFor: '2027-01-10' },
        },
      },
      [byLink('cancel')]: [
        asks('PHONE_DIGITS_NEEDED', 'Para sua segurança, digite os números.'),
        asks('PHONE_DIGITS_WRONG', 'Não são esses números.'),
        { json: {} },
      ],
    },
  );
  await page.getByRole('button', { name: 'Cancelar reserva' }).click();
  await page.getByRole('button', { name: /Cancelar e receber/ }).click();
  const digits = page.getByLabelText('4 últimos números do celular');
  await expect.element(page.getByText('Para sua segurança, digite os números.')).toBeVisible();
  await digits.fill('0000');
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await expect.element(page.getByText('Não são esses números.')).toBeVisible();
  await digits.fill('1234');
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await expect.poll(() => bodies[byLink('cancel')]).toMatchObject({ phoneDigits: '1234', refundCents: 20_000 });
});

const paid = { json: newDetails({ state: 'booked', receivedCents: 20_000, cancellable: true }) };
const quoted = {
  json: {
    ...{ contractedCents: 47_300, receivedCents: 20_000, penaltyCents: 0, refundCents: 20_000 },
    ...{ rule: 'Até 30 dias antes.', promisedFor: '2027-01-10' },
  },
};
async function cancel() {
  await page.getByRole('button', { name: 'Cancelar reserva' }).click();
  await page.getByRole('button', { name: /Cancelar e receber/ }).click();
}

test('an act with money by a link of staff asks for the code at the e-mail, and again after a wrong one', async () => {
  await setWindow();
  const { bodies } = await open(paid, {
    [byLink('cancellation')]: quoted,
    [byLink('proof-code')]: { json: { sentTo: 't•••@exemplo.com.br' } },
    [byLink('cancel')]: [
      refusal(409, { code: 'LINK_CODE_NEEDED', message: 'Confirme que é você.' }),
      refusal(400, { code: 'EMAIL_CODE_WRONG', message: 'Este não é o código.' }),
      { json: {} },
    ],
  });
  await cancel();
  await expect.element(page.getByText(/Mandamos para t•••@exemplo.com.br/)).toBeVisible();
  const code = page.getByLabelText('Código de 6 números');
  await code.fill('000000');
  await page.getByRole('button', { name: 'Confirmar', exact: true }).click();
  await expect.element(page.getByText('Este não é o código.')).toBeVisible();
  await expectNothingFound('body');
  await code.fill('123 456');
  await page.getByRole('button', { name: 'Confirmar', exact: true }).click();
  await expect.poll(() => bodies[byLink('cancel')]).toMatchObject({ emailCode: '123456', refundCents: 20_000 });
});

test('what nothing proves is asked of staff, and the page shows the request', async () => {
  const request = { name: 'cancel' as const, askedAt: '2026-11-20T12:00:00.000Z', isConfirmed: null };
  const { bodies } = await open([paid, { json: { ...paid.json, linkRequests: [request] } }], {
    [byLink('cancellation')]: quoted,
    [byLink('requests')]: { json: {} },
    [byLink('cancel')]: refusal(409, { code: 'LINK_UNPROVEN', message: 'Este link foi feito pela equipe.' }),
  });
  await cancel();
  await expect.element(page.getByText(/Por segurança, outra pessoa da equipe confere/)).toBeVisible();
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await expectToast('success', 'Pedido enviado. A resposta aparece nesta página.');
  expect(bodies[byLink('requests')]).toMatchObject({ token: TOKEN, name: 'cancel', refundCents: 20_000 });
  const asked = page.getByRole('region', { name: 'Pedidos à equipe' });
  await expect.element(asked.getByText('A equipe vai confirmar')).toBeVisible();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('a link that is over says so', async () => {
  await open(refusal(404, { code: 'RESERVATION_LINK_OVER' }));
  await expect.element(page.getByRole('heading', { name: 'Este link não vale mais' })).toBeVisible();
});

test('a payer who has not signed in reads how to keep the reservation in an account', async () => {
  await open({ json: newDetails() });
  await expect
    .element(page.getByRole('link', { name: 'Entre' }))
    .toHaveAttribute('href', '/auth/login?returnUrl=%2Fhome');
  await expect.element(page.getByRole('button', { name: 'Guardar a reserva' })).not.toBeInTheDocument();
});

test('staff is not offered the reservation of a client whose link it opens', async () => {
  followUserSlice();
  signIn('OPERATOR');
  await open({ json: newDetails() });
  await expect.element(page.getByRole('region', { name: 'Quem vai' })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Guardar na minha conta' })).not.toBeInTheDocument();
});

test('who has signed in keeps the reservation in their account by the digits of its telephone', async () => {
  followUserSlice();
  signIn();
  const adopt = byLink('adoption');
  const asks = refusal(409, { code: 'PHONE_DIGITS_NEEDED', message: 'Digite os 4 últimos números do celular.' });
  const { bodies } = await open({ json: newDetails() }, { [adopt]: [asks, { json: { code: 'AB12CD' } }] });
  await page.getByRole('button', { name: 'Guardar a reserva' }).click();
  await page.getByLabelText('4 últimos números do celular').fill('4321');
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(bodies[adopt]).toEqual({ token: TOKEN, phoneDigits: '4321' });
});

test('without a network the link that was opened shows its voucher and nothing that needs one', async () => {
  await setWindow();
  const booked = { json: newDetails({ state: 'booked' }) };
  await open(booked);
  await expect.poll(copies).toContain('A3K7QX');
  expect(await copies()).not.toContain(TOKEN);

  await open(['lost', booked]);
  await expect.element(article).toBeVisible();
  await expect.element(page.getByText(/Sem conexão\. Voucher de \d\d\/\d\d às \d\d:\d\d\./)).toBeVisible();
  for (const gone of [
    page.getByRole('link', { name: 'Ver a reserva' }),
    page.getByRole('link', { name: 'Reserva A3K7QX' }),
    page.getByRole('button', { name: 'Baixar PDF' }),
  ]) {
    await expect.element(gone).not.toBeInTheDocument();
  }
  await expectNothingFound('body');
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect.element(page.getByRole('region', { name: 'Quem vai' })).toBeVisible();

  await open('lost');
  await expect.element(article).toBeVisible();
  await cleanup();
  window.location.hash = 'c'.repeat(43);
  await renderRoute(linked, { at: '/reserva' });
  await expect.element(page.getByRole('heading', { name: 'Não foi possível abrir o link' })).toBeVisible();
});

test.each([
  ['the link is refused', refusal(404, { code: 'RESERVATION_LINK_OVER' })],
  ['the reservation is cancelled', { json: newDetails({ state: 'cancelled' }) }],
])('the copy of a voucher is erased once %s', async (_, answer) => {
  await open({ json: newDetails({ state: 'booked' }) });
  await expect.poll(copies).toContain('A3K7QX');
  await open(answer);
  await expect.poll(copies).not.toContain('A3K7QX');
});

test('a copy stays when somebody signs in or out, and goes with its trip', async () => {
  await open({ json: newDetails({ state: 'booked' }) });
  await expect.poll(copies).toContain('A3K7QX');
  const past = newVoucher({ code: 'OLD234' });
  await writeUserCache(String(await linkOwner('d'.repeat(43))), 'voucher-link', past, Date.now() - 1);
  expect(await copies()).toContain('OLD234');
  await deleteCachesOfOthers(null);
  expect(await copies()).toContain('A3K7QX');
  expect(await copies()).not.toContain('OLD234');
});

test('a notification opens the page without the link, which says where the link is', async () => {
  answerCalls({});
  window.location.hash = '';
  await renderRoute(linked, { at: '/reserva' });
  await expect.element(page.getByRole('heading', { name: 'Abra pelo seu link' })).toBeVisible();
});

test('a guest confirms the e-mail by its code, or has one sent to another', async () => {
  await setWindow();
  const details = newDetails();
  const read = { json: { ...details, emailToConfirm: 't•••@exemplo.com.br' as string | null } };
  const { bodies, calls } = await open(read, {
    [byLink('email')]: [refusal(400, { code: 'EMAIL_CODE_WRONG', message: 'Este não é o código.' }), { json: {} }],
    [byLink('email-code')]: [
      refusal(409, { code: 'PHONE_DIGITS_NEEDED', message: 'Digite os 4 últimos números.' }),
      { json: {} },
    ],
  });
  const section = page.getByRole('region', { name: 'Confirme o seu e-mail' });
  await expect.element(section.getByText(/t•••@exemplo.com.br/)).toBeVisible();
  await section.getByRole('button', { name: 'Confirmar e-mail' }).click();
  await expect.element(section.getByText('Digite os 6 números do código.')).toBeVisible();
  expect(calls).not.toContain(byLink('email'));

  await section.getByRole('button', { name: 'Usar outro e-mail' }).click();
  const dialog = page.getByRole('dialog', { name: 'Outro e-mail' });
  await dialog.getByLabelText('E-mail').fill('tiago@exemplo.com.br');
  await dialog.getByRole('button', { name: 'Mandar o código' }).click();
  await page.getByLabelText('4 últimos números do celular').fill('7777');
  await page.getByRole('dialog', { name: 'É você mesmo?' }).getByRole('button', { name: 'Confirmar' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(bodies[byLink('email-code')]).toEqual({ token: TOKEN, email: 'tiago@exemplo.com.br', phoneDigits: '7777' });

  await section.getByLabelText('Código', { exact: true }).fill('123 456');
  await section.getByRole('button', { name: 'Confirmar e-mail' }).click();
  await expect.element(section.getByText('Este não é o código.')).toBeVisible();
  await expectNothingFound('body');
  read.json = details;
  await section.getByRole('button', { name: 'Confirmar e-mail' }).click();
  await expectToast('success', 'E-mail confirmado.');
  expect(bodies[byLink('email')]).toEqual({ token: TOKEN, code: '123456' });
  await expect.element(section).not.toBeInTheDocument();
});

test('a guest reads what is open, and after that erases their data with the digits of their telephone', async () => {
  const open409 = 'Ainda não dá para apagar os dados: há reserva em andamento (A3K7QX).';
  const { bodies } = await open(
    { json: newDetails() },
    {
      [byLink('erasure')]: [
        refusal(409, { code: 'ERASURE_OPEN', message: open409 }),
        refusal(409, { code: 'PHONE_DIGITS_NEEDED' }),
        { json: {} },
      ],
    },
  );
  await page.getByRole('button', { name: 'Excluir meus dados…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Excluir meus dados?' });
  const erase = dialog.getByRole('button', { name: 'Excluir' });
  await erase.click();
  await expect.element(dialog.getByText(open409)).toBeVisible();
  await expectNoSidewaysScrolling();
  await erase.click();
  await page.getByLabelText('4 últimos números do celular').fill('7777');
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await expect.element(page.getByRole('heading', { name: 'Dados excluídos' })).toBeVisible();
  expect(bodies[byLink('erasure')]).toEqual({ token: TOKEN, phoneDigits: '7777' });
});

test('credit of a payer without an account pays by the link, once they prove who they are', async () => {
  const { bodies } = await open(
    { json: newDetails({ creditCents: 12_000, dueCents: 37_800 }) },
    {
      [byLink('credit')]: [
        refusal(409, { code: 'PHONE_DIGITS_NEEDED', message: 'Confirme que é você.' }),
        { json: { balanceCents: 0, data: [] } },
      ],
    },
  );
  await expect.element(page.getByRole('heading', { name: /^Você tem R\$\s120,00 de crédito$/ })).toBeVisible();
  await page.getByRole('button', { name: /^Usar R\$\s120,00$/ }).click();
  await page.getByLabelText('4 últimos números do celular').fill('7777');
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await expectToast('success', `Pago com ${formatMoney(12_000)} de crédito.`);
  expect(bodies[byLink('credit')]).toEqual({ token: TOKEN, amountCents: 12_000, phoneDigits: '7777' });
});
