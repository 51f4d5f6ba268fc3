import type { Trip, TripImage } from '@passeio/contract/trips/trips';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { readCame } from '~/features/session/remembered/touches';
import { whenRestored } from '~/features/session/session';
import { resetUser } from '~/features/session/user-store';
import { useTrips } from '~/features/trips/trips-store';
import { expectNothingFound } from '~/test/axe';
import { answerCalls } from '~/test/network';
import { signIn } from '~/test/person';
import { renderRoute } from '~/test/render';
import { newReservation, newReservedTrip } from '~/test/reservations';
import { rootData } from '~/test/root-data';
import { expectNoSidewaysScrolling, setWindow } from '~/test/screen';
import { expectToast } from '~/test/toast';
import { newTrip } from '~/test/trip';
import { Toast } from '~/ui/feedback/toast';
import { ScrollToTop } from '~/ui/navigation/scroll-to-top';
import PortalLayout from './layout';

const TRIPS = 'GET /api/trips';
const MINE = 'GET /api/reservations/me';
const WAITING = 'GET /api/waiting-list/me';

const menu = page.getByRole('navigation', { name: 'Principal' });
const opener = page.getByRole('button', { name: 'Passeios', exact: true });
const schedule = page.getByRole('region', { name: 'Agenda de passeios' });

beforeEach(async () => {
  await whenRestored();
  useTrips.setState({ trips: [], phase: 'idle', loadedAt: 0 });
});

function Portal() {
  return (
    <>
      <PortalLayout />
      <ScrollToTop />
      <Toast />
    </>
  );
}

function show(root = rootData) {
  const Page = () => <h1 style={{ marginBottom: '200rem' }}>A página</h1>;
  return renderRoute({ default: Page }, { at: '/portal/passeio', frame: Portal, root });
}

const entryOf = ({ title }: Trip) => schedule.getByRole('button', { name: new RegExp(`^${title}`) });
const listOf = (...data: Trip[]) => ({ json: { data, page: { number: 1, size: 100, total: data.length } } });

test('on a phone a button opens the menu, which leads everywhere and closes on the next page', async () => {
  await setWindow();
  await show();
  const toggle = page.getByRole('button', { name: 'Menu', exact: true });
  await expect.element(menu).not.toBeInTheDocument();
  await toggle.click();
  await expect.element(toggle).toHaveAttribute('aria-expanded', 'true');
  for (const [name, path] of [
    ['Home', '/'],
    ['Contato', '/portal/contato'],
    ['Política de cancelamento', '/portal/politicacancelamento'],
    ['Entrar', '/auth/login'],
  ] as const) {
    await expect.element(menu.getByRole('link', { name, exact: true })).toHaveAttribute('href', path);
  }
  await expect.element(opener).toBeVisible();
  await expectNothingFound('body');
  await toggle.click();
  await expect.element(menu).not.toBeInTheDocument();
  await expect.element(toggle).toHaveAttribute('aria-expanded', 'false');
  await toggle.click();
  await userEvent.keyboard('{Escape}');
  await expect.element(menu).not.toBeInTheDocument();
  await expect.element(toggle).toHaveFocus();

  await toggle.click();
  await menu.getByRole('link', { name: 'Contato' }).click();
  await expect.element(page.getByRole('heading', { name: '/portal/contato' })).toBeVisible();
  await expect.element(menu).not.toBeInTheDocument();
  await expect.element(page.getByRole('main')).toHaveFocus();
});

test('a signed-in person finds their account in the place of the sign-in link, until the session ends', async () => {
  signIn();
  await show();
  await expect.element(menu.getByRole('link', { name: 'Minha Conta' })).toHaveAttribute('href', '/home');
  resetUser();
  await expect.element(menu.getByRole('link', { name: 'Entrar' })).toHaveAttribute('href', '/auth/login');
});

