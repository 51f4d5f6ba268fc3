import { Button, Stack, TextInput } from '@mantine/core';
import { SELLER_INVITATION_DAYS, type Seller } from '@passeio/contract/sellers/sellers';
import { firstName } from '@passeio/contract/words';
import { IconBrandWhatsapp } from '@tabler/icons-react';
import { whatsAppLink } from '~/lib/formats';
import { useSettings } from '~/lib/settings';
import { ModalDialog } from '~/ui/dialogs/modal-dialog';
import { CopyButton, ShareButton } from '~/ui/sharing/share-buttons';

interface InvitationDialogProps {
  seller: Pick<Seller, 'name' | 'kind' | 'contact'>;
  link: string;
  onClose: () => void;
}

/** The link of an invitation, which is shown once: to send by WhatsApp or to copy. */
export function InvitationDialog({ seller: { name, kind, contact }, link, onClose }: InvitationDialogProps) {
  const { name: operator } = useSettings();
  const greeted = kind === 'agency' ? name : firstName(name);
  const text = `Olá, ${greeted}! ${operator} convida você a vender os passeios. Aceite por este link, que é só seu: ${link}`;
  return (
    <ModalDialog
      title={`Convite de ${name}`}
      lead={`Mande agora: este link não aparece de novo. Vale ${SELLER_INVITATION_DAYS} dias e uma vez.`}
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
          href={whatsAppLink(contact, text)}
          target="_blank"
          rel="noreferrer"
          size="md"
          leftSection={<IconBrandWhatsapp size={20} aria-hidden />}
        >
          Enviar pelo WhatsApp
        </Button>
        <CopyButton text={link} />
        <ShareButton text={text} />
        <TextInput label="Link" size="md" readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
      </Stack>
    </ModalDialog>
  );
}
