import { entryKinds, type LedgerEntry, type ReceiptToReview } from '@passeio/contract/payments/payments';
import { Link } from 'react-router';
import { reservationPath } from '~/features/reservations/passengers/passenger-search';
import { WhatsAppAnchor } from '~/features/reservations/whatsapp/whatsapp-anchor';
import { formatMoment, formatMoney, formatNumericDate } from '~/lib/formats';
import { useSettings } from '~/lib/settings';
import { tripWords } from '../desk-words';
import styles from './receipt-detail.module.css';

/** What the payment should be, and what the reservation has received before. */
export function ReceiptFacts({ receipt }: { receipt: ReceiptToReview }) {
  const { timeZone } = useSettings();
  const { reservation, trip, expectedCents, txid, received } = receipt;
  const { id, code, payer, chat, holdExpiresAt, receivedCents, totalCents } = reservation;
  return (
    <dl className={styles.facts}>
      <div className={styles.expected}>
        <dt>Valor esperado</dt>
        <dd>{formatMoney(expectedCents)}</dd>
      </div>
      <div>
        <dt>Pagador</dt>
        <dd className={styles.payer}>
          {payer}
          <WhatsAppAnchor
            facts={chat}
            to={chat.payer}
            template={receipt.state === 'submitted' ? 'whatsAppReceipt' : undefined}
            className={styles.link}
          />
        </dd>
      </div>
      <div>
        <dt>Reserva</dt>
        <dd>
          <Link to={reservationPath({ tripId: trip.id, id })} className={styles.link}>
            {code}
          </Link>
        </dd>
      </div>
      <div>
        <dt>Passeio</dt>
        <dd>{tripWords(trip, timeZone)}</dd>
      </div>
      <div>
        <dt>Código da cobrança</dt>
        <dd className={styles.code}>{txid ?? 'Sem cobrança'}</dd>
      </div>
      <div>
        <dt>Prazo</dt>
        <dd>{holdExpiresAt ? formatMoment(holdExpiresAt, timeZone) : 'Sem prazo'}</dd>
      </div>
      <div>
        <dt>Recebido</dt>
        <dd>
          {formatMoney(receivedCents)} de {formatMoney(totalCents)}
          {received.length > 0 && <Entries received={received} timeZone={timeZone} />}
        </dd>
      </div>
    </dl>
  );
}

function Entries({ received, timeZone }: Pick<ReceiptToReview, 'received'> & { timeZone: string }) {
  return (
    <ul className={styles.entries} aria-label="Lançamentos anteriores">
      {received.map((entry) => (
        <li key={entry.id}>
          {entryKinds[entry.kind]} de {signedMoney(entry)} em {formatNumericDate(entry.occurredAt, timeZone)}
          {entry.payerName && `, de ${entry.payerName}`}
          {entry.endToEndId && <span className={styles.code}> {entry.endToEndId}</span>}
        </li>
      ))}
    </ul>
  );
}

/** Amount with its sign: what went out is negative. */
function signedMoney({ direction, amountCents }: Pick<LedgerEntry, 'direction' | 'amountCents'>): string {
  return formatMoney(direction === 'out' ? -amountCents : amountCents);
}
