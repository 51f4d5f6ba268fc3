import { Button, Group, Loader, Stack } from '@mantine/core';
import type { ReceiptToReview } from '@passeio/contract/payments/payments';
import { paymentRoutes } from '@passeio/contract/reservations/payment-routes';
import { IconDownload, IconExternalLink, IconFileTypePdf, IconPhotoOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { api } from '~/features/session/api';
import { keyOf } from '~/features/session/queries';
import { explainFailure } from '~/lib/explain-failure';
import styles from './receipts.module.css';

interface ReceiptFileProps {
  receipt: Pick<ReceiptToReview, 'id' | 'contentType' | 'hasFile'> & { reservation: { code: string } };
  /** Called when there is nothing more to wait for. */
  onSeen: () => void;
}

/** The picture, which a click enlarges, or a PDF to open or save. */
export function ReceiptFile({ receipt, onSeen }: ReceiptFileProps) {
  const { address, failure, retry } = useReceiptFile(receipt);
  const { contentType, hasFile, reservation } = receipt;
  const name = `comprovante-${reservation.code}`;
  const isNothingToShow = !hasFile || failure !== undefined;
  const isPdf = contentType === 'application/pdf';
  // biome-ignore lint/correctness/useExhaustiveDependencies: called once
  useEffect(() => {
    if (isNothingToShow || (isPdf && address)) onSeen();
  }, [isNothingToShow, isPdf, address]);

  if (!hasFile) {
    return (
      <Placeholder>
        <IconPhotoOff size={34} stroke={1.5} aria-hidden />
        <p>O arquivo já foi apagado.</p>
      </Placeholder>
    );
  }
  if (failure) {
    return (
      <Placeholder>
        <p role="alert">Não foi possível carregar o comprovante. {failure}</p>
        <Button size="md" variant="default" onClick={retry}>
          Tentar de novo
        </Button>
      </Placeholder>
    );
  }
  if (!address) {
    return (
      <Placeholder>
        <Loader aria-label="Carregando..." />
      </Placeholder>
    );
  }
  return isPdf ? <Pdf address={address} name={name} /> : <Zoomable address={address} onShown={onSeen} />;
}

function Placeholder({ children }: { children: React.ReactNode }) {
  return (
    <Stack className={styles.frame} align="center" justify="center" gap={12} mih={256} p="md" c="dimmed" ta="center">
      {children}
    </Stack>
  );
}

function Pdf({ address, name }: { address: string; name: string }) {
  return (
    <Placeholder>
      <IconFileTypePdf size={40} stroke={1.5} aria-hidden />
      <p>O comprovante é um PDF.</p>
      <Group justify="center" gap={8}>
        <Button
          component="a"
          href={address}
          target="_blank"
          rel="noreferrer"
          size="md"
          leftSection={<IconExternalLink size={20} aria-hidden />}
        >
          Abrir PDF
        </Button>
        <Button
          component="a"
          href={address}
          download={`${name}.pdf`}
          size="md"
          variant="default"
          leftSection={<IconDownload size={20} aria-hidden />}
        >
          Baixar PDF
        </Button>
      </Group>
    </Placeholder>
  );
}

/** A click shows the clicked place at twice the size, another one all of it; fingers pinch as everywhere. */
function Zoomable({ address, onShown }: { address: string; onShown: () => void }) {
  const [isLarge, setLarge] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const place = useRef({ x: 0.5, y: 0.5 });

  useEffect(() => {
    const box = frame.current;
    if (!box || !isLarge) return;
    const { x, y } = place.current;
    box.scrollTo(x * box.scrollWidth - box.clientWidth / 2, y * box.scrollHeight - box.clientHeight / 2);
  }, [isLarge]);

  function toggle({ clientX, clientY, currentTarget, detail }: MouseEvent<HTMLButtonElement>): void {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    // The keyboard's click has no place.
    place.current = detail === 0 ? { x: 0.5, y: 0 } : { x: (clientX - left) / width, y: (clientY - top) / height };
    setLarge(!isLarge);
  }

  return (
    // The keyboard scrolls what is enlarged.
    <div ref={frame} className={styles.frame} data-large={isLarge || undefined} tabIndex={isLarge ? 0 : undefined}>
      <button
        type="button"
        className={styles.picture}
        aria-pressed={isLarge}
        aria-label="Ampliar o comprovante"
        onClick={toggle}
      >
        <img src={address} alt="Comprovante enviado" onLoad={onShown} onError={onShown} />
      </button>
    </div>
  );
}

/** The object URL of the file, freed with the component. */
function useReceiptFile({ id, hasFile, contentType }: ReceiptFileProps['receipt']) {
  const input = { params: { receiptId: id } };
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(paymentRoutes.readReceiptFile, input),
    queryFn: ({ signal }) => api.download(paymentRoutes.readReceiptFile, { ...input, signal, toast: false }),
    enabled: hasFile,
    ...{ staleTime: 'static' as const, gcTime: 0, retry: false },
  });
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!data) return;
    // Whatever the answer claims to be, it is opened as nothing else.
    const made = URL.createObjectURL(new Blob([data.content], { type: contentType }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [data, contentType]);
  return { address, failure: error ? explainFailure(error) : undefined, retry: () => void refetch() };
}
