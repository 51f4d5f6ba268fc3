import { useMediaQuery } from '@mantine/hooks';
import { paymentRoutes } from '@passeio/contract/payments/payment-routes';
import {
  entryKinds,
  type LedgerEntry,
  type ReceiptFilters,
  type ReceiptToReview,
  receiptStates,
} from '@passeio/contract/payments/payments';
import { IconChecks, IconCopy, IconReceipt } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Link, type ShouldRevalidateFunctionArgs, useSearchParams } from 'react-router';
import { reservationPath } from '~/features/reservations/passengers/passenger-search';
import { WhatsAppAnchor } from '~/features/reservations/whatsapp/whatsapp-anchor';
import { load, preload, reload } from '~/features/session/queries';
import { formatMoney, useFormats } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { FormNotice } from '~/ui/editing/form-notice';
import { EmptyState } from '~/ui/feedback/empty-state';
import { NavLink } from '~/ui/navigation/nav-link';
import { ChoiceFilter, ListPages } from '../../list/list-tools';
import toolStyles from '../../list/list-tools.module.css';
import { tripWords } from '../desk-words';
import { readPage } from '../read-page';
import type { Route } from './+types/receipts';
import { ReceiptDecision } from './receipt-decision';
import receiptDetailStyles from './receipt-detail.module.css';
import receiptFactsStyles from './receipt-detail.module.css';
import { ReceiptFile } from './receipt-file';
import receiptQueueStyles from './receipt-queue.module.css';
import styles from './receipts.module.css';

export { AreaError as ErrorBoundary } from '../../../area/page/area-error';

export const meta = pageMeta('Conferir pagamentos');
export const handle = { title: 'Pagamentos' };

const PER_PAGE = 50;

/** The states with their names in the address. */
const names = { submitted: '', accepted: 'aceitos', rejected: 'recusados' } as const;

const stateChoices = [
  { value: names.submitted, label: receiptStates.submitted },
  { value: names.accepted, label: 'Aceitos' },
  { value: names.rejected, label: 'Recusados' },
];

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const query = readReceiptSearch(new URL(request.url).searchParams);
  return preload(load(paymentRoutes.listReceipts, { query }));
}

/** Choosing another receipt of the list loads nothing. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  const searches = [currentUrl, nextUrl].map(({ searchParams }) => JSON.stringify(readReceiptSearch(searchParams)));
  const isChoice = currentUrl.search !== nextUrl.search && searches[0] === searches[1];
  return isChoice ? false : defaultShouldRevalidate;
}

/** The queue of receipts, and the chosen one beside it; on a phone one at a time. */
export default function Receipts({ loaderData }: Route.ComponentProps) {
  const { data, page } = useSuspenseQuery(loaderData).data;
  const { shown, isChosen, addressOf, follow } = useChosen(data);
  const heading = useFocusOnAnother(shown?.id);
  if (data.length === 0) return <Nothing />;
  return (
    <div className={styles.desk} data-chosen={isChosen || undefined}>
      <div className={styles.queue}>
        <search className={toolStyles.tools}>
          <ChoiceFilter name="estado" label="Quais comprovantes" choices={stateChoices} />
        </search>
        <ReceiptQueue receipts={data} shown={shown?.id} addressOf={addressOf} />
        <ListPages page={page} one="comprovante" many="comprovantes" />
      </div>
      {shown && (
        <div className={styles.detail}>
          <div className={styles.back}>
            <NavLink to={addressOf(undefined)}>Voltar à fila</NavLink>
          </div>
          <ReceiptDetail key={shown.id} receipt={shown} heading={heading} onJudged={() => follow(shown.id)} />
        </div>
      )}
    </div>
  );
}

function Nothing() {
  const [params] = useSearchParams();
  const { state } = readReceiptSearch(params);
  return (
    <>
      <search className={toolStyles.tools}>
        <ChoiceFilter name="estado" label="Quais comprovantes" choices={stateChoices} />
      </search>
      {state === 'submitted' ? (
        <EmptyState
          icon={IconChecks}
          title="Nada para conferir"
          text="Quando alguém enviar um comprovante, ele aparece aqui."
        />
      ) : (
        <EmptyState icon={IconReceipt} title="Nenhum comprovante por aqui" />
      )}
    </>
  );
}

