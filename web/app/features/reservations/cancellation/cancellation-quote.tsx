import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import { refundHow } from '@passeio/contract/payments/refund-parts';
import type { CancellationQuote, CancellingParty } from '@passeio/contract/reservations/cancellation';
import { reservationRoutes } from '@passeio/contract/reservations/reservation-routes';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { load, queryClient } from '~/features/session/queries';
import { ApiError } from '~/lib/api';
import { explainFailure } from '~/lib/explain-failure';
import { formatCalendarDate, formatMoney } from '~/lib/formats';
import { FormNotice } from '~/ui/editing/form-notice';
import { MoneyLine } from '../payment/money-line';

/** What is quoted: the cancellation of the people with these ids, of an extra by its line, or of everybody. */
interface QuoteQuestion {
  extra?: string | undefined;
  participants?: readonly string[] | undefined;
  by?: CancellingParty | undefined;
}

// Money that comes or goes back while a quote is read changes it.
const FOLLOW_MS = 5_000;

/**
 * The quote of a cancellation, asked anew for every other question and while it is shown; without one to ask (null)
 * there is none. A refusal, as once it can no longer be cancelled, takes the place of the old numbers. `follows`: what
 * it depends on, where the page follows that; it is asked anew when that changes, not all the time.
 */
export function useQuote(reservationId: string, question: QuoteQuestion | null, follows?: readonly number[]) {
  const { queryKey: keyOfQuestion, ...loaded } = load(reservationRoutes.quoteCancellation, {
    params: { reservationId },
    query: { participants: question?.participants?.join(','), extra: question?.extra, by: question?.by },
  });
  const query = { ...loaded, queryKey: follows ? [...keyOfQuestion, ...follows] : keyOfQuestion };
  // Not asked again by the write that answers it.
  const asked = { enabled: question !== null, gcTime: 0, staleTime: 'static' as const };
  const refetchInterval = ({ state }: { state: { error: unknown } }) =>
    !follows && !isRefusal(state.error) && FOLLOW_MS;
  const { data, error, isFetching, refetch } = useQuery({ ...query, ...asked, refetchInterval });

  /** Shows the newer quote for which a cancellation was refused. */
  async function orNewer<Result>(cancelling: Promise<Result>): Promise<Result> {
    try {
      return await cancelling;
    } catch (failure) {
      if (failure instanceof ApiError && failure.quote) queryClient.setQueryData(query.queryKey, failure.quote);
      throw failure;
    }
  }

  return {
    quote: question && !isRefusal(error) ? data : undefined,
    // A question that is only asked again leaves what is shown.
    failure: question && error && !isFetching && (!data || isRefusal(error)) ? explainFailure(error) : undefined,
    isLoading: question !== null && !data && isFetching,
    retry: () => void refetch(),
    orNewer,
  };
}

function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && !error.isTransient;
}

interface QuoteSectionProps {
  quoting: ReturnType<typeof useQuote>;
  children: (quote: CancellationQuote) => ReactNode;
}

/** What is said of a quote, while it is worked out, and where it could not be. */
export function QuoteSection({ quoting: { quote, failure, isLoading, retry }, children }: QuoteSectionProps) {
  return (
    <Stack
      component="section"
      gap="sm"
      mih={32}
      aria-label="Valores do cancelamento"
      aria-live="polite"
      aria-busy={isLoading}
    >
      {isLoading && <Loader size="sm" aria-label="Calculando..." />}
      {failure && (
        <FormNotice>
          {failure}{' '}
          <Button size="compact-md" variant="subtle" onClick={retry}>
            Tentar de novo
          </Button>
        </FormNotice>
      )}
      {quote && children(quote)}
    </Stack>
  );
}

interface QuoteLinesProps {
  quote: CancellationQuote;
  /** Who receives the refund: "Você recebe", "O cliente recebe". */
  receives: string;
}

/** What cancelling costs and gives back. */
export function QuoteLines({ quote, receives }: QuoteLinesProps) {
  const { contractedCents, receivedCents, penaltyCents, refundCents, rule, promisedFor, parts } = quote;
  if (receivedCents === 0) return <p>Nada foi pago: não há multa a cobrar nem valor a devolver.</p>;
  const note = promisedFor
    ? `Até ${formatCalendarDate(promisedFor)}${refundHow(parts)}.`
    : penaltyCents >= receivedCents && 'A multa é igual ao valor pago ou maior: nada volta, e nada mais é cobrado.';
  return (
    <>
      <Text fw={600} style={{ textWrap: 'pretty' }}>
        {rule}
      </Text>
      <dl>
        <MoneyLine quiet label="Contratado" cents={contractedCents} />
        <MoneyLine quiet label="Já pago" cents={receivedCents} />
        <MoneyLine quiet label="Multa" cents={penaltyCents} />
        <MoneyLine quiet label={receives} cents={refundCents} strong />
      </dl>
      {note && <Text variant="hint">{note}</Text>}
    </>
  );
}

interface OccupancyChoiceProps {
  occupancy: NonNullable<CancellationQuote['occupancy']>;
  isAccepted: boolean;
  onChange: (isAccepted: boolean) => void;
}

/** Whether the rooms of those who stay become what the quote says. */
export function OccupancyChoice({ occupancy, isAccepted, onChange }: OccupancyChoiceProps) {
  const { rooms, differenceCents, refundCents } = occupancy;
  const more = `${differenceCents < 0 ? '−' : '+'} ${formatMoney(Math.abs(differenceCents))}`;
  return (
    <Group component="label" gap="sm" wrap="nowrap" mih={44}>
      <input type="checkbox" checked={isAccepted} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
      <span>
        Quem fica passa a ocupar {rooms} ({more}); volta {formatMoney(refundCents)}. Sem marcar, o quarto de quem fica
        não muda.
      </span>
    </Group>
  );
}
