import { Button, Stack, TextInput } from '@mantine/core';
import { IconBrandWhatsapp } from '@tabler/icons-react';
import { ModalDialog } from '~/ui/dialogs/modal-dialog';
import { ScannedCode } from '~/ui/inputs/pix-code';
import { PictureButton } from '~/ui/sharing/picture-button';
import { CopyButton, ShareButton } from '~/ui/sharing/share-buttons';
import styles from './sales.module.css';

interface ShareDialogProps {
  title: string;
  lead: string;
  /** What is sent before the link. */
  text: string;
  /** Remembers the seller. */
  url: string;
  draw?: () => Promise<File>;
  onClose: () => void;
}

/** Sends a link that counts as the seller's: by WhatsApp, copied, as a picture or as a QR code. */
export function ShareDialog({ title, lead, text, url, draw, onClose }: ShareDialogProps) {
  const message = `${text}\n${url}`;
  return (
    <ModalDialog
      title={title}
      lead={lead}
      onClose={onClose}
      actions={
        <Button size="md" variant="default" onClick={onClose}>
          Fechar
        </Button>
      }
    >
      <Stack gap="sm">
        <Button
          component="a"
          href={`https://wa.me/?text=${encodeURIComponent(message)}`}
          target="_blank"
          rel="noreferrer"
          size="md"
          leftSection={<IconBrandWhatsapp size={20} aria-hidden />}
        >
          Enviar pelo WhatsApp
        </Button>
        <CopyButton text={url} />
        {draw && <PictureButton variant="default" draw={draw} />}
        <ShareButton text={message} />
        <TextInput label="Link" size="md" readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
        <div className={styles.code}>
          <ScannedCode text={url} label="QR code do seu link" />
        </div>
      </Stack>
    </ModalDialog>
  );
}
