import { Box, Button, Group, Skeleton, Stack, Switch, Text, TextInput } from '@mantine/core';
import { attendanceClosesAt, type BoardingDecision, type BoardingList } from '@passeio/contract/boarding/boarding';
import { plural } from '@passeio/contract/words';
import { IconCheck, IconCloudOff, IconQrcode, IconSearch } from '@tabler/icons-react';
import { type ComponentType, type ReactNode, useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { type Formats, formatMoney, useFormats } from '~/lib/formats';
import { whenLoaded } from '~/lib/when-loaded';
import { showAlert } from '~/ui/feedback/alert';
import { Card } from '~/ui/layout/card';
import { Rows } from '~/ui/layout/rows';
import { BoarderRow, RowIcons } from './boarder-row';
import styles from './boarding.module.css';
import { type BoardingSync, type BoardingSyncState, unsent } from './boarding-sync';
import { type Boarder, boardersOf, firstOf, isAwaited, isBoarded, isFound, type Stop, stopsOf } from './stops';

/** More than a phone shows at once: they are rendered first, the others as soon as these are seen. */
const FIRST_PEOPLE = 10;

interface BoardingViewProps {
  boarding: BoardingSync;
  /** What can be done once attendance has closed. */
  afterClose?: ReactNode;
}

/**
 * Boarding on a phone: people on board and people missing at every stop, with or without a signal. It runs while it is
 * shown.
 */
export function BoardingView({ boarding, afterClose }: BoardingViewProps) {
  const formats = useFormats();
  const state = useStore(boarding.store);
  useEffect(() => boarding.start(), [boarding]);
  const { saved } = state;
  const isOut = state.isReached === false || state.failure !== undefined;
  return (
    <>
      <Card tone={isOut ? 'warning' : 'success'} className={styles.standing} role="status">
        {isOut ? <IconCloudOff size={20} aria-hidden /> : <IconCheck size={20} aria-hidden />}
        {syncText(state, formats)}
      </Card>
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
  return <Nobody>A lista ainda não está neste aparelho. Abra o embarque uma vez com internet, antes de sair.</Nobody>;
}

function Nobody({ children }: { children: ReactNode }) {
  return (
    <Text px={16} py={32} c="dimmed" ta="center">
      {children}
    </Text>
  );
}

/** Taps that the server refused, until staff has read why. */
function Refused({ boarding, state: { taps, saved } }: { boarding: BoardingSync; state: BoardingSyncState }) {
  const refused = taps.filter(({ refusal }) => refusal !== null);
  if (refused.length === 0) return null;
  return (
    <Stack component="ul" gap={8} mb={12}>
      {refused.map(({ id, participantId, refusal }) => (
        <Card component="li" tone="danger" key={id} role="alert">
          <Group gap={12} justify="space-between" wrap="nowrap">
            <span>
              <strong>{saved?.list.people.find((one) => one.id === participantId)?.name ?? 'Toque recusado'}</strong>{' '}
              <span>{refusal}</span>
            </span>
            <Button size="md" variant="default" onClick={() => void boarding.dismiss(id)}>
              Entendi
            </Button>
          </Group>
        </Card>
      ))}
    </Stack>
  );
}

interface BoardingProps extends BoardingViewProps {
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
      {list.people.length === 0 && <Nobody>Ninguém reservou este passeio.</Nobody>}
      {list.people.length > 0 && found.length === 0 && (
        <Nobody>
          {onlyAwaited && q.trim() === '' ? 'Não falta ninguém.' : 'Ninguém encontrado. Confira o nome ou o código.'}
        </Nobody>
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
    <Stack gap={4} my={12}>
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
    </Stack>
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
    <Group
      component="section"
      gap={12}
      justify="space-between"
      mb={16}
      px={16}
      py={12}
      style={{ border: '2px solid var(--accent)', borderRadius: '1rem' }}
    >
      <p>
        <strong>Reserva {code}</strong> · {plural(party.length, 'pessoa')}
        {due > 0 && (
          <Text span c="var(--warning)" fw={600}>
            {' '}
            · falta pagar {formatMoney(due)}
          </Text>
        )}
      </p>
      {awaited.length > 0 ? (
        <Button size="md" disabled={!isOpen} onClick={() => void boardAll()}>
          {awaited.length === 1 ? 'Embarcar 1 pessoa' : `Embarcar ${awaited.length} pessoas`}
        </Button>
      ) : (
        <p>Não falta ninguém desta reserva.</p>
      )}
    </Group>
  );
}

interface StopProps {
  stop: Stop;
  /** Including people who are not shown. */
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
    <Box component="section" mb={24} aria-label={title}>
      <Group component="h3" gap="0 12px" justify="space-between" mb={8}>
        {title}
        <Text span c="dimmed" fw={400}>
          {`${here.filter(isBoarded).length} de ${here.length}`}
          {awaited > 0 ? ` · ${awaited === 1 ? 'falta 1' : `faltam ${awaited}`}` : ' · não falta ninguém'}
        </Text>
      </Group>
      <Rows>
        {people.map(({ person, attendance }) => (
          <BoarderRow
            key={person.id}
            person={person}
            decision={attendance?.decision}
            decidedAt={attendance?.decidedAt && formatTime(attendance.decidedAt)}
            {...row}
          />
        ))}
      </Rows>
    </Box>
  );
}

/** The people come first. */
const SCANNER_DELAY_MS = 1_000;

interface ScannerProps {
  onRead: (text: string) => void;
  onClose: () => void;
}

/** With its decoder, so that both are in the offline cache before they are needed at a stop without a signal. */
async function loadScanner(): Promise<ComponentType<ScannerProps>> {
  const [{ default: Scanner }] = await Promise.all([import('./scanner'), import('qr/decode.js')]);
  return Scanner;
}

interface ToolsProps {
  q: string;
  onSearch: (q: string) => void;
  onlyAwaited: boolean;
  onOnlyAwaited: (only: boolean) => void;
  boarders: Boarder[];
}

/** Search, the camera, and a switch for only the missing people. */
function Tools({ q, onSearch, onlyAwaited, onOnlyAwaited, boarders }: ToolsProps) {
  const [Scanner, setScanner] = useState<ComponentType<ScannerProps>>();
  useEffect(() => whenLoaded(() => setTimeout(() => void loadScanner().catch(() => undefined), SCANNER_DELAY_MS)), []);

  function close(): void {
    setScanner(undefined);
  }

  async function scan(): Promise<void> {
    try {
      const loaded = await loadScanner();
      setScanner(() => loaded);
    } catch (error) {
      console.warn('Scanner could not be loaded', error);
      showAlert('error', 'Sem sinal para abrir a câmera. Digite o código da reserva.');
    }
  }

  function read(text: string): void {
    close();
    const code = codeIn(text);
    if (code && boarders.some(({ person }) => person.code === code)) {
      onOnlyAwaited(false);
      onSearch(code);
    } else {
      showAlert('error', code ? `A reserva ${code} não é desta saída.` : 'Este código não é de um voucher.');
    }
  }

  return (
    <Group gap={12} align="end" mb={16}>
      <TextInput
        flex="1 1 16rem"
        size="md"
        type="search"
        label="Buscar nome ou código da reserva"
        leftSection={<IconSearch size={20} aria-hidden />}
        value={q}
        autoComplete="off"
        onChange={(event) => onSearch(event.currentTarget.value)}
      />
      <Button
        size="md"
        variant="default"
        leftSection={<IconQrcode size={20} aria-hidden />}
        onClick={() => void scan()}
      >
        Ler voucher
      </Button>
      <Switch
        className={styles.only}
        size="md"
        label="Só quem falta"
        checked={onlyAwaited}
        onChange={(event) => onOnlyAwaited(event.currentTarget.checked)}
      />
      {Scanner && <Scanner onRead={read} onClose={close} />}
    </Group>
  );
}

/** What is sent and what waits, as in "Sem sinal. 3 toques por enviar." */
function syncText({ taps, isReached, saved, failure }: BoardingSyncState, formats: Formats): string {
  const waiting = unsent(taps).length;
  const toSend = `${plural(waiting, 'toque')} por enviar.`;
  if (failure) return waiting > 0 ? `${failure.message} ${toSend}` : failure.message;
  if (isReached === false) {
    if (waiting > 0) return `Sem sinal. ${toSend}`;
    return saved ? `Sem sinal. Lista de ${formats.formatMoment(saved.savedAt)}.` : 'Sem sinal.';
  }
  if (waiting > 0) return isReached ? `Enviando ${plural(waiting, 'toque')}…` : toSend;
  if (isReached && saved) return `Tudo enviado às ${formats.formatTime(saved.savedAt)}.`;
  return 'Atualizando…';
}

/** The reservation's code in what a voucher's QR code says, or in typed text; null if there is none. */
function codeIn(text: string): string | null {
  const [, code = text] = /\/voucher\/([^/?#]+)/.exec(text) ?? [];
  return /^[A-Z0-9]{6}$/i.test(code.trim()) ? code.trim().toUpperCase() : null;
}
