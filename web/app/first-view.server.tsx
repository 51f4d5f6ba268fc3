import { messageRoutes } from '@passeio/contract/messages/message-routes';
import { enrolmentRoutes } from '@passeio/contract/reservations/enrolment-routes';
import { reservationRoutes } from '@passeio/contract/reservations/reservation-routes';
import { waitingListRoutes } from '@passeio/contract/reservations/waiting-list-routes';
import { overviewRoutes } from '@passeio/contract/staff/overview';
import { ownProfileRoutes } from '@passeio/contract/users/own-profile';
import type { ApiFetch } from '@passeio/contract/web-handler';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, type StaticHandlerContext, StaticRouterProvider } from 'react-router';
import { reservationOf } from './features/reservations/my-reservations/my-reservations';
import { LINKED } from './features/reservations/my-reservations/voucher';
import { isWaiting } from './features/reservations/status/reservation-states';
import { actByLink } from './features/session/api';
import { keyOf } from './features/session/queries';
import { type Api, ApiError, createApi, type PayerLink } from './lib/api';
import type { RootData } from './lib/settings';
import { ClientHome, clientHome } from './routes/area/home/client-home';
import { Home } from './routes/area/home/home';
import { StaffHome, staffHome } from './routes/area/home/staff-home';
import { ofLink } from './routes/area/my-reservations/linked-reservation';
import { MyReservations, mine } from './routes/area/my-reservations/my-reservations';
import reservationStyles from './routes/area/my-reservations/my-reservations.module.css';
import { Followed } from './routes/area/my-reservations/reservation';
import hidden from './ui/text/visually-hidden.module.css';
import { MantineFrame } from './ui/theme/mantine-frame';

interface Reader {
  api: Api;
  /** Lives for this drawing alone: nobody sees what another reader has loaded. */
  queries: QueryClient;
  params: Record<string, string | undefined>;
}

/** Nothing of a reader for whom the page has no such view. */
type Draw = (reader: Reader) => Promise<ReactNode | undefined>;

/** Not of operators and guides, whose figures are chosen by what the browser knows of them. */
async function drawHome(reader: Reader): Promise<ReactNode | undefined> {
  const { role } = await reader.api.call(ownProfileRoutes.readMe);
  const day = role === 'ADMIN' ? await drawCompanyDay(reader) : role === 'CLIENT' && (await drawClientHome(reader));
  return day ? <Home>{day}</Home> : undefined;
}

async function drawCompanyDay({ api, queries }: Reader): Promise<ReactNode> {
  const [today, failed] = await Promise.all([api.call(overviewRoutes.read), api.call(messageRoutes.listFailed)]);
  queries.setQueryData(staffHome.queryKey, { today });
  queries.setQueryData(keyOf(messageRoutes.listFailed), failed);
  return <StaffHome query={staffHome} />;
}

/** Without the trips to join, which stand below: nothing of somebody who has no other thing to read. */
async function drawClientHome({ api, queries }: Reader): Promise<ReactNode | undefined> {
  const own = await readOwn(api);
  if (own.reservations.length + own.waiting.length === 0) return undefined;
  queries.setQueryData(clientHome.queryKey, own);
  return <ClientHome query={clientHome} />;
}

async function drawMyReservations({ api, queries }: Reader): Promise<ReactNode> {
  queries.setQueryData(mine.queryKey, await readOwn(api));
  return <MyReservations query={mine} />;
}

async function readOwn(api: Api) {
  const [own, waiting] = await Promise.all([api.call(enrolmentRoutes.list), api.call(waitingListRoutes.listOwn)]);
  return { reservations: own.data, waiting: waiting.data.filter(isWaiting) };
}

async function drawReservation({ api, queries, params: { code = '' } }: Reader): Promise<ReactNode> {
  const query = reservationOf(code);
  const call = { params: { reservationId: code } };
  queries.setQueryData(query.queryKey, await api.call(reservationRoutes.read, call));
  return <Followed query={query} />;
}

async function drawLinked({ api, queries }: Reader): Promise<ReactNode> {
  const call = { params: { reservationId: LINKED } };
  queries.setQueryData(ofLink().queryKey, await api.call(reservationRoutes.read, call));
  return (
    <div className={reservationStyles.linked}>
      <h1 className={hidden.hidden}>Minha reserva</h1>
      <Followed query={ofLink()} />
    </div>
  );
}

/** Pages that are drawn for their reader before their scripts have come, by their patterns. */
const views: Record<string, Draw> = {
  '/minhasreservas': drawMyReservations,
  '/minhasreservas/:code': drawReservation,
  '/reserva': drawLinked,
  '/home': drawHome,
};

interface Asked {
  pattern: string;
  params: Record<string, string | undefined>;
  url: string;
  root: RootData;
  /** Calls the API with the reader's own credentials. */
  apiFetch: ApiFetch;
  /** The token of a payer's link. */
  token: string | undefined;
}

/**
 * Draws what a reader sees first, by the components of the page itself, with the answers of the API that it shows.
 * Undefined where the page has no such view or the API refuses its data, which the page then says itself.
 */
export async function drawFirstView({
  pattern,
  params,
  url,
  root,
  apiFetch,
  token,
}: Asked): Promise<string | undefined> {
  const draw = views[pattern];
  const isVoucher = new URL(url).searchParams.get('ver') === 'voucher';
  if (!draw || isVoucher || (pattern === '/reserva') !== (token !== undefined)) return undefined;
  const answers: Record<string, string> = {};
  const link: PayerLink | undefined =
    token === undefined ? undefined : { token, prove: async () => undefined, askStaff: async () => undefined };
  const api = createApi({
    payerLink: () => link,
    async fetch(path, init) {
      const response = await apiFetch(path, init);
      if (response.ok) answers[`${init?.method ?? 'GET'} ${path}`] = await response.clone().text();
      return response;
    },
  });
  const queries = new QueryClient();
  try {
    const page = await draw({ api, queries, params });
    if (!page) return undefined;
    const view = (
      <MantineFrame>
        <QueryClientProvider client={queries}>{page}</QueryClientProvider>
      </MantineFrame>
    );
    return documentOf(await renderAt(url, root, view, link), answers);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  } finally {
    queries.clear();
  }
}

async function renderAt(url: string, root: RootData, element: ReactNode, link: PayerLink | undefined): Promise<string> {
  const routes = [{ id: 'root', path: '/', loader: () => root, children: [{ path: '*', element }] }];
  const { query, dataRoutes } = createStaticHandler(routes);
  const context = (await query(new Request(url))) as StaticHandlerContext;
  const router = createStaticRouter(dataRoutes, context);
  // Rendering awaits nothing, so that the link is this reader's alone.
  actByLink(link);
  try {
    return renderToString(<StaticRouterProvider router={router} context={context} hydrate={false} />);
  } finally {
    actByLink(undefined);
  }
}

function documentOf(view: string, answers: Record<string, string>): string {
  const json = JSON.stringify(answers).replaceAll('<', '\\u003c');
  const html = view.replace(/<script\b.*?<\/script>/gs, '');
  return `<!doctype html><body><div id="view">${html}</div><script type="application/json" id="answers">${json}</script>`;
}
