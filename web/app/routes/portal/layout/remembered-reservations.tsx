import { pagePaths } from '@passeio/contract/paths';
import { useState } from 'react';
import { forgetLinks, readRememberedLinks } from '~/features/session/remembered/remembered-links';
import { useFormats } from '~/lib/formats';
import { Button, buttonClass } from '~/ui/inputs/button';
import pageStyles from '../shared/page.module.css';
import styles from './remembered-reservations.module.css';

/** The reservations that this browser was asked to remember, each with the way to forget it. */
export default function RememberedReservations() {
  const [links, setLinks] = useState(readRememberedLinks);
  const { formatLongDate } = useFormats();
  return links.map(({ token, title, date }) => (
    <section key={token} className={styles.strip} aria-label={`Minha reserva: ${title}`}>
      <div className={`${pageStyles.column} ${styles.row}`}>
        <p className={styles.words}>
          <strong>{title}</strong>
          <span>{formatLongDate(date)}</span>
        </p>
        {/* Its stylesheets are others: a full page load opens it. */}
        <a href={pagePaths.payerLink(token)} className={buttonClass()}>
          Minha reserva
        </a>
        <Button
          look="quiet"
          aria-label={`Esquecer a reserva ${title}`}
          onClick={() => {
            forgetLinks(token);
            setLinks(readRememberedLinks());
          }}
        >
          Esquecer
        </Button>
      </div>
    </section>
  ));
}
