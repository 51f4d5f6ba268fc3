import type { Role } from '@passeio/contract/roles';
import type { SearchResults } from '@passeio/contract/staff/search';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderInArea } from '~/test/area';
import { expectNothingFound } from '~/test/axe';
import type { FakeResponse } from '~/test/network';
import { refusal } from '~/test/network';
import { expectNoSidewaysScrolling, expectWords, setWindow } from '~/test/screen';

const SEARCH = 'GET /api/search';
const nothing = { data: [], more: false };
const none: SearchResults = { reservations: nothing, people: nothing, trips: nothing };

const reservationId = crypto.randomUUID();
const personId = crypto.randomUUID();
const tripId = crypto.randomUUID();
const tiago: SearchResults = {
  reservations: {
    data: [
      {
        id: reservationId,
        code: '66DXEM',
        payer: 'Tiago Reis Guimarães',
        passenger: null,
        trip: { title: 'Cânions de Furnas', date: '2026-12-05T07:30:00.000Z' },
        status: { key: 'paid', label: 'Pago', tone: 'good' },
      },
      {
        id: crypto.randomUUID(),
        code: 'A2B3C4',
        payer: 'Helena Prado',
        passenger: 'Tiago Prado',
        trip: { title: 'Trem da Serra', date: '2026-03-01T09:00:00.000Z' },
        status: { key: 'cancelled', label: 'Cancelada', tone: 'quiet' },
      },
    ],
    more: true,
  },
  people: {
    data: [
      {
        id: personId,
        name: 'Tiago Reis Guimarães',
        contact: '+5535988887777',
        email: 'tiago@viajantes.example',
        maskedCpf: '•••.•••.247-25',
        reservationId,
      },
    ],
    more: false,
  },
  trips: {
    data: [
      {
        id: tripId,
        title: 'Trilha do Tiago',
        date: '2026-12-12T08:00:00.000Z',
        capacity: 46,
        placesTaken: 12,
        situation: 'open',
      },
    ],
    more: false,
  },
};

const home = {
  default: () => (
    <>
      <h2>Página</h2>
      <label>
        Campo <input />
      </label>
    </>
  ),
  handle: { title: 'Início' },
};
const field = page.getByRole('combobox', { name: 'Buscar reservas, pessoas e passeios' });
const dialog = page.getByRole('dialog', { name: 'Buscar' });
const option = (name: string | RegExp) => page.getByRole('option', { name });
const active = () => document.getElementById(field.element().getAttribute('aria-activedescendant') ?? '')?.textContent;

async function open(answer: FakeResponse | FakeResponse[], role: Role = 'OPERATOR') {
  const network = await renderInArea(home, { at: '/home', role, responses: { [SEARCH]: answer } });
  await expect.element(page.getByRole('heading', { name: 'Página' })).toBeVisible();
  return network;
}

test('the search opens with "/" and Ctrl K, but "/" is written where somebody writes; Esc returns the focus', async () => {
  await open({ json: none });
  const input = page.getByLabelText('Campo');
  await input.click();
  await userEvent.keyboard('/');
  await expect.element(input).toHaveValue('/');
  await expect.element(dialog).not.toBeInTheDocument();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(input).toHaveFocus();
  await expect.element(input).toHaveValue('/');

  const button = page.getByRole('button', { name: 'Buscar' });
  button.element().focus();
  await userEvent.keyboard('/');
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveValue('');
  await userEvent.keyboard('{Escape}');
  await expect.element(button).toHaveFocus();
});

test('results show while somebody types, are chosen by arrows and opened by Enter', async () => {
  const { calls, searches } = await open({ json: tiago }, 'ADMIN');
  await userEvent.keyboard('/');
  await userEvent.keyboard('tiago ');
  await expect.element(option(/66DXEM/)).toBeVisible();
  expect(option(/66DXEM/).element().textContent).toBe(
    'Tiago Reis GuimarãesPago66DXEM · 05/12/2026 · Cânions de Furnas',
  );
  expect(searches[SEARCH]).toBe('?q=tiago');
  expect(calls.filter((call) => call === SEARCH).length).toBeLessThanOrEqual(2);
  await expectWords(page.getByRole('group', { name: 'Reservas' }), 'há mais');
  await expect.element(page.getByRole('group', { name: 'Passeios' })).not.toHaveTextContent('há mais');
  await expectWords(option(/^Tiago Prado/), 'A2B3C4 · reserva de Helena Prado');
  await expectWords(option(/CPF/), '(35) 98888-7777 · CPF •••.•••.247-25');
  await expect.element(page.getByText('4 resultados')).toBeInTheDocument();
  await expectNothingFound('body');

  await expect.poll(active).toContain('66DXEM');
  await userEvent.keyboard('{ArrowUp}');
  await expect.poll(active).toContain('Trilha do Tiago');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
  await expect.poll(active).toContain('CPF');
  expect(option(/CPF/).element().getAttribute('aria-selected')).toBe('true');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { name: `/admin/usuarios/${personId}` })).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
});

