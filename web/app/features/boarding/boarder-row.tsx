import type { AttendanceClaim, BoardingDecision, BoardingPerson } from '@passeio/contract/boarding/boarding';
import { answerLine } from '@passeio/contract/reservations/answers';
import { authorizationWarning } from '@passeio/contract/reservations/travel-authorization';
import { seatLabel } from '@passeio/contract/seats/seat-label';
import { countsText, firstName } from '@passeio/contract/words';
import {
  IconArrowBackUp,
  IconBrandWhatsapp,
  IconCheck,
  IconDotsVertical,
  IconFileCheck,
  IconPhone,
  IconUserX,
} from '@tabler/icons-react';
import { memo } from 'react';
import { formatMoney, useFormats, whatsAppLink } from '~/lib/formats';
import { Button } from '~/ui/inputs/button';
import table from '~/ui/layout/data-table.module.css';
import styles from './boarding.module.css';
import { type Boarder, isAwaited, isBoarded, type Party } from './stops';

interface RowProps {
  tripTitle: string;
  isOpen: boolean;
  onExpand: (participantId: string) => void;
  tapAll: (participantIds: readonly string[], decision: BoardingDecision) => Promise<void>;
  /** Opens an authorisation; absent where it may not be opened. */
  onAuthorization?: ((participantId: string) => void) | undefined;
}

interface PartyRowsProps extends RowProps {
  party: Party;
  /** Cash for the reservation that this phone has not sent yet. */
  unsentCents: number;
  onReceive: (code: string) => void;
  /** The id of the person whose row shows what is seldom done. */
  expanded: string;
  /** This phone. */
  device: string | undefined;
}

/** A reservation's people at a stop, below a head that boards them by one tap and says what is due. */
export function PartyRows({
  party: { code, people, all },
  unsentCents,
  onReceive,
  expanded,
  device,
  ...row
}: PartyRowsProps) {
  const { formatTime } = useFormats();
  const claimText = ({ decision, by, deviceId, decidedAt }: AttendanceClaim) =>
    `${decisionLabel(decision)}: ${deviceId === device ? 'você' : `celular de ${by}`}, ${formatTime(decidedAt)}`;
  const awaited = all.filter(isAwaited);
  const { payer = '', dueCents = 0, hasReceipt, guideCents = 0, guides = '' } = all[0]?.person ?? {};
  const leftCents = Math.max(dueCents - guideCents - unsentCents, 0);
  const hasHead = all.length > 1 || dueCents > 0;
  const tapAll = (some: readonly Boarder[], decision: BoardingDecision) =>
    void row.tapAll(
      some.map(({ person }) => person.id),
      decision,
    );
  const act =
    awaited.length === 0
      ? `Desfazer todos (${all.length})`
      : `Embarcar ${awaited.length === all.length ? 'todos' : 'quem falta'} (${awaited.length})`;
  return (
    <li className={styles.party}>
      {hasHead && (
        <div className={styles.head}>
          <span className={table.name}>{payer}</span>
          <span className={table.detail}>
            {code} · {`${all.filter(isBoarded).length} de ${all.length}`}
          </span>
          {leftCents > 0 && (
            <button
              type="button"
              className={styles.due}
              disabled={!row.isOpen}
              aria-label={`Falta pagar ${formatMoney(leftCents)}: receber de ${payer}`}
              onClick={() => onReceive(code)}
            >
              Falta pagar {formatMoney(leftCents)}
            </button>
          )}
          {all.length > 1 && (
            <Button
              look={awaited.length > 0 ? 'primary' : 'quiet'}
              disabled={!row.isOpen}
              aria-label={`${act}: ${payer}`}
              onClick={() => (awaited.length > 0 ? tapAll(awaited, 'boarded') : tapAll(all, 'undone'))}
            >
              {act}
            </Button>
          )}
          {leftCents > 0 && hasReceipt && <span className={styles.taken}>Comprovante em conferência</span>}
          {unsentCents > 0 && <span className={styles.taken}>{formatMoney(unsentCents)} em dinheiro, por enviar</span>}
          {guideCents > 0 && (
            <span className={styles.taken}>
              {formatMoney(guideCents)} recebido por {guides}, a confirmar
            </span>
          )}
        </div>
      )}
      <ul>
        {people.map(({ person, attendance, isDisputed }) => (
          <BoarderRow
            key={person.id}
            {...row}
            person={person}
            decision={attendance?.decision}
            decidedAt={attendance?.decidedAt && formatTime(attendance.decidedAt)}
            inParty={hasHead}
            disagreement={isDisputed ? person.claims.map(claimText).join(' · ') : undefined}
            isExpanded={expanded === person.id}
          />
        ))}
      </ul>
    </li>
  );
}

