import type { CapacityPreview } from '@passeio/contract/reservations/waiting-list';
import { waitingListRoutes } from '@passeio/contract/reservations/waiting-list-routes';
import { plural } from '@passeio/contract/words';
import { formatMoney } from '~/lib/formats';
import { useLookup } from '~/lib/use-lookup';
import { load } from '../../../session/queries';
import { useFormState } from '../form-context';
import styles from './sections.module.css';

/**
 * Who of the waiting list would be offered places with the capacity that is being typed; nothing unless it is larger.
 */
export function WaitingPreview() {
  const stored = useFormState((state) => state.stored);
  const typed = useFormState(({ fields }) => fields.capacity);
  const isLarger = stored !== null && /^\d{1,4}$/.test(typed.trim()) && Number(typed) > stored.capacity;
  const id = stored?.id ?? '';
  const found = useLookup(isLarger ? typed : undefined, 1, (capacity) =>
    load(waitingListRoutes.previewCapacity, { params: { tripId: id }, query: { capacity: Number(capacity) } }),
  );
  return (
    <div role="status" className={styles.preview}>
      {found !== 'short' && <Offered found={typeof found === 'object' ? found.offered : found} />}
    </div>
  );
}

function Offered({ found }: { found: CapacityPreview['offered'] | 'searching' | 'failed' }) {
  if (found === 'searching') return <p>Vendo quem da lista de espera entra…</p>;
  if (found === 'failed')
    return <p>Não deu para ver quem da lista de espera entra. Mude o número para tentar de novo.</p>;
  if (found.length === 0) return <p>Com esta lotação, ninguém da lista de espera recebe vagas.</p>;
  const cents = found.reduce((sum, { totalCents }) => sum + totalCents, 0);
  return (
    <>
      <p>
        Ao salvar, oferecemos vagas a {plural(found.length, 'pessoa')} da lista de espera ({formatMoney(cents)}):
      </p>
      <ol>
        {found.map(({ entryId, name, places, totalCents }) => (
          <li key={entryId}>
            {name}: {plural(places, 'vaga')}, {formatMoney(totalCents)}
          </li>
        ))}
      </ol>
    </>
  );
}
