import { Button, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import hidden from '../text/visually-hidden.module.css';
import styles from './pix-code.module.css';
import { useCopy } from './use-copy';

interface PixCodeProps {
  /** The "copia e cola" code. */
  payload: string;
  /** As in "R$ 189,00". */
  amount: string;
  /** Puts the focus on the copy button, after the person has asked for the code. */
  autoFocus: boolean;
}

/** The code of a Pix, to copy and to scan. */
export function PixCode({ payload, amount, autoFocus }: PixCodeProps) {
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
      <ScannedCode text={payload} label={`QR code para pagar ${amount} por Pix`} />
    </>
  );
}

type QrCode = ComponentType<{ text: string; label: string }>;

/** Draws the code once its script has come; without it the code can still be copied. */
export function ScannedCode(props: { text: string; label: string }) {
  const [drawn, setDrawn] = useState<{ Code: QrCode }>();
  useEffect(() => {
    import('./qr-code').then(
      ({ default: Code }) => setDrawn({ Code }),
      (error) => console.warn('QR code could not be loaded', error),
    );
  }, []);
  return (
    <div className={styles.qr} data-qr>
      {drawn && <drawn.Code {...props} />}
    </div>
  );
}
