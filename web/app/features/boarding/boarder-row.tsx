import type { BoardingDecision, BoardingPerson } from '@passeio/contract/boarding/boarding';
import { seatLabel } from '@passeio/contract/seats/seat-label';
import { firstName } from '@passeio/contract/words';
import { IconBrandWhatsapp, IconCheck, IconPhone, IconUserX } from '@tabler/icons-react';
import { memo } from 'react';
import { formatMoney, whatsAppLink } from '~/lib/formats';
import { Button } from '~/ui/inputs/button';
import table from '~/ui/layout/data-table.module.css';
import styles from './boarding.module.css';

interface BoarderRowProps {
  person: BoardingPerson;
  decision: string | undefined;
  /** As "04:30". */
  decidedAt: string | undefined;
  tripTitle: string;
  isOpen: boolean;
  onTap: (participantId: string, decision: BoardingDecision) => void;
}

/** A person of the boarding list. Compared by its properties: a tap renders one row again, not three hundred. */
export const BoarderRow = memo(function BoarderRow({ person, decision, decidedAt, isOpen, ...row }: BoarderRowProps) {
  const { id, name } = person;
  const isDecided = decision === 'boarded' || decision === 'missed';
  return (
    <li className={styles.row} data-decision={isDecided ? decision : undefined}>
      <span className={table.name}>{name}</span>
      <div className={styles.action}>
        {isDecided ? (
          <>
            <span className={styles.decision}>
              {decision === 'boarded' ? 'Embarcou' : 'Não compareceu'}
              {decidedAt && ` ${decidedAt}`}
            </span>
            <Button
              look="quiet"
              disabled={!isOpen}
              aria-label={`Desfazer: ${name}`}
              onClick={() => row.onTap(id, 'undone')}
            >
              Desfazer
            </Button>
          </>
        ) : (
          <Button disabled={!isOpen} aria-label={`Embarcou: ${name}`} onClick={() => row.onTap(id, 'boarded')}>
            <RowIcon name="boarded" />
            Embarcou
          </Button>
        )}
      </div>
      <div className={styles.about}>
        <span className={table.detail}>{detailOf(person)}</span>
        {person.notes && <span className={styles.notes}>{person.notes}</span>}
        {person.dueCents > 0 && (
          <span className={styles.due}>Falta pagar {formatMoney(person.dueCents)} na reserva</span>
        )}
      </div>
      <Contact person={person} tripTitle={row.tripTitle}>
        {!isDecided && (
          <button
            type="button"
            disabled={!isOpen}
            aria-label={`Não compareceu: ${name}`}
            onClick={() => row.onTap(id, 'missed')}
          >
            <RowIcon name="missed" />
            Não compareceu
          </button>
        )}
      </Contact>
    </li>
  );
});

function detailOf({ fareLabel, code, documentEnd, isLapChild, companion, seat }: BoardingPerson): string {
  return [
    seat && seatLabel(seat),
    fareLabel,
    companion && (isLapChild ? `no colo de ${companion}` : `com ${companion}`),
    `reserva ${code}`,
    documentEnd && `doc.\u00a0…\u2060${documentEnd}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

interface ContactProps {
  person: BoardingPerson;
  tripTitle: string;
  children: React.ReactNode;
}

function Contact({ person: { name, phone, phoneOf }, tripTitle, children }: ContactProps) {
  const who = phoneOf ?? name;
  const text = `Olá, ${firstName(who)}! Estamos no embarque de “${tripTitle}”. Você está chegando?`;
  return (
    <span className={styles.contact}>
      {phone && (
        <>
          <a href={`tel:${phone}`} aria-label={`Ligar para ${who}`}>
            <RowIcon name="call" />
            Ligar
          </a>
          <a href={whatsAppLink(phone, text)} target="_blank" rel="noopener" aria-label={`WhatsApp de ${who}`}>
            <RowIcon name="whatsapp" />
            WhatsApp
          </a>
        </>
      )}
      {children}
    </span>
  );
}

const icons = { boarded: IconCheck, missed: IconUserX, call: IconPhone, whatsapp: IconBrandWhatsapp };
const idOf = (name: string) => `boarding-icon-${name}`;

/**
 * Drawn once and referred to by every row: three hundred rows with icons of their own would have 5,000 elements more.
 */
export function RowIcons() {
  return (
    <svg width={0} height={0} style={{ position: 'absolute' }} aria-hidden>
      {Object.entries(icons).map(([name, Icon]) => (
        <Icon key={name} id={idOf(name)} />
      ))}
    </svg>
  );
}

function RowIcon({ name }: { name: keyof typeof icons }) {
  return (
    <svg width={20} height={20} viewBox="0 0 24 24" aria-hidden>
      <use href={`#${idOf(name)}`} />
    </svg>
  );
}
