import { Button } from '@mantine/core';
import { useState } from 'react';
import { lazyDialog } from '~/ui/dialogs/lazy-dialog';
import { SectionCard } from '~/ui/layout/section';
import type { ErasureDialogProps } from './erasure-dialog';

const ErasureDialog = lazyDialog(async () => (await import('./erasure-dialog')).ErasureDialog);

/** Asks for the erasure of a person's data: says what goes and what stays, and is confirmed in a dialog. */
export function ErasureRequest({ lead, ...dialog }: { lead: string } & Omit<ErasureDialogProps, 'onClose'>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <SectionCard title="Excluir conta e dados" lead={lead}>
      <Button size="md" variant="default" mt="md" onClick={() => setOpen(true)}>
        Excluir conta e dados…
      </Button>
      {isOpen && <ErasureDialog {...dialog} onClose={() => setOpen(false)} />}
    </SectionCard>
  );
}
