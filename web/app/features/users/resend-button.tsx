import { Button, type ButtonProps, Stack } from '@mantine/core';
import styles from './resend-button.module.css';
import { formatWait, useResend } from './use-resend';

interface ResendButtonProps {
  send: () => Promise<void>;
  /** Message once a mail is queued. */
  sentSentence: string;
  label?: string;
  variant?: ButtonProps['variant'];
  wide?: boolean;
  /** Whether a mail was just sent elsewhere: starts the countdown. */
  startWaiting?: boolean;
}

/** Button that sends a mail again, shows the outcome and has a countdown before the next. */
export function ResendButton({
  send,
  sentSentence,
  label = 'Enviar de novo',
  variant = 'default',
  wide = false,
  startWaiting = false,
}: ResendButtonProps) {
  const { busy, outcome, waitSeconds, resend } = useResend(send, startWaiting);
  const isWaiting = waitSeconds > 0;
  return (
    <Stack gap={8} align={wide ? 'stretch' : 'flex-start'}>
      {/* Not `disabled`, so that the button stays focusable during the countdown. */}
      <Button
        size="md"
        variant={variant}
        loading={busy}
        aria-disabled={isWaiting || undefined}
        data-waiting={isWaiting || undefined}
        fullWidth={wide}
        className={styles.button}
        onClick={resend}
      >
        {isWaiting ? `${label} em ${formatWait(waitSeconds)}` : label}
      </Button>
      <span role="status" className={styles.outcome} data-failed={outcome?.sent === false || undefined}>
        {outcome && (outcome.sent ? sentSentence : outcome.sentence)}
      </span>
    </Stack>
  );
}
