import { useEffect, useState } from 'react';
import { failureSentence } from '../session/failure-sentence';
import { IdentityError } from '../session/identity/error';

/** Countdown before another mail may be requested. */
const PATIENCE_SECONDS = 60;

export type ResendOutcome = { sent: true } | { sent: false; sentence: string };

/** Sends a mail with a pause between requests. `waitSeconds` counts down to 0. */
export function useResend(send: () => Promise<void>, startWaiting = false) {
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<ResendOutcome>();
  const [waitSeconds, setWaitSeconds] = useState(startWaiting ? PATIENCE_SECONDS : 0);

  const waiting = waitSeconds > 0;
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(() => setWaitSeconds((left) => Math.max(0, left - 1)), 1000);
    return () => clearInterval(timer);
  }, [waiting]);

  async function resend(): Promise<void> {
    if (busy || waiting) return;
    setBusy(true);
    setOutcome(undefined);
    try {
      await send();
      setOutcome({ sent: true });
      setWaitSeconds(PATIENCE_SECONDS);
    } catch (error) {
      setOutcome({ sent: false, sentence: failureSentence(error) ?? 'Não foi possível enviar agora. Tente de novo.' });
      if (error instanceof IdentityError && error.failure === 'tooMany') {
        setWaitSeconds(error.waitSeconds ?? PATIENCE_SECONDS);
      }
    } finally {
      setBusy(false);
    }
  }

  return { busy, outcome, waitSeconds, resend };
}

/** Remaining time, rounded up: "45 s", "3 min". */
export function formatWait(seconds: number): string {
  return seconds <= 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}