interface BoarderRowProps extends RowProps {
  person: BoardingPerson;
  decision: string | undefined;
  /** As "04:30". */
  decidedAt: string | undefined;
  /** Below a head that says the reservation. */
  inParty: boolean;
  isExpanded: boolean;
  /** What two phones say, as in "Embarcou: você, 05:12 · Não compareceu: celular de Bia, 05:15". */
  disagreement: string | undefined;
}

const decisionLabels: Record<string, string> = { boarded: 'Embarcou', missed: 'Não compareceu', undone: 'Desfez' };
const decisionLabel = (decision: string) => decisionLabels[decision] ?? decision;

/** A person of the boarding list. Compared by its properties: a tap renders one row again, not three hundred. */
const BoarderRow = memo(function BoarderRow({ person, decision, decidedAt, isOpen, ...row }: BoarderRowProps) {
  const { id, name } = person;
  const warning = authorizationWarning(person);
  const isDecided = decision === 'boarded' || decision === 'missed';
  const tap = (one: BoardingDecision) => void row.tapAll([id], one);
  return (
    <li
      className={styles.row}
      data-decision={isDecided ? decision : undefined}
      data-disputed={row.disagreement ? true : undefined}
    >
      <div>
        <span className={table.name}>{name}</span>
        <span className={table.detail}>
          {isDecided && (
            <span className={styles.decision}>
              {decisionLabel(decision)}
              {decidedAt && ` ${decidedAt}`}
            </span>
          )}
          {detailOf(person, row.inParty)}
        </span>
        {warning && <span className={styles.warning}>{warning}</span>}
        {person.notes && <span className={styles.notes}>{person.notes}</span>}
        {person.answers.map(({ label, text, isSensitive }) => (
          <span key={label} className={isSensitive ? styles.notes : table.detail}>
            {answerLine(label, text)}
          </span>
        ))}
      </div>
      {row.disagreement ? (
        <span />
      ) : isDecided ? (
        <Button look="quiet" disabled={!isOpen} aria-label={`Desfazer: ${name}`} onClick={() => tap('undone')}>
          <RowIcon name="undo" />
        </Button>
      ) : (
        <Button disabled={!isOpen} aria-label={`Embarcou: ${name}`} onClick={() => tap('boarded')}>
          <RowIcon name="boarded" />
        </Button>
      )}
      <button
        type="button"
        className={styles.more}
        aria-label={`Mais: ${name}`}
        aria-expanded={row.isExpanded}
        onClick={() => row.onExpand(id)}
      >
        <RowIcon name="more" />
      </button>
      {row.disagreement && (
        <div className={styles.question}>
          <p>{row.disagreement}. O que vale?</p>
          {(['boarded', 'missed'] as const).map((one) => (
            <Button
              key={one}
              look="quiet"
              disabled={!isOpen}
              aria-label={`${decisionLabel(one)}: ${name}`}
              onClick={() => tap(one)}
            >
              {decisionLabel(one)}
            </Button>
          ))}
        </div>
      )}
      {row.isExpanded && (
        <Contact person={person} tripTitle={row.tripTitle}>
          {!(isDecided || row.disagreement) && (
            <button
              type="button"
              disabled={!isOpen}
              aria-label={`Não compareceu: ${name}`}
              onClick={() => tap('missed')}
            >
              <RowIcon name="missed" />
              Não compareceu
            </button>
          )}
          {person.authorization?.hasFile && row.onAuthorization && (
            <button type="button" aria-label={`Autorização de ${name}`} onClick={() => row.onAuthorization?.(id)}>
              <RowIcon name="authorization" />
              Autorização
            </button>
          )}
        </Contact>
      )}
    </li>
  );
});

function detailOf(
  { fareLabel, code, documentEnd, isLapChild, companion, seat, extras }: BoardingPerson,
  inParty: boolean,
): string {
  return [
    seat && seatLabel(seat),
    fareLabel,
    countsText(extras),
    companion && (isLapChild ? `no colo de ${companion}` : `com ${companion}`),
    !inParty && `reserva ${code}`,
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
    <div className={styles.contact}>
      {children}
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
    </div>
  );
}

const icons = {
  boarded: IconCheck,
  undo: IconArrowBackUp,
  more: IconDotsVertical,
  missed: IconUserX,
  call: IconPhone,
  whatsapp: IconBrandWhatsapp,
  authorization: IconFileCheck,
};
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
