import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import styles from './text.module.css';

interface MaskedDocumentsProps {
  /** As "RG •••678 · CPF •••725". */
  text: string;
  /** The name of the person whose documents they are. */
  name: string;
  /** Reads them in full; absent where they may not be read. Failures are shown in a toast. */
  load: (() => Promise<string | undefined>) | undefined;
}

/** Documents of one person, masked until they are asked for. */
export function MaskedDocuments({ text, name, load }: MaskedDocumentsProps) {
  const { data, mutate, isPending } = useMutation({ mutationFn: async () => load?.() });
  return (
    <Text component="div" c="dimmed" className={styles.documents}>
      <span>{data ?? text}</span>
      {!data && load && (
        <Button
          variant="subtle"
          size="md"
          h="auto"
          className={styles.show}
          loading={isPending}
          aria-label={`Mostrar: documentos de ${name}`}
          onClick={() => mutate()}
        >
          Mostrar
        </Button>
      )}
    </Text>
  );
}
