import { Button, Switch, TextInput } from '@mantine/core';
import { IconQrcode, IconSearch } from '@tabler/icons-react';
import { type ComponentType, useEffect, useState } from 'react';
import { whenLoaded } from '~/lib/when-loaded';
import { showAlert } from '~/ui/feedback/alert';
import styles from './boarding.module.css';
import { codeIn } from './boarding-words';
import type { Boarder } from './stops';

/** The people come first. */
const SCANNER_DELAY_MS = 1_000;

interface ScannerProps {
  onRead: (text: string) => void;
  onClose: () => void;
}

/** With its decoder, so that both are in the offline cache before they are needed at a stop without a signal. */
async function loadScanner(): Promise<ComponentType<ScannerProps>> {
  const [{ default: Scanner }] = await Promise.all([import('./scanner'), import('qr/decode.js')]);
  return Scanner;
}

interface ToolsProps {
  q: string;
  onSearch: (q: string) => void;
  onlyAwaited: boolean;
  onOnlyAwaited: (only: boolean) => void;
  boarders: Boarder[];
}

/** Search, the camera, and only who is missing. */
export function Tools({ q, onSearch, onlyAwaited, onOnlyAwaited, boarders }: ToolsProps) {
  const [Scanner, setScanner] = useState<ComponentType<ScannerProps>>();
  useEffect(() => whenLoaded(() => setTimeout(() => void loadScanner().catch(() => undefined), SCANNER_DELAY_MS)), []);

  function close(): void {
    setScanner(undefined);
  }

  async function scan(): Promise<void> {
    try {
      const loaded = await loadScanner();
      setScanner(() => loaded);
    } catch (error) {
      console.warn('Scanner could not be loaded', error);
      showAlert('error', 'Sem sinal para abrir a câmera. Digite o código da reserva.');
    }
  }

  function read(text: string): void {
    close();
    const code = codeIn(text);
    if (code && boarders.some(({ person }) => person.code === code)) {
      onOnlyAwaited(false);
      onSearch(code);
    } else {
      showAlert('error', code ? `A reserva ${code} não é desta saída.` : 'Este código não é de um voucher.');
    }
  }

  return (
    <div className={styles.tools}>
      <TextInput
        className={styles.search}
        size="md"
        type="search"
        label="Buscar nome ou código da reserva"
        leftSection={<IconSearch size={20} aria-hidden />}
        value={q}
        autoComplete="off"
        onChange={(event) => onSearch(event.currentTarget.value)}
      />
      <Button
        size="md"
        variant="default"
        leftSection={<IconQrcode size={20} aria-hidden />}
        onClick={() => void scan()}
      >
        Ler voucher
      </Button>
      <Switch
        className={styles.only}
        size="md"
        label="Só quem falta"
        checked={onlyAwaited}
        onChange={(event) => onOnlyAwaited(event.currentTarget.checked)}
      />
      {Scanner && <Scanner onRead={read} onClose={close} />}
    </div>
  );
}
