import { Button, Loader, Stack, Text } from '@mantine/core';
import type { CancellationQuote, CancellingParty } from '@passeio/contract/reservations/cancellation';
import { reservationRoutes } from '@passeio/contract/reservations/reservation-routes';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '~/lib/api';
import { explainFailure } from '~/lib/explain-failure';
import { formatCalendarDate } from '~/lib/formats';
import { FormNotice } from '~/ui/editing/form-notice';
import { load, queryClient } from '../session/queries';
import { MoneyLine } from './money-line';

/** What is quoted: the cancellation of the people with these ids, of an extra by its line, or of everybody. */
interface QuoteQuestion {
  extra?: string | undefined;
  participants?: readonly string[] | undefined;
  by?: CancellingParty | undefined;
}

/** The quote of a cancellation, asked anew for every other question; without one to ask (null) there is none. */
export function useQuote(reservationId: string, question: QuoteQuestion | null) {
  const query = load(reservationRoutes.quoteCancellation, {
    params: { reservationId },
    query: { participants: question?.participants?.join(','), extra: question?.extra, by: question?.by },
  });
  // Not asked again by the write that answers it.
  const asked = { enabled: question !== null, gcTime: 0, staleTime: 'static' as const };
  const { data, error, isFetching, refetch } = useQuery({ ...query, ...asked });

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
    quote: question ? data : undefined,
    failure: question && error && !isFetching ? explainFailure(error) : undefined,
    isLoading: question !== null && !data && isFetching,
    retry: () => void refetch(),
    orNewer,
  };
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
  const { contractedCents, receivedCents, penaltyCents, refundCents, rule, promisedFor } = quote;
  if (receivedCents === 0) return <p>Nada foi pago: não há multa a cobrar nem valor a devolver.</p>;
  const note = promisedFor
    ? `Até ${formatCalendarDate(promisedFor)}, por Pix, para quem pagou.`
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
