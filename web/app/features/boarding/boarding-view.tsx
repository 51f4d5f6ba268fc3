import { Box, Button, Group, Skeleton, Switch, Text, TextInput } from '@mantine/core';
import { attendanceClosesAt, type BoardingDecision, type BoardingList } from '@passeio/contract/boarding/boarding';
import { sumExtras } from '@passeio/contract/trips/extras';
import { countsText, plural } from '@passeio/contract/words';
import { IconCheck, IconCloudOff, IconQrcode, IconSearch } from '@tabler/icons-react';
import { type ComponentType, type ReactNode, useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { explainFailure } from '~/lib/explain-failure';
import { type Formats, useFormats } from '~/lib/formats';
import { saveFile } from '~/lib/save-file';
import { whenLoaded } from '~/lib/when-loaded';
import { lazyDialog } from '~/ui/dialogs/lazy-dialog';
import { showAlert } from '~/ui/feedback/alert';
import { Card } from '~/ui/layout/card';
import { Rows } from '~/ui/layout/rows';
import { Answered } from './answered';
import { PartyRows, RowIcons } from './boarder-row';
import styles from './boarding.module.css';
import type { BoardingSync, BoardingSyncState } from './boarding-sync';
import { unsent } from './outbox';
import { type Boarder, boardersOf, firstOf, isAwaited, isBoarded, isFound, partiesOf, stopsOf } from './stops';

/** More than a phone shows at once: they are rendered first, the others as soon as these are seen. */
const FIRST_PEOPLE = 10;

interface BoardingViewProps {
  boarding: BoardingSync;
  /** Staff confirms a guide's cash. */
  isGuide?: boolean;
  /** The reservation to board first, as of a scanned voucher. */
  code?: string;
  /** What can be done once attendance has closed. */
  afterClose?: ReactNode;
}

/**
 * Boarding on a phone: people on board and people missing at every stop, with or without a signal. It runs while it is
 * shown.
 */
export function BoardingView({ boarding, isGuide, code, afterClose }: BoardingViewProps) {
  const state = useStore(boarding.store);
  useEffect(() => boarding.start(), [boarding]);
  const list = state.saved?.list;
  const boarders = useMemo(() => (list ? boardersOf(list, state.taps) : []), [list, state.taps]);
  return (
    <>
      <Standing boarding={boarding} state={state} boarders={boarders} />
      <Answered boarding={boarding} state={state} />
      {list ? (
        <Boarding
          boarding={boarding}
          isGuide={isGuide}
          code={code}
          list={list}
          boarders={boarders}
          state={state}
          afterClose={afterClose}
        />
      ) : (
        <Empty standing={state.isReached === false ? 'away' : state.failure ? 'refused' : 'loading'} />
      )}
    </>
  );
}

interface StandingProps {
  boarding: BoardingSync;
  state: BoardingSyncState;
  boarders: Boarder[];
}

/** Stays at the top: how many are on board, and what is still to be sent. */
function Standing({ boarding, state, boarders }: StandingProps) {
  const formats = useFormats();
  const isOut = state.isReached === false || state.failure !== undefined;
  const boarded = boarders.filter(isBoarded).length;
  const disputed = boarders.filter(({ isDisputed }) => isDisputed).length;
  const missed = boarders.filter(({ attendance }) => attendance?.decision === 'missed').length;
  return (
    <>
      <Card tone={isOut ? 'warning' : 'success'} className={styles.standing}>
        {isOut ? <IconCloudOff size={20} aria-hidden /> : <IconCheck size={20} aria-hidden />}
        {boarders.length > 0 && (
          <strong>
            {`${boarded} de ${plural(boarders.length, 'pessoa')} a bordo`}
            {missed > 0 && ` · ${missed} ${missed === 1 ? 'não compareceu' : 'não compareceram'}`}
            {disputed > 0 && ` · ${disputed} a decidir`}
          </strong>
        )}
        <span role="status">{syncText(state, formats)}</span>
      </Card>
      {isOut && (
        <Button size="md" variant="default" onClick={() => void boarding.sync()}>
          Tentar de novo
        </Button>
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

interface BoardingProps extends BoardingViewProps {
  list: BoardingList;
  boarders: Boarder[];
  state: BoardingSyncState;
}

function Boarding({ boarding, isGuide = false, code: scanned = '', list, boarders, state, afterClose }: BoardingProps) {
  const { formatMoment } = useFormats();
  const [q, setQ] = useState(scanned);
  const [onlyAwaited, setOnlyAwaited] = useState(false);
  const [expanded, setExpanded] = useState('');
  const [receiving, setReceiving] = useState('');
  const shownQ = useDeferredValue(q);
  const isWhole = useDeferredValue(true, false);
  const now = Date.now() + (state.saved?.clockOffsetMs ?? 0);
  const isClosed = now >= attendanceClosesAt(list.trip.returnDate).getTime();
  const isOpen = now >= Date.parse(list.trip.opensAt) && !isClosed;
  // The people of a voucher stand together, wherever they board.
  const code = codeIn(shownQ);
  const party = boarders.filter(({ person }) => person.code === code);
  const stops =
    party.length > 0
      ? [{ id: '', title: `Reserva ${code}`, people: party, all: party }]
      : stopsOf(list, boarders, (one) => isFound(one, shownQ) && (!onlyAwaited || isAwaited(one) || one.isDisputed));
  const tapAll = useCallback(
    async (participantIds: readonly string[], decision: BoardingDecision) => {
      try {
        for (const id of participantIds) await boarding.tap(id, decision);
      } catch (error) {
        console.warn('Tap not stored', error);
        showAlert('error', 'Este aparelho não conseguiu guardar o toque. Tente de novo.');
      }
    },
    [boarding],
  );
  const unsentOf = (code: string) =>
    unsent(state.payments).reduce((cents, one) => cents + (one.code === code ? one.amountCents : 0), 0);
  const payer = list.people.find((one) => one.code === receiving);
  const extras = countsText(sumExtras(list.people.flatMap((one) => one.extras)));
  const onExpand = useCallback((id: string) => setExpanded((before) => (before === id ? '' : id)), []);

  const load = boarding.authorization;
  const onAuthorization = useMemo(
    () => load && ((id: string) => void load(id).then(saveFile, (error) => showAlert('error', explainFailure(error)))),
    [load],
  );

  return (
    <>
      <h2>{list.trip.title}</h2>
      {extras && <p>Adicionais: {extras}</p>}
      {isClosed && <p>A lista de presença fechou um dia depois da volta. {afterClose}</p>}
      {!(isOpen || isClosed) && (
        <p>O embarque abre em {formatMoment(list.trip.opensAt)}. Até lá, dá para ler e ligar.</p>
      )}
      <Tools q={q} onSearch={setQ} onlyAwaited={onlyAwaited} onOnlyAwaited={setOnlyAwaited} boarders={boarders}>
        Saída {formatMoment(list.trip.date)}
      </Tools>
      {list.people.length === 0 && <Nobody>Ninguém reservou este passeio.</Nobody>}
      {list.people.length > 0 && stops.length === 0 && (
        <Nobody>
          {onlyAwaited && q.trim() === '' ? 'Não falta ninguém.' : 'Ninguém encontrado. Confira o nome ou o código.'}
        </Nobody>
      )}
      <RowIcons />
      {(isWhole ? stops : firstOf(stops, FIRST_PEOPLE)).map((stop) => (
        <Box component="section" mb={16} aria-label={stop.title} key={stop.id}>
          <Group component="h3" gap="0 12px" justify="space-between" mb={4}>
            {stop.title}
            <Text span c="dimmed" fw={400} fz="sm">
              {countText(stop.all)}
            </Text>
          </Group>
          <Rows>
            {partiesOf(stop).map((one) => (
              <PartyRows
                key={one.code}
                party={one}
                unsentCents={unsentOf(one.code)}
                onReceive={setReceiving}
                tripTitle={list.trip.title}
                isOpen={isOpen}
                device={state.device}
                expanded={expanded}
                onExpand={onExpand}
                onAuthorization={onAuthorization}
                tapAll={tapAll}
              />
            ))}
          </Rows>
        </Box>
      ))}
      {payer && (
        <ReceiveMoney
          boarding={boarding}
          isGuide={isGuide}
          code={payer.code}
          payer={payer.payer}
          hasReceipt={payer.hasReceipt}
          leftCents={Math.max(payer.dueCents - payer.guideCents - unsentOf(payer.code), 0)}
          onClose={() => setReceiving('')}
        />
      )}
    </>
  );
}

const loadReceiveMoney = async () => (await import('./receive-money')).ReceiveMoney;
const ReceiveMoney = lazyDialog(loadReceiveMoney);

/** As in "1 de 4 · faltam 3". */
function countText(people: readonly Boarder[]): string {
  const awaited = people.filter(isAwaited).length;
  const left = awaited === 0 ? 'não falta ninguém' : awaited === 1 ? 'falta 1' : `faltam ${awaited}`;
  return `${people.filter(isBoarded).length} de ${people.length} · ${left}`;
}

/** The people come first. */
const SCANNER_DELAY_MS = 1_000;

interface ScannerProps {
  onRead: (text: string) => void;
  onClose: () => void;
}

/** Loads its decoder too, so that both are in the offline cache before they are needed at a stop without a signal. */
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
  /** Beside the switch. */
  children: ReactNode;
}

/** Search, the camera, and a switch for only the missing people. */
function Tools({ q, onSearch, onlyAwaited, onOnlyAwaited, boarders, children }: ToolsProps) {
  const [Scanner, setScanner] = useState<ComponentType<ScannerProps>>();
  useEffect(() => {
    const loadAll = () => void Promise.all([loadScanner(), loadReceiveMoney()]).catch(() => undefined);
    return whenLoaded(() => setTimeout(loadAll, SCANNER_DELAY_MS));
  }, []);

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
    <div className={styles.tools}>
      <TextInput
        size="md"
        type="search"
        aria-label="Buscar nome ou código da reserva"
        placeholder="Nome ou código"
        leftSection={<IconSearch size={20} aria-hidden />}
        value={q}
        autoComplete="off"
        onChange={(event) => onSearch(event.currentTarget.value)}
      />
      <Button size="md" px={14} variant="default" aria-label="Ler voucher" onClick={() => void scan()}>
        <IconQrcode size={20} aria-hidden />
        <span className={styles.wide}>Ler voucher</span>
      </Button>
      <span>{children}</span>
      <Switch
        className={styles.only}
        size="md"
        label="Só quem falta"
        checked={onlyAwaited}
        onChange={(event) => onOnlyAwaited(event.currentTarget.checked)}
      />
      {Scanner && <Scanner onRead={read} onClose={close} />}
    </div>
  );
}

/** What is sent and what waits, as in "Sem sinal. 3 toques por enviar." */
function syncText({ taps, payments, isReached, saved, failure }: BoardingSyncState, formats: Formats): string {
  const waiting = unsent([...taps, ...payments]).length;
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
