import {
  type Overview,
  type OverviewList,
  overview,
  overviewLists,
  overviewReservationList,
} from '@passeio/contract/overview';
import { apiPaths } from '@passeio/contract/paths';
import { answered, api } from '../session/api';

export function loadOverview(signal: AbortSignal): Promise<Overview> {
  return answered(api.get(apiPaths.overview, overview, { signal }));
}

/** Which reservations are looked at, as it stands in the page's address. `day` and `month` are empty for all. */
export interface ReservationSearch {
  list: OverviewList;
  day: string;
  month: string;
  page: number;
}

/** Names of the lists in addresses. */
const listNames: Record<OverviewList, string> = {
  due: 'a-receber',
  overdueDeposits: 'sinal-atrasado',
  taken: 'feitas',
};

const PER_PAGE = 50;

/** The page of reservations behind a number. */
export function reservationsPath(list: OverviewList, { day, month }: { day?: string; month?: string } = {}): string {
  const params = new URLSearchParams({ lista: listNames[list] });
  if (day) params.set('dia', day);
  if (month) params.set('mes', month);
  return `/admin/reservas?${params}`;
}

/** Reads the search from an address; what makes no sense there is ignored. */
export function readReservationSearch(params: URLSearchParams): ReservationSearch {
  const page = Number(params.get('page') ?? 1);
  const matching = (name: string, pattern: RegExp) => pattern.exec(params.get(name) ?? '')?.[0] ?? '';
  const day = matching('dia', /^\d{4}-\d{2}-\d{2}$/);
  return {
    list: overviewLists.find((list) => listNames[list] === params.get('lista')) ?? 'due',
    day: Number.isNaN(Date.parse(day)) ? '' : day,
    month: matching('mes', /^\d{4}-(0[1-9]|1[0-2])$/),
    page: Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1,
  };
}

export function loadReservations({ list, day, month, page }: ReservationSearch, signal: AbortSignal) {
  const date = list === 'taken' && day ? day : undefined;
  const query = { list, date, month: list === 'due' && month ? month : undefined, page, size: PER_PAGE };
  return answered(api.get(apiPaths.overviewReservations, overviewReservationList, { query, signal }));
}

/** Values of the choice among lists, as they stand in addresses. */
export const reservationLists = [
  { value: listNames.due, label: 'A receber' },
  { value: listNames.overdueDeposits, label: 'Sinal atrasado' },
  { value: listNames.taken, label: 'Feitas em um dia' },
];

/** The list of trips: all to come, those of a month, or those below their minimum. */
export function tripsPath({ belowMinimum = false }: { belowMinimum?: boolean } = {}): string {
  return belowMinimum ? '/admin/passeios?situacao=abaixo-do-minimo' : '/admin/passeios';
}
