import {
  GOING,
  type PassengerFilters,
  type PassengerSort,
  type PassengerTotals,
  type PassengerTrip,
  passengerSorts,
  TO_BE_AGREED,
} from '@passeio/contract/boarding/passengers';
import { reservationStateKeys, reservationStates } from '@passeio/contract/reservation-states';
import { tripPaths } from '~/lib/trip-paths';

/** Filters of the passenger list; keys are the names in the page's URL. */
export const searchNames = {
  state: 'situacao',
  boarding: 'embarque',
  missing: 'pendentes',
  reservation: 'reserva',
  sort: 'ordem',
} as const;

/** Value of `situacao` for everybody; the default is people with a place. */
const EVERYBODY = 'todas';
export const MISSING_ONLY = 'sim';

const PEOPLE_PER_PAGE = 50;

/** Parses the filters from a URL; ignores invalid values. */
export function readPassengerSearch(params: URLSearchParams): PassengerFilters {
  const state = params.get(searchNames.state);
  const page = Number(params.get('page') ?? 1);
  const known = reservationStateKeys.find((one) => one === state);
  return {
    state: known ?? (state === EVERYBODY ? undefined : GOING),
    boardingPointId: readBoarding(params.get(searchNames.boarding)),
    missing: params.get(searchNames.missing) === MISSING_ONLY ? true : undefined,
    reservationId: readId(params.get(searchNames.reservation)),
    q: (params.get('q') ?? '').trim().slice(0, 100) || undefined,
    sort: sorts.find((sort) => sort === params.get(searchNames.sort)) ?? 'boarding',
    page: Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1,
    size: PEOPLE_PER_PAGE,
  };
}

/** Path of the passenger list filtered by one reservation, whatever its state. */
export function reservationPath({ tripId, id }: { tripId: string; id: string }): string {
  const filters = { [searchNames.state]: EVERYBODY, [searchNames.reservation]: id, [searchNames.sort]: 'reservation' };
  return `${tripPaths.passengers(tripId)}?${new URLSearchParams(filters)}`;
}

const sorts = Object.keys(passengerSorts) as PassengerSort[];
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function readId(value: string | null): string | undefined {
  return value && UUID.test(value) ? value : undefined;
}

function readBoarding(value: string | null): string | undefined {
  return value === TO_BE_AGREED ? value : readId(value);
}

/** Number of active filters, without the search text. */
export function filtersInUse(params: URLSearchParams): number {
  const { sort: _sort, ...filters } = searchNames;
  return Object.values(filters).filter((name) => params.has(name)).length;
}

/** Whether any filter or search text is set. */
export function isNarrowed(params: URLSearchParams): boolean {
  return params.has('q') || filtersInUse(params) > 0;
}

interface Choice {
  value: string;
  label: string;
}

export function stateChoices({ byState }: PassengerTotals): Choice[] {
  const present = reservationStateKeys.filter((state) => byState[state]);
  return [
    { value: '', label: 'Com vaga' },
    ...present.map((state) => ({ value: state, label: `${reservationStates[state].label} (${byState[state]})` })),
    { value: EVERYBODY, label: 'Todas' },
  ];
}

export function boardingChoices({ boardingPoints }: PassengerTrip, { byBoardingPoint }: PassengerTotals): Choice[] {
  const count = (id: string | null) => byBoardingPoint.find((one) => one.boardingPointId === id)?.count ?? 0;
  return [
    { value: '', label: 'Todos' },
    ...boardingPoints.map(({ id, time, place }) => ({ value: id, label: `${time} ${place} (${count(id)})` })),
    { value: TO_BE_AGREED, label: `A combinar (${count(null)})` },
  ];
}

/** How many people lack data that the list requires. */
export function incompleteOf({ going, complete }: PassengerTotals): number {
  return going - complete;
}

export function missingChoices(totals: PassengerTotals): Choice[] {
  return [
    { value: '', label: 'Todos' },
    { value: MISSING_ONLY, label: `Faltam dados (${incompleteOf(totals)})` },
  ];
}

export const sortChoices: Choice[] = sorts.map((sort) => ({
  value: sort === 'boarding' ? '' : sort,
  label: passengerSorts[sort],
}));
