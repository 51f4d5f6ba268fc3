import { Button } from '@mantine/core';
import { useState } from 'react';
import { lazyDialog } from '~/ui/dialogs/lazy-dialog';
import { SectionCard } from '~/ui/layout/section';
import type { ErasureDialogProps } from './erasure-dialog';

const ErasureDialog = lazyDialog(async () => (await import('./erasure-dialog')).ErasureDialog);

/** Asks for the erasure of a person's data: says what goes and what stays, and is confirmed in a dialog. */
interface ErasureRequestProps extends Omit<ErasureDialogProps, 'onClose'> {
  title?: string;
  lead: string;
}

export function ErasureRequest({ title = 'Excluir conta e dados', lead, ...dialog }: ErasureRequestProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <SectionCard title={title} lead={lead}>
      <Button size="md" variant="default" mt="md" onClick={() => setOpen(true)}>
        {title}…
      </Button>
      {isOpen && <ErasureDialog {...dialog} onClose={() => setOpen(false)} />}
    </SectionCard>
  );
}
