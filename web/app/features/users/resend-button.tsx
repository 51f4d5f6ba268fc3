import { Button, type ButtonProps, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { failureText, IdentityError } from '../session/identity/error';
import styles from './resend-button.module.css';

/** Countdown before another mail may be requested. */
const RESEND_DELAY_SECONDS = 60;

interface ResendButtonProps {
  send: () => Promise<void>;
  /** Message once a mail is queued. */
  sentText: string;
  label?: string;
  variant?: ButtonProps['variant'];
  wide?: boolean;
  /** Whether a mail was just sent elsewhere: starts the countdown. */
  startWaiting?: boolean;
}

/** Button that sends a mail again, shows the outcome and has a countdown before the next. */
export function ResendButton({
  send,
  sentText,
  label = 'Enviar de novo',
  variant = 'default',
  wide = false,
  startWaiting = false,
}: ResendButtonProps) {
  const { sending, isWaiting, waitSeconds } = useResend(send, startWaiting);
  const { isPending, isSuccess, error } = sending;
  return (
    <Stack gap={8} align={wide ? 'stretch' : 'flex-start'}>
      {/* Not `disabled`, so that the button stays focusable during the countdown. */}
      <Button
        size="md"
        variant={variant}
        loading={isPending}
        aria-disabled={isWaiting || undefined}
        data-waiting={isWaiting || undefined}
        fullWidth={wide}
        className={styles.button}
        onClick={() => isWaiting || sending.mutate()}
      >
        {isWaiting ? `${label} em ${formatWait(waitSeconds)}` : label}
      </Button>
      <span role="status" className={styles.outcome} data-failed={error ? true : undefined}>
        {isSuccess && sentText}
        {error && (failureText(error) ?? 'Não foi possível enviar agora. Tente de novo.')}
      </span>
    </Stack>
  );
}

/** Sends a mail with a pause between requests. `waitSeconds` counts down to 0. */
function useResend(send: () => Promise<void>, startWaiting: boolean) {
  const [waitSeconds, setWaitSeconds] = useState(startWaiting ? RESEND_DELAY_SECONDS : 0);
  const sending = useMutation({
    mutationFn: send,
    onSuccess: () => setWaitSeconds(RESEND_DELAY_SECONDS),
    onError: (error) => {
      if (error instanceof IdentityError && error.failure === 'tooMany') {
        setWaitSeconds(error.waitSeconds ?? RESEND_DELAY_SECONDS);
      }
    },
  });

  const isWaiting = waitSeconds > 0;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => setWaitSeconds((left) => Math.max(0, left - 1)), 1000);
    return () => clearInterval(timer);
  }, [isWaiting]);

  return { sending, isWaiting, waitSeconds };
}

/** Remaining time, rounded up: "45 s", "3 min". */
function formatWait(seconds: number): string {
  return seconds <= 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}
