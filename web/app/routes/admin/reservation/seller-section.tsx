import { Button, Text, TextInput } from '@mantine/core';
import type { ReservationForStaff } from '@passeio/contract/reservations/staff-reservation';
import { sellerRoutes } from '@passeio/contract/sellers/seller-routes';
import { type CorrectedSeller, sellerCorrection, sellerWays } from '@passeio/contract/sellers/sellers';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { SellerSelect } from '~/features/sellers/seller-select';
import { api } from '~/features/session/api';
import { load } from '~/features/session/queries';
import { may, mayOpen } from '~/features/session/user-store';
import { formatMoney } from '~/lib/formats';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { Loaded } from '~/ui/dialogs/loaded-dialog';
import { showAlert } from '~/ui/feedback/alert';
import { TitledCard } from '~/ui/layout/titled-card';

/** Who sold a reservation, how it came to them, and the commission; put right with a reason. */
export function SellerSection({ reservation: { id } }: { reservation: Pick<ReservationForStaff, 'id'> }) {
  const query = useQuery(load(sellerRoutes.readOfReservation, { params: { reservationId: id } }));
  const [isCorrecting, setCorrecting] = useState(false);
  return (
    <TitledCard title="Quem vendeu">
      <Loaded query={query} failure="Não foi possível carregar quem vendeu.">
        {({ seller }) => (
          <>
            <Sold seller={seller} />
            {may('confirm_money') && (
              <Button size="md" variant="default" mt="sm" onClick={() => setCorrecting(true)}>
                {seller ? 'Corrigir quem vendeu' : 'Dizer quem vendeu'}
              </Button>
            )}
            {isCorrecting && (
              <CorrectionDialog reservationId={id} seller={seller} onClose={() => setCorrecting(false)} />
            )}
          </>
        )}
      </Loaded>
    </TitledCard>
  );
}

function Sold({ seller }: CorrectedSeller) {
  if (!seller) return <Text c="dimmed">Venda direta, sem vendedor.</Text>;
  const { id, name, way, isOwn, rule, commissionCents } = seller;
  const ways: Readonly<Record<string, string>> = sellerWays;
  const page = `/admin/vendedores/${id}`;
  return (
    <>
      <Text fw={650}>{mayOpen(page) ? <Link to={page}>{name}</Link> : name}</Text>
      <Text variant="hint">{[ways[way], isOwn && 'compra própria'].filter(Boolean).join(' · ')}</Text>
      {may('see_money') && (
        <Text fz="sm">{rule ? `Comissão de ${rule}: ${formatMoney(commissionCents)} até agora` : 'Sem comissão'}</Text>
      )}
    </>
  );
}

interface CorrectionDialogProps extends CorrectedSeller {
  reservationId: string;
  onClose: () => void;
}

function CorrectionDialog({ reservationId, seller, onClose }: CorrectionDialogProps) {
  return (
    <FormDialog
      title="Corrigir quem vendeu"
      lead="A comissão acompanha a correção. O que já está em extrato fechado é acertado no próximo."
      submit="Salvar correção"
      initial={{ sellerId: seller?.id ?? '', reason: '' }}
      schema={sellerCorrection}
      toBody={({ sellerId, reason }) => ({ sellerId: sellerId || null, reason })}
      save={(body) => api.call(sellerRoutes.correct, { params: { reservationId }, body, toast: false })}
      onSaved={() => {
        showAlert('success', 'Quem vendeu foi corrigido.');
        onClose();
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <SellerSelect
            nobody="Venda direta"
            data-autofocus
            {...form.getInputProps('sellerId')}
            value={form.values.sellerId}
          />
          <TextInput
            size="md"
            label="Motivo"
            description="Fica no histórico"
            autoComplete="off"
            maxLength={300}
            {...form.getInputProps('reason')}
          />
        </>
      )}
    </FormDialog>
  );
}
