/** Between two looks, so that a cheap phone stays responsive. */
const PAUSE_MS = 150;

interface Detector {
  detect: (image: HTMLVideoElement) => Promise<{ rawValue: string }[]>;
}
type DetectorClass = new (options: { formats: 'qr_code'[] }) => Detector;

/**
 * What the first QR code says that the back camera sees; undefined once `signal` aborts. Rejects with a DOMException
 * without a camera or the permission to use it.
 */
export async function watchForQrCode(video: HTMLVideoElement, signal: AbortSignal): Promise<string | undefined> {
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
