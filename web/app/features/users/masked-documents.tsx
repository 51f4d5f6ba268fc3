import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { may } from '~/features/session/user-store';

interface MaskedDocumentsProps {
  /** As "RG •••678 · CPF •••725". */
  text: string;
  /** Whose they are. */
  name: string;
  /** Reads them in full, which is audited; undefined while another page opens. Failures are shown in a toast. */
  load: () => Promise<string | undefined>;
}

/** Documents of one person, masked until staff who may see them asks for them. */
export function MaskedDocuments({ text, name, load }: MaskedDocumentsProps) {
  const { data, mutate, isPending } = useMutation({ mutationFn: load });
  return (
    <Text component="div" fz="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {data ?? text}
      {!data && may('see_documents') && (
        <Button
          variant="subtle"
          size="md"
          px={8}
          h="auto"
          mih={44}
          fz="sm"
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
