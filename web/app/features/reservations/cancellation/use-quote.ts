import type { CancellationQuote } from '@passeio/contract/reservations/cancellation';
import { useEffect, useState } from 'react';
import { ApiError } from '~/lib/api';
import { sentenceOf } from '../actions/use-act';
import { loadQuote, type QuoteQuestion } from './cancellation-calls';

interface Outcome {
  /** What was asked. */
  question: string;
  quote?: CancellationQuote;
  failure?: string;
}

/** The quote of a cancellation, asked anew for every other question; without one to ask (null) there is none. */
export function useQuote(reservationId: string, question: QuoteQuestion | null) {
  const [outcome, setOutcome] = useState<Outcome>();
  const [attempt, setAttempt] = useState(0);
  const text = JSON.stringify([question, attempt]);
  useEffect(() => {
    const [asked]: [QuoteQuestion | null] = JSON.parse(text);
    if (!asked) return;
    const leaving = new AbortController();
    loadQuote(reservationId, asked, leaving.signal).then(
      (quote) => setOutcome({ question: text, quote }),
      (error) => {
        if (leaving.signal.aborted) return;
        if (!(error instanceof ApiError)) throw error;
        setOutcome({ question: text, failure: sentenceOf(error) });
      },
    );
    return () => leaving.abort();
  }, [reservationId, text]);

  const current = outcome?.question === text ? outcome : undefined;
  return {
    quote: current?.quote,
    failure: current?.failure,
    isLoading: question !== null && !current,
    retry: () => setAttempt(attempt + 1),
    /** Puts a newer quote in its place. */
    replace: (quote: CancellationQuote) => setOutcome({ question: text, quote }),
  };
}
