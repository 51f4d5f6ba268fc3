import { IconFileTypePdf } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { fileSize } from '~/features/reservations/payment/receipt-file';
import styles from './shared-receipt.module.css';

/** What is about to be sent. */
export function ReceiptPreview({ file }: { file: File }) {
  const address = useAddress(file);
  return (
    <section className={styles.preview} aria-label="Comprovante">
      {address ? <img src={address} alt="" /> : <IconFileTypePdf size={44} stroke={1.25} aria-hidden />}
      <p>
        <strong>{file.name}</strong>
        <small>{fileSize(file.size)}</small>
      </p>
    </section>
  );
}

/** An address under which a picture can be shown; undefined for other files. */
function useAddress(file: File): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!file.type.startsWith('image/')) return setAddress(undefined);
    const shown = URL.createObjectURL(file);
    setAddress(shown);
    return () => URL.revokeObjectURL(shown);
  }, [file]);
  return address;
}
