import { Button, Skeleton } from '@mantine/core';
import { attendanceClosesAt, type BoardingDecision, type BoardingList } from '@passeio/contract/boarding/boarding';
import { plural } from '@passeio/contract/words';
import { IconCheck, IconCloudOff } from '@tabler/icons-react';
import { type ReactNode, useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { formatMoney, useFormats } from '~/lib/formats';
import { showAlert } from '~/ui/feedback/alert';
import { BoarderRow } from './boarder-row';
import styles from './boarding.module.css';
import { type BoardingSource, BoardingSync, type BoardingSyncState } from './boarding-sync';
import { Tools } from './boarding-tools';
import { codeIn, standingWords } from './boarding-words';
import { RowIcons } from './row-icons';
import { type Boarder, boardersOf, firstOf, isAwaited, isBoarded, isFound, type Stop, stopsOf } from './stops';

/** As many as a phone shows at once, and some more: they are drawn first, the others as soon as these are seen. */
const FIRST_PEOPLE = 10;

interface BoardingViewProps {
  source: BoardingSource;
  /** What can be done once attendance has closed. */
  afterClose?: ReactNode;
}

/** Boarding on a phone: who is here, who is missing, at every stop, with or without a signal. */
export function BoardingView({ source, afterClose }: BoardingViewProps) {
  const formats = useFormats();
  const [boarding, state] = useBoardingSync(source);
  const { saved } = state;
  const isOut = state.isReached === false || state.failure !== undefined;
  return (
    <>
      <p className={styles.standing} role="status" data-out={isOut || undefined}>
        {isOut ? <IconCloudOff size={20} aria-hidden /> : <IconCheck size={20} aria-hidden />}
        {standingWords(state, formats)}
      </p>
      {isOut && (
        <Button size="md" variant="default" onClick={() => void boarding.sync()}>
          Tentar de novo
        </Button>
      )}
      <Refused boarding={boarding} state={state} />
      {saved ? (
        <Boarding boarding={boarding} list={saved.list} state={state} afterClose={afterClose} />
      ) : (
        <Empty standing={state.isReached === false ? 'away' : state.failure ? 'refused' : 'loading'} />
      )}
    </>
  );
}

/** In the place of the list; what the server refused stands above. */
function Empty({ standing }: { standing: 'loading' | 'away' | 'refused' }) {
  if (standing === 'refused') return null;
  if (standing === 'loading') return <Skeleton height={320} radius="lg" aria-label="Carregando" />;
  return (
    <p className={styles.empty}>
      A lista ainda não está neste aparelho. Abra o embarque uma vez com internet, antes de sair.
    </p>
  );
}

/** What the server did not take, until somebody has read it. */
function Refused({ boarding, state: { taps, saved } }: { boarding: BoardingSync; state: BoardingSyncState }) {
  const refused = taps.filter(({ refusal }) => refusal !== null);
  if (refused.length === 0) return null;
  return (
    <ul className={styles.refused}>
      {refused.map(({ id, participantId, refusal }) => (
        <li key={id} role="alert">
          <span>
            <strong>{saved?.list.people.find((one) => one.id === participantId)?.name ?? 'Toque recusado'}</strong>{' '}
            <span>{refusal}</span>
          </span>
          <Button size="md" variant="default" onClick={() => void boarding.dismiss(id)}>
            Entendi
          </Button>
        </li>
      ))}
    </ul>
  );
}

interface BoardingProps extends Pick<BoardingViewProps, 'afterClose'> {
  boarding: BoardingSync;
  list: BoardingList;
  state: BoardingSyncState;
}

function Boarding({ boarding, list, state, afterClose }: BoardingProps) {
  const [q, setQ] = useState('');
  const [onlyAwaited, setOnlyAwaited] = useState(false);
  const shownQ = useDeferredValue(q);
  const isWhole = useDeferredValue(true, false);
  const boarders = useMemo(() => boardersOf(list, state.taps), [list, state.taps]);
  const found = boarders.filter((one) => isFound(one, shownQ) && (!onlyAwaited || isAwaited(one)));
  const stops = stopsOf(list, found);
  const clock = state.saved?.clockOffsetMs ?? 0;
  const now = Date.now() + clock;
  const isClosed = now >= attendanceClosesAt(list.trip.returnDate).getTime();
  const isOpen = now >= Date.parse(list.trip.opensAt) && !isClosed;
  const tap = useCallback(
    (participantId: string, decision: BoardingDecision) =>
      boarding.tap(participantId, decision).catch((error) => {
        console.warn('Tap not stored', error);
        showAlert('error', 'Este aparelho não conseguiu guardar o toque. Tente de novo.');
      }),
    [boarding],
  );
  const onTap = useCallback((id: string, decision: BoardingDecision) => void tap(id, decision), [tap]);

  return (
    <>
      <Summary list={list} boarders={boarders} isOpen={isOpen} isClosed={isClosed} afterClose={afterClose} />
      <Tools q={q} onSearch={setQ} onlyAwaited={onlyAwaited} onOnlyAwaited={setOnlyAwaited} boarders={boarders} />
      <Party boarders={boarders} q={shownQ} isOpen={isOpen} tap={tap} />
      {list.people.length === 0 && <p className={styles.empty}>Ninguém reservou este passeio.</p>}
      {list.people.length > 0 && found.length === 0 && (
        <p className={styles.empty}>
          {onlyAwaited && q.trim() === '' ? 'Não falta ninguém.' : 'Ninguém encontrado. Confira o nome ou o código.'}
        </p>
      )}
      <RowIcons />
      {(isWhole ? stops : firstOf(stops, FIRST_PEOPLE)).map((stop) => (
        <StopSection
          key={stop.point?.id ?? ''}
          stop={stop}
          all={boarders}
          tripTitle={list.trip.title}
          isOpen={isOpen}
          onTap={onTap}
        />
      ))}
    </>
  );
}

interface SummaryProps extends Pick<BoardingViewProps, 'afterClose'> {
  list: BoardingList;
  boarders: Boarder[];
  isOpen: boolean;
  isClosed: boolean;
}

function Summary({ list, boarders, isOpen, isClosed, afterClose }: SummaryProps) {
  const { formatMoment } = useFormats();
  const boarded = boarders.filter(isBoarded).length;
  const missed = boarders.filter(({ attendance }) => attendance?.decision === 'missed').length;
  return (
    <div className={styles.summary}>
      <h2>{list.trip.title}</h2>
      <p>
        Saída {formatMoment(list.trip.date)} ·{' '}
        <strong>{`${boarded} de ${plural(boarders.length, 'pessoa')} a bordo`}</strong>
        {missed > 0 && ` · ${missed} ${missed === 1 ? 'não compareceu' : 'não compareceram'}`}
      </p>
      {isClosed && <p>A lista de presença fechou um dia depois da volta. {afterClose}</p>}
      {!(isOpen || isClosed) && (
        <p>O embarque abre em {formatMoment(list.trip.opensAt)}. Até lá, dá para ler e ligar.</p>
      )}
    </div>
  );
}

interface PartyProps {
  boarders: Boarder[];
  q: string;
  isOpen: boolean;
  tap: (participantId: string, decision: BoardingDecision) => Promise<void>;
}

/** A reservation whose voucher was read: everybody boards by one tap. */
function Party({ boarders, q, isOpen, tap }: PartyProps) {
  const code = codeIn(q);
  const party = boarders.filter(({ person }) => person.code === code);
  const awaited = party.filter(isAwaited);
  if (party.length === 0) return null;
  const due = party[0]?.person.dueCents ?? 0;

  async function boardAll(): Promise<void> {
    for (const { person } of awaited) await tap(person.id, 'boarded');
  }

  return (
    <div className={styles.party}>
      <p>
        <strong>Reserva {code}</strong> · {plural(party.length, 'pessoa')}
        {due > 0 && <span className={styles.due}> · falta pagar {formatMoney(due)}</span>}
      </p>
      {awaited.length > 0 ? (
        <Button size="md" disabled={!isOpen} onClick={() => void boardAll()}>
          {awaited.length === 1 ? 'Embarcar 1 pessoa' : `Embarcar ${awaited.length} pessoas`}
        </Button>
      ) : (
        <p>Não falta ninguém desta reserva.</p>
      )}
    </div>
  );
}

interface StopProps {
  stop: Stop;
  /** Also those who are not shown. */
  all: Boarder[];
  tripTitle: string;
  isOpen: boolean;
  onTap: (participantId: string, decision: BoardingDecision) => void;
}

function StopSection({ stop: { point, people }, all, ...row }: StopProps) {
  const { formatTime } = useFormats();
  const shown = new Set(people.map(({ person }) => person.boardingPointId));
  const here = all.filter(({ person }) => shown.has(person.boardingPointId));
  const awaited = here.filter(isAwaited).length;
  const title = point ? `${point.time} ${point.place}` : 'Embarque a combinar';
  return (
    <section className={styles.stop} aria-label={title}>
      <h3>
        {title}
        <span>
          {`${here.filter(isBoarded).length} de ${here.length}`}
          {awaited > 0 ? ` · ${awaited === 1 ? 'falta 1' : `faltam ${awaited}`}` : ' · não falta ninguém'}
        </span>
      </h3>
      <ul>
        {people.map(({ person, attendance }) => (
          <BoarderRow
            key={person.id}
            person={person}
            decision={attendance?.decision}
            decidedAt={attendance?.decidedAt && formatTime(attendance.decidedAt)}
            {...row}
          />
        ))}
      </ul>
    </section>
  );
}

/** The boarding of a source, running while the page is open. */
function useBoardingSync(source: BoardingSource): [BoardingSync, BoardingSyncState] {
  const [boarding] = useState(() => new BoardingSync(source));
  useEffect(() => boarding.start(), [boarding]);
  return [boarding, useStore(boarding.store)];
}
