import { type ReceiptToReview, receiptStates } from '@passeio/contract/payments/payments';
import { type RefObject, useState } from 'react';
import { Link } from 'react-router';
import { reservationPath } from '~/features/reservations/passengers/passenger-search';
import { formatMoment } from '~/lib/formats';
import { useSettings } from '~/lib/settings';
import { FormNotice } from '~/ui/editing/form-notice';
import { ReceiptDecision } from './receipt-decision';
import styles from './receipt-detail.module.css';
import { ReceiptFacts } from './receipt-facts';
import { ReceiptFile } from './receipt-file';

interface ReceiptDetailProps {
  receipt: ReceiptToReview;
  heading: RefObject<HTMLHeadingElement | null>;
  /** Called when it has been judged, also by somebody else; resolves when the next one is shown. */
  onJudged: () => Promise<void>;
}

/** One receipt beside what is expected of it. */
export function ReceiptDetail({ receipt, heading, onJudged }: ReceiptDetailProps) {
  const { reservation, sameFile, state } = receipt;
  const [isSeen, setSeen] = useState(false);
  return (
    <article className={styles.detail} aria-labelledby="comprovante-titulo">
      <h2 ref={heading} id="comprovante-titulo" tabIndex={-1} className={styles.title}>
        {reservation.payer}&nbsp;· {reservation.code}
      </h2>
      {sameFile.length > 0 && <UsedBefore sameFile={sameFile} />}
      <div className={styles.columns}>
        <ReceiptFile receipt={receipt} onSeen={() => setSeen(true)} />
        <div className={styles.beside}>
          <ReceiptFacts receipt={receipt} />
          {state === 'submitted' ? (
            <ReceiptDecision receipt={receipt} isSeen={isSeen} onJudged={onJudged} />
          ) : (
            <Judged receipt={receipt} />
          )}
        </div>
      </div>
    </article>
  );
}

function UsedBefore({ sameFile }: Pick<ReceiptToReview, 'sameFile'>) {
  return (
    <FormNotice>
      {sameFile.map(({ reservationId, tripId, code }) => (
        <p key={reservationId}>
          Este comprovante já foi usado na reserva{' '}
          <Link to={reservationPath({ tripId, id: reservationId })} className={styles.link}>
            {code}
          </Link>
        </p>
      ))}
    </FormNotice>
  );
}

function Judged({ receipt: { state, reason, reviewedAt } }: { receipt: ReceiptToReview }) {
  const { timeZone } = useSettings();
  return (
    <p className={styles.judged}>
      <strong>{receiptStates[state]}</strong>
      {reviewedAt && ` em ${formatMoment(reviewedAt, timeZone)}`}
      {reason && `: ${reason}`}
    </p>
  );
}