/** The receipt in the address; where there is room for both, else the first. */
function useChosen(receipts: ReceiptToReview[]) {
  const [params, setParams] = useSearchParams();
  const isWide = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false });
  // Shown at once, while the list is loaded again; in the address afterwards.
  const [following, setFollowing] = useState<string>();
  const wanted = following ?? params.get('comprovante');
  const chosen = receipts.find(({ id }) => id === wanted);

  function withChoice(id: string | undefined): URLSearchParams {
    const after = new URLSearchParams(params);
    after.delete('comprovante');
    if (id) after.set('comprovante', id);
    return after;
  }

  /** The next in the list, round to the first; then the list without the one that was judged. */
  async function follow(judged: string): Promise<void> {
    const at = receipts.findIndex(({ id }) => id === judged);
    const next = [...receipts.slice(at + 1), ...receipts.slice(0, at)][0];
    setFollowing(next?.id);
    await reload();
    setParams(withChoice(next?.id), { replace: true, preventScrollReset: true });
    setFollowing(undefined);
  }

  return {
    shown: chosen ?? (isWide ? receipts[0] : undefined),
    isChosen: chosen !== undefined,
    addressOf: (id: string | undefined) => `?${withChoice(id)}`,
    follow,
  };
}

/**
 * The heading of what is shown: it gets the focus when something else is shown; the page itself when nothing is left.
 */
function useFocusOnAnother(id: string | undefined) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(id);
  useEffect(() => {
    if (before.current === id) return;
    before.current = id;
    (heading.current ?? document.getElementById('conteudo'))?.focus();
  }, [id]);
  return heading;
}

/** What the page's address asks for; ignores invalid values. */
function readReceiptSearch(params: URLSearchParams): ReceiptFilters {
  const asked = params.get('estado') ?? '';
  const [state] = Object.entries(names).find(([, name]) => name === asked) ?? ['submitted'];
  return { state: state as ReceiptFilters['state'], page: readPage(params), size: PER_PAGE };
}

interface ReceiptQueueProps {
  receipts: ReceiptToReview[];
  shown: string | undefined;
  addressOf: (id: string) => string;
}

/** Receipts in the order in which they are judged. */
function ReceiptQueue({ receipts, shown, addressOf }: ReceiptQueueProps) {
  const formats = useFormats();
  return (
    <ol className={receiptQueueStyles.list} aria-label="Fila de comprovantes">
      {receipts.map(({ id, reservation, trip, expectedCents, createdAt, sameFile }) => (
        <li key={id}>
          <Link
            to={addressOf(id)}
            preventScrollReset
            className={receiptQueueStyles.entry}
            aria-current={id === shown ? 'true' : undefined}
          >
            <span className={receiptQueueStyles.who}>{reservation.payer}</span>
            <span className={receiptQueueStyles.amount}>{formatMoney(expectedCents)}</span>
            <span className={receiptQueueStyles.trip}>{tripWords(trip, formats)}</span>
            <span className={receiptQueueStyles.when}>Enviado em {formats.formatMoment(createdAt)}</span>
            {sameFile.length > 0 && (
              <span className={receiptQueueStyles.used}>
                <IconCopy size={16} aria-hidden /> Comprovante repetido
              </span>
            )}
          </Link>
        </li>
      ))}
    </ol>
  );
}

interface ReceiptDetailProps {
  receipt: ReceiptToReview;
  heading: RefObject<HTMLHeadingElement | null>;
  /** Called when it has been judged, also by somebody else; resolves when the next one is shown. */
  onJudged: () => Promise<void>;
}

