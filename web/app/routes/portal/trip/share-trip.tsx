import type { Trip } from '@passeio/contract/trips/trips';
import { useFormats } from '~/lib/formats';
import { useCopy } from '~/ui/inputs/use-copy';
import { Icon } from '~/ui/media/icon';
import pageStyles from '../shared/page.module.css';
import styles from './trip.module.css';

interface ShareTripProps {
  trip: Trip;
  /** URL of the trip's page. */
  address: string;
}

/** Share and calendar buttons of a trip. */
export function ShareTrip({ trip, address }: ShareTripProps) {
  const { formatTripDates } = useFormats();
  const words = `${trip.title} – ${formatTripDates(trip)}`;
  const message = encodeURIComponent(`${words}\n${address}`);
  return (
    <ul className={`${pageStyles.row} ${styles.share}`} aria-label="Compartilhar e guardar">
      <li>
        <a className={pageStyles.pill} href={`https://wa.me/?text=${message}`} target="_blank" rel="noopener">
          <Icon name="share" />
          Enviar a alguém
        </a>
      </li>
      <li>
        <CopyLink address={address} />
      </li>
      <li>
        <a className={pageStyles.pill} href={`/portal/passeio/${trip.slug}/agenda.ics`} download>
          <Icon name="calendar" />
          Salvar na agenda
        </a>
      </li>
    </ul>
  );
}

function CopyLink({ address }: { address: string }) {
  const { copied, refused, copy } = useCopy(address);
  return (
    <>
      <button type="button" className={pageStyles.pill} onClick={copy}>
        <Icon name={copied ? 'check' : 'link'} />
        Copiar link
      </button>
      <span className={styles.copied} role="status">
        {copied && 'Link copiado!'}
        {refused && 'Copie o endereço da página'}
      </span>
    </>
  );
}