test('a reservation that this browser was asked to remember is one tap away until it is forgotten or its link ends', async () => {
  await setWindow();
  const link = { token: 'a'.repeat(43), code: 'A3K7QX', title: 'Cânions de Furnas', date: '2027-05-08T09:00:00.000Z' };
  const others = { token: 'b'.repeat(43), code: 'B4K7QX', title: 'Serra', date: '2027-06-08T09:00:00.000Z' };
  const over = { ...link, code: 'C4K7QX', title: 'De ontem', until: Date.now() - 1 };
  const links = [{ ...others, until: Date.now() + 60_000 }, over, { ...link, until: Date.now() + 60_000 }];
  localStorage.setItem('passeio:reservas', JSON.stringify(links));
  await show();
  const strips = page.getByRole('region', { name: /^Minha reserva/ });
  await expect.element(strips.first().getByText('Cânions de Furnas')).toBeVisible();
  expect(strips.elements()).toHaveLength(2);
  await expect
    .element(strips.first().getByRole('link', { name: 'Minha reserva' }))
    .toHaveAttribute('href', `/reserva#${link.token}`);
  await expectNoSidewaysScrolling();
  await expectNothingFound('body');
  await page.getByRole('button', { name: 'Esquecer a reserva Cânions de Furnas' }).click();
  await expect.element(page.getByText('Cânions de Furnas')).not.toBeInTheDocument();
  expect(localStorage.getItem('passeio:reservas')).not.toContain(link.token);
  await page.getByRole('button', { name: 'Esquecer a reserva Serra' }).click();
  expect(localStorage.getItem('passeio:reservas')).toBeNull();
  await expect.element(strips).not.toBeInTheDocument();
});

test('the link of a seller is remembered on the device for 30 days, the last one wins, others change nothing', async () => {
  onTestFinished(() => {
    localStorage.removeItem('passeio:origem');
    window.history.replaceState(null, '', window.location.pathname);
  });
  for (const [code, remembered] of [
    ['acdefgh', 'ACDEFGH'],
    ['CDEFGHJ', 'CDEFGHJ'],
    ['%3Cscript%3E', 'CDEFGHJ'],
  ] as const) {
    window.history.replaceState(null, '', `?v=${code}`);
    const { unmount } = await show();
    await expect.poll(() => readCame()?.seller).toBe(remembered);
    await unmount();
  }
  vi.setSystemTime(Date.now() + 30 * 86_400_000);
  expect(readCame()).toBeUndefined();
});

test('how a visitor came is remembered on the device without the number of a click, first and last', async () => {
  const path = window.location.pathname;
  onTestFinished(() => {
    localStorage.clear();
    window.history.replaceState(null, '', path);
  });
  vi.spyOn(document, 'referrer', 'get').mockReturnValue('https://l.instagram.com/');
  const open = async (search: string) => {
    window.history.replaceState(null, '', path + search);
    const { unmount } = await show();
    return unmount;
  };
  const unmount = await open('?utm_source=Instagram&utm_medium=ads&utm_campaign=verao&fbclid=abc&gclid=xyz');
  await expect.poll(() => readCame()?.touches).toMatchObject({ last: { source: 'instagram', campaign: 'verao' } });
  expect(JSON.stringify(localStorage)).not.toMatch(/abc|xyz|clid/);
  await unmount();
  await (await open('?v=ACDEFGH'))();
  await expect
    .poll(() => readCame()?.touches)
    .toMatchObject({ first: { source: 'instagram' }, last: { source: '', referrer: 'social', seller: 'ACDEFGH' } });
});