/** One receipt beside what is expected of it. */
function ReceiptDetail({ receipt, heading, onJudged }: ReceiptDetailProps) {
  const { reservation, sameFile, state } = receipt;
  const [isSeen, setSeen] = useState(false);
  return (
    <article className={receiptDetailStyles.detail} aria-labelledby="comprovante-titulo">
      <h2 ref={heading} id="comprovante-titulo" tabIndex={-1} className={receiptDetailStyles.title}>
        {reservation.payer}&nbsp;· {reservation.code}
      </h2>
      {sameFile.length > 0 && <UsedBefore sameFile={sameFile} />}
      <div className={receiptDetailStyles.columns}>
        <ReceiptFile receipt={receipt} onSeen={() => setSeen(true)} />
        <div className={receiptDetailStyles.beside}>
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
          <Link to={reservationPath({ tripId, id: reservationId })} className={receiptDetailStyles.link}>
            {code}
          </Link>
        </p>
      ))}
    </FormNotice>
  );
}

function Judged({ receipt: { state, reason, reviewedAt } }: { receipt: ReceiptToReview }) {
  const { formatMoment } = useFormats();
  return (
    <p className={receiptDetailStyles.judged}>
      <strong>{receiptStates[state]}</strong>
      {reviewedAt && ` em ${formatMoment(reviewedAt)}`}
      {reason && `: ${reason}`}
    </p>
  );
}

/** What the payment should be, and what the reservation has received before. */
function ReceiptFacts({ receipt }: { receipt: ReceiptToReview }) {
  const formats = useFormats();
  const { reservation, trip, expectedCents, txid, received } = receipt;
  const { id, code, payer, chat, holdExpiresAt, receivedCents, totalCents } = reservation;
  return (
    <dl className={receiptFactsStyles.facts}>
      <div className={receiptFactsStyles.expected}>
        <dt>Valor esperado</dt>
        <dd>{formatMoney(expectedCents)}</dd>
      </div>
      <div>
        <dt>Pagador</dt>
        <dd className={receiptFactsStyles.payer}>
          {payer}
          <WhatsAppAnchor
            facts={chat}
            to={chat.payer}
            template={receipt.state === 'submitted' ? 'whatsAppReceipt' : undefined}
            className={receiptFactsStyles.link}
          />
        </dd>
      </div>
      <div>
        <dt>Reserva</dt>
        <dd>
          <Link to={reservationPath({ tripId: trip.id, id })} className={receiptFactsStyles.link}>
            {code}
          </Link>
        </dd>
      </div>
      <div>
        <dt>Passeio</dt>
        <dd>{tripWords(trip, formats)}</dd>
      </div>
      <div>
        <dt>Código da cobrança</dt>
        <dd className={receiptFactsStyles.code}>{txid ?? 'Sem cobrança'}</dd>
      </div>
      <div>
        <dt>Prazo</dt>
        <dd>{holdExpiresAt ? formats.formatMoment(holdExpiresAt) : 'Sem prazo'}</dd>
      </div>
      <div>
        <dt>Recebido</dt>
        <dd>
          {formatMoney(receivedCents)} de {formatMoney(totalCents)}
          {received.length > 0 && <Entries received={received} />}
        </dd>
      </div>
    </dl>
  );
}

function Entries({ received }: Pick<ReceiptToReview, 'received'>) {
  const { formatNumericDate } = useFormats();
  return (
    <ul className={receiptFactsStyles.entries} aria-label="Lançamentos anteriores">
      {received.map((entry) => (
        <li key={entry.id}>
          {entryKinds[entry.kind]} de {signedMoney(entry)} em {formatNumericDate(entry.occurredAt)}
          {entry.payerName && `, de ${entry.payerName}`}
          {entry.endToEndId && <span className={receiptFactsStyles.code}> {entry.endToEndId}</span>}
        </li>
      ))}
    </ul>
  );
}

/** Amount with its sign: what went out is negative. */
function signedMoney({ direction, amountCents }: Pick<LedgerEntry, 'direction' | 'amountCents'>): string {
  return formatMoney(direction === 'out' ? -amountCents : amountCents);
}
