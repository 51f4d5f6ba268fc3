import { type ReceiptFilters, receiptStates } from '@passeio/contract/payments/payments';
import { readPage } from '../read-page';

const PER_PAGE = 50;

/** The states with their names in the address. */
const names = { submitted: '', accepted: 'aceitos', rejected: 'recusados' } as const;

export const stateChoices = [
  { value: names.submitted, label: receiptStates.submitted },
  { value: names.accepted, label: 'Aceitos' },
  { value: names.rejected, label: 'Recusados' },
];

/** What the page's address asks for; ignores invalid values. */
export function readReceiptSearch(params: URLSearchParams): ReceiptFilters {
  const asked = params.get('estado') ?? '';
  const [state] = Object.entries(names).find(([, name]) => name === asked) ?? ['submitted'];
  return { state: state as ReceiptFilters['state'], page: readPage(params), size: PER_PAGE };
}
