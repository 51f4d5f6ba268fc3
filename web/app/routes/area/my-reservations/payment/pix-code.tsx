import { Button, Loader, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import styles from '~/features/reservations/payment/payment.module.css';
import { formatMoney } from '~/lib/formats';
import { useCopy } from '~/ui/inputs/use-copy';
import hidden from '~/ui/text/visually-hidden.module.css';

interface PixCodeProps {
  /** The "copia e cola" code. */
  payload: string;
  amountCents: number;
  /** Puts the focus on the copy button, after the person has asked for the code. */
  autoFocus: boolean;
}

/** The code of a Pix, to copy and to scan. */
export function PixCode({ payload, amountCents, autoFocus }: PixCodeProps) {
  const { copied, refused, copy } = useCopy(payload);
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (autoFocus) button.current?.focus({ preventScroll: true });
  }, [autoFocus]);
  useEffect(() => {
    if (refused) field.current?.select();
  }, [refused]);
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <>
      <Button ref={button} size="md" fullWidth onClick={copy} leftSection={<Icon size={20} aria-hidden />}>
        {copied ? 'Código copiado!' : 'Copiar código Pix'}
      </Button>
      <p className={hidden.hidden} role="status">
        {copied && 'Código copiado!'}
      </p>
      <TextInput
        ref={field}
        size="md"
        label="Pix copia e cola"
        readOnly
        value={payload}
        error={refused && 'O navegador não deixou copiar. O código está selecionado: copie-o daqui.'}
        onFocus={(event) => event.currentTarget.select()}
      />
      <LazyQrCode text={payload} label={`QR code para pagar ${formatMoney(amountCents)} por Pix`} />
    </>
  );
}

/** Where the provider has not given the code yet. */
export function CodeInTheMaking() {
  return (
    <p className={styles.making} role="status">
      <Loader size="sm" aria-hidden />
      Gerando o código…
    </p>
  );
}

type QrCode = ComponentType<{ text: string; label: string }>;

/** Draws the code once its script has come; without it the code can still be copied. */
function LazyQrCode(props: { text: string; label: string }) {
  const [drawn, setDrawn] = useState<{ Code: QrCode }>();
  useEffect(() => {
    import('./qr-code').then(
      ({ default: Code }) => setDrawn({ Code }),
      (error) => console.warn('QR code could not be loaded', error),
    );
  }, []);
  return <div className={styles.qr}>{drawn && <drawn.Code {...props} />}</div>;
}
