import { Button } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { saveFile } from '~/lib/save-file';
import { showAlert } from '../feedback/alert';

interface PictureButtonProps {
  variant?: 'default';
  draw: () => Promise<File>;
}

/** Shares a drawn picture, or saves it where files cannot be shared. */
export function PictureButton({ draw, ...props }: PictureButtonProps) {
  const canShare = navigator.canShare?.({ files: [new File([''], 'imagem.png', { type: 'image/png' })] }) ?? false;
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const file = await draw();
      if (canShare) await navigator.share({ files: [file] });
      else saveFile({ content: file, name: file.name });
    },
    onError: (error) => {
      if (!(error instanceof DOMException && error.name === 'AbortError'))
        showAlert('error', 'Não foi possível criar a imagem. Envie o link.');
    },
  });
  return (
    <Button
      {...props}
      size="md"
      loading={isPending}
      leftSection={<IconPhoto size={20} aria-hidden />}
      onClick={() => mutate()}
    >
      {canShare ? 'Compartilhar imagem' : 'Baixar imagem'}
    </Button>
  );
}
