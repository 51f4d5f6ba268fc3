import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { ModalDialog } from '~/ui/dialogs/modal-dialog';
import styles from './boarding.module.css';

/** Between two looks, so that a cheap phone stays responsive. */
const PAUSE_MS = 150;

interface Detector {
  detect: (image: HTMLVideoElement) => Promise<{ rawValue: string }[]>;
}
type DetectorClass = new (options: { formats: 'qr_code'[] }) => Detector;

/**
 * Calls `onRead` with what the first QR code says that the back camera sees. `onFailure` gets a DOMException without a
 * camera or the permission to use it. Returns how to stop.
 */
function watchForQrCode(
  video: HTMLVideoElement,
  onRead: (text: string) => void,
  onFailure: (error: unknown) => void,
): () => void {
  const stop = new AbortController();
  firstQrCode(video, stop.signal).then((text) => text !== undefined && onRead(text), onFailure);
  return () => stop.abort();
}

/** Undefined once `signal` aborts. */
async function firstQrCode(video: HTMLVideoElement, signal: AbortSignal): Promise<string | undefined> {
  const [stream, detector] = await Promise.all([openCamera(), createDetector()]);
  const close = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  try {
    video.srcObject = stream;
    await video.play();
    while (!signal.aborted) {
      const [found] = await detector.detect(video).catch(() => []);
      if (found && found.rawValue !== '') return found.rawValue;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    return undefined;
  } catch (error) {
    // Closed while it was starting.
    if (signal.aborted) return undefined;
    throw error;
  } finally {
    close();
  }
}

function openCamera(): Promise<MediaStream> {
  // Needs https or localhost.
  if (!navigator.mediaDevices) return Promise.reject(new DOMException('No camera', 'NotFoundError'));
  return navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
}

/** The browser's own, where it has one that reads QR codes; Safari and Firefox have none. */
async function createDetector(): Promise<Detector> {
  const own = (globalThis as { BarcodeDetector?: DetectorClass & { getSupportedFormats(): Promise<string[]> } })
    .BarcodeDetector;
  const formats = await own?.getSupportedFormats().catch((): string[] => []);
  if (own && formats?.includes('qr_code')) return new own({ formats: ['qr_code'] });
  const { BarcodeDetector } = await import('qr/decode.js');
  return new BarcodeDetector({ formats: ['qr_code'] });
}

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
    if (!video.current) return;
    return watchForQrCode(
      video.current,
      (text) => read.current(text),
      (error) => setFailure(explain(error)),
    );
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
