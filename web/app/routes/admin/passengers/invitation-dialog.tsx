import { Button } from '@mantine/core';
import type { Passenger } from '@passeio/contract/boarding/passengers';
import { InvitationControls } from '~/features/users/invitation-controls';
import { ModalDialog } from '~/ui/dialogs/modal-dialog';

/** Invites a guest person to create an account. */
export function InvitationDialog({ passenger: { payer }, onClose }: { passenger: Passenger; onClose: () => void }) {
  return (
    <ModalDialog
      title="Convite para criar a conta"
      lead={`${payer.name} ainda não tem conta. Um convite novo encerra o anterior.`}
      onClose={onClose}
      actions={
        <Button size="md" variant="default" onClick={onClose}>
          Fechar
        </Button>
      }
    >
      <InvitationControls person={payer} />
    </ModalDialog>
  );
}
