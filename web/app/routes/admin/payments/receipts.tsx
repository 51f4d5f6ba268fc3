import { Group, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { pageNumber, reservationPagePath } from '@passeio/contract/pages';
import {
  entryKinds,
  type LedgerEntry,
  type ReceiptFilters,
  type ReceiptToReview,
  receiptStates,
} from '@passeio/contract/payments/payments';
import { paymentRoutes } from '@passeio/contract/reservations/payment-routes';
import { IconChecks, IconCopy, IconReceipt } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { Link, type ShouldRevalidateFunctionArgs, useSearchParams } from 'react-router';
import { CopyForPayer } from '~/features/reservations/copy-for-payer';
import { WhatsAppAnchor } from '~/features/reservations/whatsapp/whatsapp-anchor';
import { load, preload, reload } from '~/features/session/queries';
import { may } from '~/features/session/user-store';
import { formatMoney, useFormats } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { FormNotice } from '~/ui/editing/form-notice';
import { EmptyState } from '~/ui/feedback/empty-state';
import { Card } from '~/ui/layout/card';
import tableStyles from '~/ui/layout/data-table.module.css';
import { Fact, Facts } from '~/ui/layout/facts';
import { Grid } from '~/ui/layout/grid';
import { ChoiceFilter, ListPages } from '~/ui/layout/list-tools';
import toolStyles from '~/ui/layout/list-tools.module.css';
import { LinkRow, Rows } from '~/ui/layout/rows';
import { NavLink } from '~/ui/navigation/nav-link';
import type { Route } from './+types/receipts';
import { formatTrip } from './payments-inbox';
import { ReceiptFile } from './receipt-file';
import styles from './receipts.module.css';

// The queue needs no form.
const ReceiptDecision = lazy(async () => ({ default: (await import('./receipt-decision')).ReceiptDecision }));

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

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
  const { shown, isWide, isChosen, addressOf, follow } = useChosen(data);
  const heading = useFocusOnAnother(shown?.id);
  if (data.length === 0) return <Nothing />;
  return (
    <Grid columns="18rem minmax(0, 1fr)" from={62} gap={1.25}>
      {(isWide || !isChosen) && (
        <div className={styles.queue}>
          <StateFilter />
          <ReceiptQueue receipts={data} shown={shown?.id} addressOf={addressOf} />
          <ListPages page={page} one="comprovante" many="comprovantes" />
        </div>
      )}
      {shown && (
        <div>
          {!isWide && <NavLink to={addressOf(undefined)}>Voltar à fila</NavLink>}
          <ReceiptDetail key={shown.id} receipt={shown} heading={heading} onReviewed={() => follow(shown.id)} />
        </div>
      )}
    </Grid>
  );
}

function StateFilter() {
  return (
    <search className={toolStyles.tools}>
      <ChoiceFilter name="estado" label="Quais comprovantes" choices={stateChoices} />
    </search>
  );
}

function Nothing() {
  const [params] = useSearchParams();
  const { state } = readReceiptSearch(params);
  return (
    <>
      <StateFilter />
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

  /** Shows the next in the list, after the last the first; then the list without the reviewed one. */
  async function follow(reviewed: string): Promise<void> {
    const at = receipts.findIndex(({ id }) => id === reviewed);
    const next = [...receipts.slice(at + 1), ...receipts.slice(0, at)][0];
    setFollowing(next?.id);
    await reload();
    setParams(withChoice(next?.id), { replace: true, preventScrollReset: true });
    setFollowing(undefined);
  }

  return {
    shown: chosen ?? (isWide ? receipts[0] : undefined),
    isWide,
    isChosen: chosen !== undefined,
    addressOf: (id: string | undefined) => `?${withChoice(id)}`,
    follow,
  };
}

/** The heading of the shown receipt gets the focus when another one is shown; the page itself when none is left. */
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
  return {
    state: state as ReceiptFilters['state'],
    page: pageNumber.catch(1).parse(params.get('page')),
    size: PER_PAGE,
  };
}

interface ReceiptQueueProps {
  receipts: ReceiptToReview[];
  shown: string | undefined;
  addressOf: (id: string) => string;
}

/** Receipts in the order in which staff reviews them. */
function ReceiptQueue({ receipts, shown, addressOf }: ReceiptQueueProps) {
  const formats = useFormats();
  return (
    <Rows component="ol" aria-label="Fila de comprovantes">
      {receipts.map(({ id, reservation, trip, expectedCents, createdAt, sameFile }) => (
        <LinkRow
          key={id}
          to={addressOf(id)}
          preventScrollReset
          className={styles.entry}
          aria-current={id === shown ? 'true' : undefined}
          aside={
            <Link to={reservationPagePath(reservation.id)} className={styles.code}>
              {reservation.code}
            </Link>
          }
        >
          <Text span fw={600} lh={1.35}>
            {reservation.payer}
          </Text>
          <Text span fw={600} className={tableStyles.figures}>
            {formatMoney(expectedCents)}
          </Text>
          <Text span w="100%" c="dimmed" fz="sm" lh={1.35}>
            {formatTrip(trip, formats)}
          </Text>
          <Text span w="100%" c="dimmed" fz="sm" lh={1.35}>
            Enviado em {formats.formatMoment(createdAt)}
          </Text>
          {sameFile.length > 0 && (
            <Group component="span" gap={4} w="100%" c="var(--danger)" fw={600} fz="sm" lh={1.35}>
              <IconCopy size={16} aria-hidden /> Comprovante repetido
            </Group>
          )}
        </LinkRow>
      ))}
    </Rows>
  );
}

