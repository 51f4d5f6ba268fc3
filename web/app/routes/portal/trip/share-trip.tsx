import type { Trip } from '@passeio/contract/trips/trips';
import { useEffect, useState } from 'react';
import { useFormats } from '~/lib/formats';
import { Icon } from '~/ui/media/icon';
import styles from './share-trip.module.css';

/** How long the button shows that it copied. */
const COPIED_MS = 2500;

interface ShareTripProps {
  trip: Trip;
  /** URL of the trip's page. */
  address: string;
}

/** Share and calendar buttons of a trip. */
export function ShareTrip({ trip, address }: ShareTripProps) {
  const { datesInShort } = useFormats();
  const words = `${trip.title} – ${datesInShort(trip)}`;
  const message = encodeURIComponent(`${words}\n${address}`);
  return (
    <ul className={styles.ways} aria-label="Compartilhar e guardar">
      <li>
        <a className={styles.way} href={`https://wa.me/?text=${message}`} target="_blank" rel="noopener">
          <Icon name="share" />
          Enviar a alguém
        </a>
      </li>
      <li>
        <CopyLink address={address} />
      </li>
      <li>
        <a className={styles.way} href={`/portal/passeio/${trip.slug}/agenda.ics`} download>
          <Icon name="calendar" />
          Salvar na agenda
        </a>
      </li>
    </ul>
  );
}

function CopyLink({ address }: { address: string }) {
  const [said, say] = useState('');
  useEffect(() => {
    if (!said) return;
    const timer = setTimeout(() => say(''), COPIED_MS);
    return () => clearTimeout(timer);
  }, [said]);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(address);
      say('Link copiado!');
    } catch {
      // Without clipboard access the address bar has the URL.
      say('Copie o endereço da página');
    }
  }

  return (
    <>
      <button type="button" className={styles.way} onClick={copy}>
        <Icon name={said ? 'check' : 'link'} />
        Copiar link
      </button>
      <span className={styles.said} role="status">
        {said}
      </span>
    </>
  );
}