test('a code and Enter in a row open its reservation as soon as it is found', async () => {
  await open({ json: tiago }, 'ADMIN');
  await userEvent.keyboard('/');
  await userEvent.keyboard('66dxem{Enter}');
  await expect.element(page.getByRole('heading', { name: `/admin/reservas/${reservationId}` })).toBeVisible();
});

test('an operator, who has no page of a person, opens their reservation, and a trip its passengers', async () => {
  await open({ json: tiago });
  await userEvent.keyboard('/');
  await userEvent.keyboard('tiago');
  await expect.element(option(/CPF/)).toHaveAttribute('href', `/admin/reservas/${reservationId}`);
  await option(/^Trilha do Tiago/).click();
  await expect.element(page.getByRole('heading', { name: `/admin/passeios/${tripId}/passageiros` })).toBeVisible();
});

test('the answer to what was typed last counts, however late another one comes', async () => {
  await open([{ json: none }]);
  const late = Promise.withResolvers<Response>();
  const asked: string[] = [];
  const signals: (AbortSignal | null | undefined)[] = [];
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const q = new URL(String(input), window.location.href).searchParams.get('q') ?? '';
    asked.push(q);
    signals.push(init?.signal);
    return q === 'ti' ? late.promise : Response.json(tiago);
  });
  await userEvent.keyboard('/');
  await userEvent.keyboard('ti');
  await expect.poll(() => asked).toEqual(['ti']);
  await userEvent.keyboard('ago');
  await expect.element(option(/66DXEM/)).toBeVisible();
  expect(signals[0]?.aborted).toBe(true);
  late.resolve(Response.json(none));
  await expect.element(option(/66DXEM/)).toBeVisible();
});

test('too short a text asks for more, and nothing found is said', async () => {
  const { calls } = await open({ json: none });
  await userEvent.keyboard('/');
  await expectWords(dialog, 'a partir de duas letras');
  await userEvent.keyboard('t');
  await expectWords(dialog, 'a partir de duas letras');
  expect(calls).not.toContain(SEARCH);
  await userEvent.keyboard('xq{Enter}');
  await expectWords(dialog, 'Nada encontrado para “txq”.');
  await expect.element(field).toHaveAttribute('aria-expanded', 'false');
  await expectNothingFound('body');
});

test('a search that fails says so, and is tried again', async () => {
  await open([refusal(500), { json: tiago }]);
  await userEvent.keyboard('/');
  await userEvent.keyboard('tiago');
  await expectWords(dialog.getByRole('alert'), 'Não foi possível buscar.');
  await expectNothingFound('body');
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect.element(option(/66DXEM/)).toBeVisible();
  await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument();
});

test('without a network it is said, and the search is answered when it is back', async () => {
  await open(['lost', 'lost', { json: tiago }]);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await userEvent.keyboard('/');
  await userEvent.keyboard('tiago');
  await expectWords(dialog.getByRole('alert'), 'Você está sem internet.');
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  window.dispatchEvent(new Event('offline'));
  window.dispatchEvent(new Event('online'));
  await expect.element(option(/66DXEM/)).toBeVisible();
});

test('a phone has the search in the bar, over the whole window', async () => {
  await setWindow();
  await open({ json: tiago });
  await page.getByRole('button', { name: 'Buscar' }).click();
  await expect.element(field).toHaveFocus();
  const { width, height } = dialog.element().getBoundingClientRect();
  expect({ width, height }).toEqual({ width: window.innerWidth, height: window.innerHeight });
  await field.fill('tiago');
  await expect.element(option(/66DXEM/)).toBeVisible();
  expect(
    option(/66DXEM/)
      .element()
      .getBoundingClientRect().height,
  ).toBeGreaterThanOrEqual(44);
  await expectNoSidewaysScrolling();
  await page.getByRole('button', { name: 'Fechar a busca' }).click();
  await expect.element(page.getByRole('button', { name: 'Buscar' })).toHaveFocus();
});

test('clients have no search', async () => {
  await open({ json: none }, 'CLIENT');
  await userEvent.keyboard('/');
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(page.getByRole('button', { name: 'Buscar' })).not.toBeInTheDocument();
  await expect.element(dialog).not.toBeInTheDocument();
});