interface ReceiptDetailProps {
  receipt: ReceiptToReview;
  heading: RefObject<HTMLHeadingElement | null>;
  /** Called when it has been reviewed, also by a colleague; resolves when the next one is shown. */
  onReviewed: () => Promise<void>;
}

/** One receipt beside what is expected of it. */
function ReceiptDetail({ receipt, heading, onReviewed }: ReceiptDetailProps) {
  const { reservation, sameFile, state } = receipt;
  const [isSeen, setSeen] = useState(false);
  return (
    <Card component="article" className={styles.detail} aria-labelledby="comprovante-titulo">
      <h2 ref={heading} id="comprovante-titulo" tabIndex={-1} className={styles.title}>
        {reservation.payer}&nbsp;· {reservation.code}
      </h2>
      {sameFile.length > 0 && <UsedBefore sameFile={sameFile} />}
      <div className={styles.columns}>
        <ReceiptFile receipt={receipt} onSeen={() => setSeen(true)} />
        <Stack miw={0}>
          <ReceiptFacts receipt={receipt} />
          {state === 'submitted' ? (
            may('confirm_money') && (
              <Suspense>
                <ReceiptDecision receipt={receipt} isSeen={isSeen} onReviewed={onReviewed} />
              </Suspense>
            )
          ) : (
            <Reviewed receipt={receipt} />
          )}
        </Stack>
      </div>
    </Card>
  );
}

function UsedBefore({ sameFile }: Pick<ReceiptToReview, 'sameFile'>) {
  return (
    <FormNotice>
      {sameFile.map(({ reservationId, code }) => (
        <p key={reservationId}>
          Este comprovante já foi usado na reserva{' '}
          <Link to={reservationPagePath(reservationId)} className={styles.link}>
            {code}
          </Link>
        </p>
      ))}
    </FormNotice>
  );
}

function Reviewed({ receipt: { state, reason, reviewedAt } }: { receipt: ReceiptToReview }) {
  const { formatMoment } = useFormats();
  return (
    <Card tone="sunken">
      <p>
        <strong>{receiptStates[state]}</strong>
        {reviewedAt && ` em ${formatMoment(reviewedAt)}`}
        {reason && `: ${reason}`}
      </p>
    </Card>
  );
}

/** What the payment should be, and what the reservation has received before. */
function ReceiptFacts({ receipt }: { receipt: ReceiptToReview }) {
  const formats = useFormats();
  const { reservation, trip, expectedCents, txid, received } = receipt;
  const { id, code, payer, chat, holdExpiresAt, receivedCents, totalCents } = reservation;
  return (
    <Facts>
      <Fact label="Valor esperado">
        <Text span fz="1.5rem" fw={700} lh={1.2} className={tableStyles.figures}>
          {formatMoney(expectedCents)}
        </Text>
      </Fact>
      <Fact label="Pagador">
        <Group gap="0 0.75rem">
          {payer}
          <WhatsAppAnchor
            facts={chat}
            to={chat.payer}
            template={receipt.state === 'submitted' ? 'whatsAppReceipt' : undefined}
            className={styles.link}
          />
          <CopyForPayer facts={chat} />
        </Group>
      </Fact>
      <Fact label="Reserva">
        <Link to={reservationPagePath(id)} className={styles.link}>
          {code}
        </Link>
      </Fact>
      <Fact label="Passeio">{formatTrip(trip, formats)}</Fact>
      <Fact label="Código da cobrança">
        <Text span ff="monospace" fz="sm">
          {txid ?? 'Sem cobrança'}
        </Text>
      </Fact>
      <Fact label="Prazo">{holdExpiresAt ? formats.formatMoment(holdExpiresAt) : 'Sem prazo'}</Fact>
      <Fact label="Recebido">
        {formatMoney(receivedCents)} de {formatMoney(totalCents)}
        {received.length > 0 && <Entries received={received} />}
      </Fact>
    </Facts>
  );
}

function Entries({ received }: Pick<ReceiptToReview, 'received'>) {
  const { formatNumericDate } = useFormats();
  return (
    <Stack component="ul" gap={4} mt={4} c="dimmed" fz="0.9375rem" aria-label="Lançamentos anteriores">
      {received.map((entry) => (
        <li key={entry.id}>
          {entryKinds[entry.kind]} de {signedMoney(entry)} em {formatNumericDate(entry.occurredAt)}
          {entry.payerName && `, de ${entry.payerName}`}
          {entry.endToEndId && (
            <Text span ff="monospace" fz="sm">
              {' '}
              {entry.endToEndId}
            </Text>
          )}
        </li>
      ))}
    </Stack>
  );
}

/** Negative where money went out. */
function signedMoney({ direction, amountCents }: Pick<LedgerEntry, 'direction' | 'amountCents'>): string {
  return formatMoney(direction === 'out' ? -amountCents : amountCents);
}
