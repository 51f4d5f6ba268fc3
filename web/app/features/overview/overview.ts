import { pageNumber } from '@passeio/contract/pages';
import { type ReservationState, reservationStateKeys } from '@passeio/contract/reservation-states';
import { tagDraft } from '@passeio/contract/reservations/notes-and-tags';
import type { OverviewList, OverviewReservationFilters } from '@passeio/contract/staff/overview';
import { canOpen } from '../session/access';

/** Filters of the reservation list, from the page's URL. Empty `day` and `month` mean all. */
export interface ReservationSearch {
  list: OverviewList;
  day: string;
  month: string;
  /** One of staff's tags, or empty. */
  tag: string;
  /** Search text for a person or a reservation code. */
  q: string;
  page: number;
  /** Filters of the list of all: a state, or empty; whether only those that owe money; what it continues after, or empty. */
  state: ReservationState | '';
  unpaid: boolean;
  after: string;
}

/** The parameters of the list of all reservations. */
export const foundNames = { state: 'situacao', payment: 'pagamento', month: 'mes', after: 'depois' } as const;
export const UNPAID = 'falta';

/** The lists in menu order, with their names in URLs. */
const lists: readonly { list: OverviewList; value: string; label: string }[] = [
  { list: 'found', value: '', label: 'Todas' },
  { list: 'due', value: 'a-receber', label: 'A receber' },
  { list: 'overdueDeposits', value: 'sinal-atrasado', label: 'Sinal atrasado' },
  { list: 'bankChecks', value: 'banco-sem-resposta', label: 'Banco sem resposta' },
  { list: 'taken', value: 'feitas', label: 'Feitas em um dia' },
  { list: 'requests', value: 'pedidos', label: 'Pedidos de reserva' },
  { list: 'toReturn', value: 'a-devolver', label: 'A devolver' },
  { list: 'excessNotes', value: 'nota-a-mais', label: 'Nota a cancelar ou substituir' },
  { list: 'cancelled', value: 'canceladas', label: 'Canceladas' },
];

const PER_PAGE = 50;
/** The list of reservations. */
export const RESERVATIONS_PAGE = '/admin/reservas';

/** Path of the list behind a figure. */
export function reservationsPath(list: OverviewList, { day, month }: { day?: string; month?: string } = {}): string {
  const params = new URLSearchParams({ lista: lists.find((one) => one.list === list)?.value ?? '' });
  if (day) params.set('dia', day);
  if (month) params.set('mes', month);
  return `${RESERVATIONS_PAGE}?${params}`;
}

/** Path of the reservations with a tag, whatever their state. */
export function taggedPath(tag: string): string {
  return `${RESERVATIONS_PAGE}?${new URLSearchParams({ [TAG]: tag })}`;
}

/** The parameter that narrows every list to a tag. */
export const TAG = 'etiqueta';

/** The lists a role may see; amounts due are only for roles with the dashboard. */
export function listsFor(role: string | null) {
  return lists.filter(({ list }) => list !== 'due' || canOpen('/admin', role));
}

/** Parses a role's filters from a URL; ignores invalid values. */
export function readReservationSearch(role: string | null, params: URLSearchParams): ReservationSearch {
  const tag = tagDraft.shape.label.safeParse(params.get(TAG)).data ?? '';
  const matching = (name: string, pattern: RegExp) => pattern.exec(params.get(name) ?? '')?.[0] ?? '';
  const day = matching('dia', /^\d{4}-\d{2}-\d{2}$/);
  return {
    list: listsFor(role).find(({ value }) => value === params.get('lista'))?.list ?? 'found',
    day: Number.isNaN(Date.parse(day)) ? '' : day,
    month: matching(foundNames.month, /^\d{4}-(0[1-9]|1[0-2])$/),
    tag,
    q: (params.get('q') ?? '').trim().slice(0, 100),
    page: pageNumber.catch(1).parse(params.get('page')),
    state: reservationStateKeys.find((state) => state === params.get(foundNames.state)) ?? '',
    unpaid: params.get(foundNames.payment) === UNPAID,
    after: matching(foundNames.after, /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/),
  };
}

/** What the API is asked for a search. */
export function reservationFilters(search: ReservationSearch): OverviewReservationFilters {
  const { list, day, month, tag, q, page, state, unpaid, after } = search;
  const isAll = list === 'found';
  return {
    list,
    date: list === 'taken' && day ? day : undefined,
    month: (isAll || list === 'due') && month ? month : undefined,
    state: (isAll && state) || undefined,
    unpaid: (isAll && unpaid) || undefined,
    after: (isAll && after) || undefined,
    q: q || undefined,
    tag: tag || undefined,
    page: isAll ? 1 : page,
    size: PER_PAGE,
  };
}

/** Number of filters of the list of all that are in use, without the search text. */
export function filtersInUse({ state, unpaid, month, tag }: ReservationSearch): number {
  return [state, unpaid, month, tag].filter(Boolean).length;
}

/** Path of the trip list: upcoming trips, those of a month, or those below their minimum. */
export function tripsPath({ belowMinimum = false }: { belowMinimum?: boolean } = {}): string {
  return belowMinimum ? '/admin/passeios?situacao=abaixo-do-minimo' : '/admin/passeios';
}

export function countOfReservations(reservations: number): string {
  return reservations === 1 ? '1 reserva' : `${reservations.toLocaleString('pt-BR')} reservas`;
}
