import type { OverviewList, OverviewReservationFilters } from '@passeio/contract/overview';
import { pageNumber } from '@passeio/contract/pages';
import { canOpen } from '../session/access';

/** The lists that have a page. */
export type ShownList = Exclude<OverviewList, 'found'>;

/** Filters of the reservation list, from the page's URL. Empty `day` and `month` mean all. */
export interface ReservationSearch {
  list: ShownList;
  day: string;
  month: string;
  /** Search text for a person or a reservation code. */
  q: string;
  page: number;
}

/** The lists in menu order, with their names in URLs. */
const lists: readonly { list: ShownList; value: string; label: string }[] = [
  { list: 'due', value: 'a-receber', label: 'A receber' },
  { list: 'overdueDeposits', value: 'sinal-atrasado', label: 'Sinal atrasado' },
  { list: 'bankChecks', value: 'banco-sem-resposta', label: 'Banco sem resposta' },
  { list: 'taken', value: 'feitas', label: 'Feitas em um dia' },
  { list: 'requests', value: 'pedidos', label: 'Pedidos de reserva' },
  { list: 'toReturn', value: 'a-devolver', label: 'A devolver' },
  { list: 'cancelled', value: 'canceladas', label: 'Canceladas' },
];

const PER_PAGE = 50;
const ADMIN_PAGE = '/admin/reservas';
const STAFF_PAGE = '/admin/passeios/reservas';

/** Path of the role's reservation list: operators have it below /admin/passeios. */
export function reservationsPage(role: string | null): string {
  return canOpen(ADMIN_PAGE, role) ? ADMIN_PAGE : STAFF_PAGE;
}

/** Path of the list behind a figure, for a role. */
export function reservationsPath(
  role: string | null,
  list: ShownList,
  { day, month }: { day?: string; month?: string } = {},
): string {
  const params = new URLSearchParams({ lista: lists.find((one) => one.list === list)?.value ?? '' });
  if (day) params.set('dia', day);
  if (month) params.set('mes', month);
  return `${reservationsPage(role)}?${params}`;
}

/** The lists a role may see; amounts due are only for roles with the dashboard. */
export function listsFor(role: string | null) {
  return lists.filter(({ list }) => list !== 'due' || canOpen('/admin', role));
}

/** Parses a role's filters from a URL; ignores invalid values. */
export function readReservationSearch(role: string | null, params: URLSearchParams): ReservationSearch {
  const [first, ...others] = listsFor(role);
  const matching = (name: string, pattern: RegExp) => pattern.exec(params.get(name) ?? '')?.[0] ?? '';
  const day = matching('dia', /^\d{4}-\d{2}-\d{2}$/);
  return {
    list: (others.find(({ value }) => value === params.get('lista')) ?? first)?.list ?? 'taken',
    day: Number.isNaN(Date.parse(day)) ? '' : day,
    month: matching('mes', /^\d{4}-(0[1-9]|1[0-2])$/),
    q: (params.get('q') ?? '').trim().slice(0, 100),
    page: pageNumber.catch(1).parse(params.get('page')),
  };
}

/** What the API is asked for a search. */
export function reservationFilters({ list, day, month, q, page }: ReservationSearch): OverviewReservationFilters {
  const date = list === 'taken' && day ? day : undefined;
  return {
    list,
    date,
    month: list === 'due' && month ? month : undefined,
    q: q || undefined,
    page,
    size: PER_PAGE,
  };
}

/** Path of the trip list: upcoming trips, those of a month, or those below their minimum. */
export function tripsPath({ belowMinimum = false }: { belowMinimum?: boolean } = {}): string {
  return belowMinimum ? '/admin/passeios?situacao=abaixo-do-minimo' : '/admin/passeios';
}

export function countOfReservations(reservations: number): string {
  return reservations === 1 ? '1 reserva' : `${reservations.toLocaleString('pt-BR')} reservas`;
}
