import { type NamedOpenItem, type OpenKind, openKinds } from '@passeio/contract/payments/settlement-report';
import { Link } from 'react-router';
import { reservationPath } from '~/features/reservations/passengers/passenger-search';
import { formatMoney } from '~/lib/formats';
import styles from './closing.module.css';

interface OpenItemsProps {
  tripId: string;
  open: NamedOpenItem[];
}

/** Where each is settled. */
const pages: Record<OpenKind, (tripId: string, id: string) => string> = {
  balance: (tripId, id) => reservationPath({ tripId, id }),
  refund: () => '/admin/pagamentos/devolucoes',
  receipt: () => '/admin/pagamentos',
};

/** What a trip still has open, each with the page where it is settled. */
export function OpenItems({ tripId, open }: OpenItemsProps) {
  return (
    <section aria-labelledby="em-aberto" className={styles.section}>
      <h3 id="em-aberto" className={styles.title}>
        Em aberto
      </h3>
      {open.length === 0 ? (
        <p className={styles.quiet}>Nada em aberto: tudo recebido, devolvido e conferido.</p>
      ) : (
        <ul className={styles.list}>
          {open.map(({ kind, reservationId, amountCents, code, payer }) => (
            <li key={`${kind} ${reservationId}`}>
              <span>
                <Link to={pages[kind](tripId, reservationId)} className={styles.name}>
                  {payer}
                </Link>
                <span className={styles.detail}>Reserva {code}</span>
              </span>
              <span className={styles.sums}>
                <small>{openKinds[kind]}</small>
                {(kind !== 'receipt' || amountCents > 0) && formatMoney(amountCents)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The same to be read only, as in a dialog. */
export function OpenItemNames({ open }: Pick<OpenItemsProps, 'open'>) {
  return (
    <ul className={styles.names}>
      {open.map(({ kind, reservationId, amountCents, code, payer }) => (
        <li key={`${kind} ${reservationId}`}>
          <strong>{payer}</strong> ({code}): {openKinds[kind].toLocaleLowerCase('pt-BR')}
          {kind !== 'receipt' && ` ${formatMoney(amountCents)}`}
        </li>
      ))}
    </ul>
  );
}
