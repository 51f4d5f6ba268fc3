import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { templatePages } from '~/routes/area/layout/template-pages';
import { renderInArea } from '~/test/area';
import { expectNothingFound } from '~/test/axe';
import type { RouteModule } from '~/test/render';
import { expectNoSidewaysScrolling, setWindow } from '~/test/screen';
import { expectToast } from '~/test/toast';
import { newTrip } from '~/test/trip';
import * as dialogs from './dialogs';

type Page = RouteModule & { handle: { title: string } };
const modules = Object.values(import.meta.glob<Page>(['./*.tsx', '!./*.test.tsx'], { eager: true }));
const pageOf = (label: string) => modules.find(({ handle }) => handle.title === label) ?? expect.unreachable(label);

// On a phone: in a wide window the parts are the same, with more room.
async function open(module: RouteModule, at: string): Promise<void> {
  await setWindow();
  const trips = { data: [newTrip()], page: { number: 1, size: 1, total: 1 } };
  await renderInArea(module, { at, role: 'ADMIN', responses: { 'GET /api/trips': { json: trips } } });
}

const button = (name: string) => page.getByRole('button', { name, exact: true });

/** What is done on a page before axe looks at it. */
const doings: Partial<Record<string, () => Promise<void>>> = {
  async Avisos() {
    await button('Sucesso').click();
    await expectToast('success', 'Reserva salva com sucesso!');
    await button('Erro').click();
    await expectToast('error', 'Houve falha nesta ação');
    await button('Informação').click();
    await expectToast('info', 'Usuário deslogado!');
  },
  async Gráficos() {
    await expect.poll(() => document.querySelector('.recharts-bar-rectangle')).not.toBeNull();
  },
  async 'Editor de texto'() {
    const text = page.getByRole('textbox', { name: 'Descrição' });
    await expect.element(text).toBeVisible();
    await text.click();
    await userEvent.keyboard('{Control>}{End}{/Control} e rio');
    const items = page.getByRole('listitem').filter({ hasText: 'Café da manhã incluído e rio' });
    await expect.poll(() => items.elements()).toHaveLength(2);
  },
  async Máscaras() {
    const phone = page.getByLabelText('Celular ou telefone');
    await phone.click();
    await userEvent.keyboard('+55 91 98811-2011');
    await expect.element(phone).toHaveValue('+55 (91) 98811-2011');
    await userEvent.keyboard('{ArrowLeft>4/}{Backspace>3/}');
    await expect.element(phone).toHaveValue('+55 (91) 9882-011');
  },
  async Validação() {
    await button('Conferir').click();
    await expect.element(page.getByLabelText('Nome completo')).toHaveFocus();
    const cpf = page.getByLabelText('CPF', { exact: true });
    await expect.element(cpf).toHaveAccessibleDescription(/CPF: preencha este campo\./);
  },
};

test.each(templatePages)('$label: what is there works, gives axe nothing to find, and fits a phone', async (one) => {
  await open(pageOf(one.label), one.to);
  await expect.element(page.getByRole('heading', { name: one.label, level: 1 })).toBeVisible();
  await doings[one.label]?.();
  await expectNothingFound();
  await expectNoSidewaysScrolling();
});

test('the dialogs open, pass axe, and close', async () => {
  await open(dialogs, '/template/ui-elements/dialogos');
  await button('Confirmar algo sem volta').click();
  await expect.element(page.getByRole('alertdialog', { name: 'Remover a foto?' })).toBeVisible();
  await expectNothingFound('dialog[open]');
  await button('Cancelar').click();
  await expectToast('info', 'Você cancelou.');
  for (const [name, title] of [
    ['Abrir uma tarefa', 'Registrar pagamento'],
    ['Comparar versões', 'Outra pessoa salvou este passeio'],
  ] as const) {
    await button(name).click();
    await expect.element(page.getByRole('dialog', { name: title })).toBeVisible();
    await expectNothingFound('dialog[open]');
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog', { name: title })).not.toBeInTheDocument();
  }
});
