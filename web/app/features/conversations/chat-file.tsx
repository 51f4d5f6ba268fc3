import { Anchor, Button, Loader, Text } from '@mantine/core';
import { conversationRoutes } from '@passeio/contract/conversations/conversation-routes';
import type { ChatMedia } from '@passeio/contract/conversations/conversations';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '~/features/session/api';
import { keyOf } from '~/features/session/queries';
import { may } from '~/features/session/user-store';
import { showAlert } from '~/ui/feedback/alert';
import styles from './thread.module.css';

interface ChatFileProps {
  conversationId: string;
  media: ChatMedia;
  /** Whether the conversation is about a reservation, of which it may be a receipt. */
  hasReservation: boolean;
}

/** A file of a message: a picture to see, voice to hear, all else to open. */
export function ChatFile({ conversationId, media, hasReservation }: ChatFileProps) {
  if (media.state === 'wanted') return <Text variant="hint">O arquivo ainda está chegando.</Text>;
  if (media.state === 'refused')
    return <Text variant="hint">Este arquivo não foi aceito. Veja no aplicativo do WhatsApp.</Text>;
  if (!may('answer_chats')) return <Text variant="hint">Você não tem permissão para ver o arquivo.</Text>;
  const isPaper = media.contentType === 'image/webp' || media.contentType === 'application/pdf';
  return (
    <>
      <Shown conversationId={conversationId} media={media} />
      {media.isReceipt && <Text variant="hint">Comprovante na fila para conferir, em Pagamentos.</Text>}
      {isPaper && !media.isReceipt && hasReservation && (
        <UseAsReceipt conversationId={conversationId} mediaId={media.id} />
      )}
    </>
  );
}

function Shown({ conversationId, media: { id, contentType, name } }: Omit<ChatFileProps, 'hasReservation'>) {
  const { address, hasFailed } = useFile({ conversationId, mediaId: id }, contentType);
  if (hasFailed) return <Text variant="hint">Arquivo apagado: fica guardado por 30 dias.</Text>;
  if (!address) return <Loader size="sm" aria-label="Carregando o arquivo..." />;
  if (contentType.startsWith('image/')) {
    return (
      <a href={address} target="_blank" rel="noreferrer">
        <img src={address} alt="Foto enviada" className={styles.picture} />
      </a>
    );
  }
  if (contentType.startsWith('audio/')) {
    // biome-ignore lint/a11y/useMediaCaption: nobody has written down what people say
    return <audio controls preload="metadata" src={address} aria-label="Mensagem de voz" className={styles.voice} />;
  }
  return (
    <Anchor href={address} target="_blank" rel="noreferrer" download={name || 'arquivo'}>
      {name || 'Abrir o arquivo'}
    </Anchor>
  );
}

function UseAsReceipt({ conversationId, mediaId }: { conversationId: string; mediaId: string }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.call(conversationRoutes.useAsReceipt, { params: { conversationId, mediaId } }),
    onSuccess: () => showAlert('success', 'Comprovante na fila para conferir.'),
  });
  return (
    <Button size="md" variant="default" mt={8} loading={isPending} onClick={() => mutate()}>
      Usar como comprovante
    </Button>
  );
}

/** The object URL of the file, freed with the component. */
function useFile(params: { conversationId: string; mediaId: string }, contentType: string) {
  const input = { params };
  const { data, isError } = useQuery({
    queryKey: keyOf(conversationRoutes.readMedia, input),
    queryFn: ({ signal }) => api.download(conversationRoutes.readMedia, { ...input, signal, toast: false }),
    ...{ staleTime: 'static' as const, gcTime: 60_000, retry: false },
  });
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!data) return;
    // Whatever the answer claims to be, it is opened as nothing else.
    const made = URL.createObjectURL(new Blob([data.content], { type: contentType }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [data, contentType]);
  return { address, hasFailed: isError };
}
