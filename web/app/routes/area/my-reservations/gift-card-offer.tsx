import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { giftCardRoutes } from '@passeio/contract/payments/gift-card-routes';
import { type GiftCardQuote, giftCardCheck } from '@passeio/contract/payments/gift-cards';
import type { Reservation } from '@passeio/contract/reservations/reservations';
import { IconGift } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { NoticeBox } from '~/features/reservations/payment/notice-box';
import { isActive } from '~/features/reservations/status/reservation-states';
import { api } from '~/features/session/api';
import { failureText } from '~/features/session/identity/error';
import { formatMoney } from '~/lib/formats';
import { FormNotice } from '~/ui/editing/form-notice';
import { useSchemaForm } from '~/ui/editing/use-schema-form';
import { showAlert } from '~/ui/feedback/alert';

/** Unfolds the field of a gift card's code, and says what it pays before it does. */
export function GiftCardOffer({ reservation }: { reservation: Reservation }) {
  const [isOpen, setOpen] = useState(false);
  const [checked, setChecked] = useState<GiftCardQuote & { code: string }>();
  if (!isActive(reservation) || reservation.state === 'requested' || reservation.dueCents <= 0) return null;
  if (!isOpen) {
    return (
      <Button size="md" variant="subtle" leftSection={<IconGift size={20} aria-hidden />} onClick={() => setOpen(true)}>
        Tenho um vale-presente
      </Button>
    );
  }
  return (
    <NoticeBox>
      <h3>Vale-presente</h3>
      {checked ? (
        <Checked reservationId={reservation.id} checked={checked} onBack={() => setChecked(undefined)} />
      ) : (
        <CodeForm reservationId={reservation.id} onChecked={setChecked} />
      )}
    </NoticeBox>
  );
}

interface CodeFormProps {
  reservationId: string;
  onChecked: (checked: GiftCardQuote & { code: string }) => void;
}

function CodeForm({ reservationId, onChecked }: CodeFormProps) {
  const { form, failure, isPending, props } = useSchemaForm({
    initial: { code: '' },
    schema: giftCardCheck,
    save: async (body) => {
      const call = { params: { reservationId }, body, toast: false };
      return { ...(await api.call(giftCardRoutes.quote, call)), code: body.code };
    },
    onSaved: onChecked,
    fields: { GIFT_CARD_UNKNOWN: 'code', GIFT_CARD_EMPTY: 'code' },
  });
  return (
    <form {...props}>
      <Stack gap={8}>
        {failure && <FormNotice>{failure}</FormNotice>}
        <TextInput
          label="Código do vale-presente"
          description="16 letras e números, como ABCD-EFGH-JKMN-PQRT"
          size="md"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          data-autofocus
          autoFocus
          {...form.getInputProps('code')}
        />
        <Button size="md" type="submit" variant="default" loading={isPending}>
          Conferir
        </Button>
      </Stack>
    </form>
  );
}

interface CheckedProps {
  reservationId: string;
  checked: GiftCardQuote & { code: string };
  onBack: () => void;
}

function Checked({ reservationId, checked: { code, amountCents, leftCents }, onBack }: CheckedProps) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => {
      const call = { params: { reservationId }, body: { code, amountCents }, toast: false };
      return api.call(giftCardRoutes.use, call);
    },
    onSuccess: (used) => {
      const rest = used.leftCents > 0 ? ` O vale ainda tem ${formatMoney(used.leftCents)}.` : '';
      showAlert('success', `Pago com ${formatMoney(used.amountCents)} do vale-presente.${rest}`);
      onBack();
    },
  });
  return (
    <Stack gap={8}>
      {error && <FormNotice>{failureText(error) ?? 'Não foi possível usar o vale. Tente de novo.'}</FormNotice>}
      <Text role="status">
        O vale paga {formatMoney(amountCents)}.
        {leftCents > 0 ? ` Sobram ${formatMoney(leftCents)} para outra reserva.` : ' Ele é usado por inteiro.'}
      </Text>
      <Group gap={8}>
        <Button size="md" autoFocus loading={isPending} onClick={() => mutate()}>
          Usar {formatMoney(amountCents)}
        </Button>
        <Button size="md" variant="default" disabled={isPending} onClick={onBack}>
          Usar outro código
        </Button>
      </Group>
    </Stack>
  );
}