test('the skip link leads to the content, the footer to the operator, and a button back up once 100 px are scrolled', async () => {
  const social = { socialUrl: 'https://www.instagram.com/rota.example', socialLabel: '@rota' };
  const facts = { openingHours: 'Segunda à sexta de 09h às 18h', whatsapp: '+5535999990000', phone: '+553532120000' };
  await show({ ...rootData, settings: { ...rootData.settings, ...social, ...facts } });
  await expect.element(page.getByRole('heading', { name: 'A página' })).toBeVisible();
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole('link', { name: 'Ir para o conteúdo' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('main')).toHaveFocus();

  const footer = page.getByRole('contentinfo');
  await expect.element(footer.getByText(rootData.settings.tagline, { exact: true })).toBeVisible();
  await expect.element(footer.getByText('Segunda à sexta de 09h às 18h', { exact: true })).toBeVisible();
  const chat = footer.getByRole('link', { name: /WhatsApp/ });
  await expect.element(chat).toHaveAttribute('href', expect.stringMatching(/^https:\/\/wa\.me\/5535999990000\?text=/));
  await expect
    .element(footer.getByRole('link', { name: '(35) 3212-0000' }))
    .toHaveAttribute('href', 'tel:+553532120000');
  await expect.element(footer.getByRole('link', { name: '@rota' })).toHaveAttribute('href', social.socialUrl);
  await expect
    .element(footer.getByRole('link', { name: '@rota' }))
    .toHaveAttribute('rel', expect.stringMatching('noopener'));

  const up = page.getByRole('button', { name: 'Voltar ao topo' });
  window.scrollTo({ top: 101, behavior: 'instant' });
  await expect.element(up).toBeVisible();
  window.scrollTo({ top: 100, behavior: 'instant' });
  await expect.element(up).not.toBeInTheDocument();
  window.scrollTo({ top: 101, behavior: 'instant' });
  await up.click();
  await expect.poll(() => window.scrollY).toBe(0);
  await expect.element(up).not.toBeInTheDocument();
});

describe('the schedule', () => {
  test('says that it is loading or could not, then lists the trips by month', async () => {
    const months = ['2027-05-08', '2027-05-29', '2027-06-05'];
    const trips = months.map((day) => newTrip({ id: crypto.randomUUID(), title: day, date: `${day}T09:00:00.000Z` }));
    answerCalls({ [TRIPS]: [{ status: 500 }, listOf(...trips)] });
    await show();
    await opener.click();
    await expectToast('error', 'Houve falha nesta ação');
    const answer = vi.mocked(window.fetch).getMockImplementation() ?? expect.unreachable();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    vi.mocked(window.fetch).mockImplementationOnce(async (...call) => {
      await held;
      return answer(...call);
    });
    await schedule.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect.element(schedule.getByText('Carregando...', { exact: true })).toBeVisible();
    release();
    await expect.element(schedule.getByText('Carregando...')).not.toBeInTheDocument();
    const texts = (role: 'heading' | 'listitem') =>
      schedule
        .getByRole(role)
        .elements()
        .map((one) => one.textContent);
    expect(texts('heading')).toEqual(['MAIO', 'JUNHO']);
    expect(texts('listitem').map((words) => words?.slice(0, 10))).toEqual(months);
    await expectNothingFound('section[aria-label="Agenda de passeios"]');
  });

  test('and the dialog of a trip are worked by keyboard alone, Esc closes them, and the focus comes back', async () => {
    const trip = newTrip();
    answerCalls({ [TRIPS]: listOf(trip) });
    await show();
    opener.element().focus();
    await userEvent.keyboard('{Enter}');
    const entry = entryOf(trip);
    await expect.element(entry).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(schedule).not.toBeInTheDocument();
    await expect.element(opener).toHaveFocus();

    await userEvent.keyboard('{Enter}');
    await expect.element(entry).toBeVisible();
    entry.element().focus();
    await userEvent.keyboard('{Enter}');
    const dialog = page.getByRole('dialog', { name: trip.title });
    await expect.poll(() => dialog.element().contains(document.activeElement)).toBe(true);
    for (let stop = 0; stop < 10; stop += 1) {
      await userEvent.keyboard('{Tab}');
      // Between the dialog's last and first control the focus goes to the browser's UI.
      const { activeElement } = document;
      expect(activeElement === document.body || dialog.element().contains(activeElement)).toBe(true);
    }
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.poll(() => [entry.query(), opener.element()]).toContain(document.activeElement);
  });
});

describe('the dialog of a trip', () => {
  async function open(trip: Trip) {
    await opener.click();
    await entryOf(trip).click();
    return page.getByRole('dialog', { name: trip.title });
  }
  const photo = (alt: string): TripImage => ({
    ...{ id: crypto.randomUUID(), isCardImg: false, url: 'blob:none', alt, widths: [], width: 800, height: 600 },
    color: '#336699',
  });
  const boxOf = (of: ReturnType<typeof page.getByRole>) => of.element().getBoundingClientRect();

  test('is wide, in two columns, only when the description is to be shown; on a phone everything stands in one', async () => {
    const tripImages = [photo('Praia'), photo('Trilha')];
    const text = { showDescription: true, description: '<p>Saímos cedo.</p>' };
    const shown = newTrip({ title: 'Ubatuba', ...text, tripImages });
    const hidden = newTrip({ ...text, id: crypto.randomUUID(), title: 'Serra', showDescription: false });
    answerCalls({ [TRIPS]: listOf(shown, hidden) });
    await show();
    const wide = await open(shown);
    await expect.element(wide.getByText('Saímos cedo.')).toBeVisible();
    const pictures = wide.getByRole('region', { name: 'Fotos de Ubatuba' });
    const heading = wide.getByRole('heading', { name: 'Ubatuba' });
    await expect.poll(() => boxOf(heading).left - boxOf(pictures).right).toBeGreaterThanOrEqual(0);
    await wide.getByRole('button', { name: 'Próxima foto' }).click();
    await expect.element(wide.getByText('2 de 2')).toBeVisible();
    const { width } = boxOf(wide);
    await expectNothingFound('dialog[open]');

    await setWindow();
    await expect.poll(() => boxOf(heading).top - boxOf(pictures).bottom).toBeGreaterThanOrEqual(0);
    await expectNoSidewaysScrolling();
    await setWindow(1280);
    await wide.getByRole('button', { name: 'Fechar', exact: true }).click();
    const narrow = await open(hidden);
    await expect.element(narrow.getByRole('button', { name: 'Quero participar!' })).toBeVisible();
    await expect.element(narrow.getByText('Saímos cedo.')).not.toBeInTheDocument();
    expect(boxOf(narrow).width).toBeLessThan(width);
  });

  test('reserves for the party that was chosen; a refusal leaves it open and its controls free of the toast', async () => {
    await setWindow();
    signIn();
    const trip = newTrip();
    const enrol = `POST /api/trips/enrrol/${trip.id}`;
    const none = { json: { data: [], page: { number: 1, size: 100, total: 0 } } };
    const { bodies } = answerCalls({ [TRIPS]: listOf(trip), [MINE]: none, [WAITING]: none, [enrol]: { json: false } });
    await show();
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    const dialog = await open(trip);
    await dialog.getByRole('spinbutton', { name: 'Adulto', exact: true }).fill('3');
    await dialog.getByRole('button', { name: 'Quero participar!' }).click();
    await expectToast('error', 'Falha ao realizar a ação!');
    expect(bodies[enrol]).toMatchObject({ party: [{ fareId: trip.fares[0]?.id, count: 3 }] });
    const toast = document.querySelector('[data-tipo]') ?? expect.unreachable('no toast');
    for (const control of dialog.getByRole('button').elements()) {
      if (toast.contains(control)) continue;
      const [one, other] = [toast.getBoundingClientRect(), control.getBoundingClientRect()];
      expect(one.bottom <= other.top || one.top >= other.bottom || one.left >= other.right, control.outerHTML).toBe(
        true,
      );
    }
  });

  test('the trip of a client with a place leads to their reservation, and to the page of the trip', async () => {
    signIn();
    const trip = newTrip();
    const own = newReservation({ trip: { ...newReservedTrip(trip.date), id: trip.id } });
    const page1 = { number: 1, size: 100, total: 1 };
    answerCalls({
      [TRIPS]: listOf(trip),
      [MINE]: { json: { data: [own], page: page1 } },
      [WAITING]: { json: { data: [] } },
    });
    await show();
    const dialog = await open(trip);
    const way = dialog.getByRole('link', { name: 'Ver minha reserva' });
    await expect.element(way).toHaveAttribute('href', '/minhasreservas/A3K7QX');
    await expect.element(dialog.getByText('Você já tem uma reserva neste passeio.')).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Quero participar!' })).not.toBeInTheDocument();
    await dialog.getByRole('link', { name: 'Ver página do passeio' }).click();
    await expect.element(page.getByRole('heading', { name: '/portal/passeio/ubatuba' })).toBeVisible();
    await expect.element(dialog).not.toBeInTheDocument();
  });
});
