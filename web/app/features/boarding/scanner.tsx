import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { ModalDialog } from '~/ui/dialogs/modal-dialog';
import styles from './boarding.module.css';
import { watchForQrCode } from './watch-for-qr-code';

interface ScannerProps {
  onRead: (text: string) => void;
  onClose: () => void;
}

/** Reads a QR code with the camera. */
export default function Scanner({ onRead, onClose }: ScannerProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [failure, setFailure] = useState('');
  const read = useRef(onRead);
  read.current = onRead;

  useEffect(() => {
    const stop = new AbortController();
    if (video.current) {
      watchForQrCode(video.current, stop.signal).then(
        (text) => text !== undefined && read.current(text),
        (error) => setFailure(explain(error)),
      );
    }
    return () => stop.abort();
  }, []);

  return (
    <ModalDialog
      title="Ler voucher"
      onClose={onClose}
      actions={
        <Button size="md" variant="default" onClick={onClose}>
          Digitar o código
        </Button>
      }
    >
      {failure ? (
        <p role="alert">{failure}</p>
      ) : (
        <>
          <video ref={video} className={styles.camera} muted playsInline aria-label="Imagem da câmera" />
          <p>Aponte a câmera para o QR code do voucher.</p>
        </>
      )}
    </ModalDialog>
  );
}

function explain(error: unknown): string {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError') return 'O navegador não deixou usar a câmera. Libere a câmera, ou digite o código.';
  if (name === 'NotFoundError') return 'Este aparelho não tem câmera. Digite o código da reserva.';
  return 'Não foi possível ler com a câmera. Digite o código da reserva.';
}
