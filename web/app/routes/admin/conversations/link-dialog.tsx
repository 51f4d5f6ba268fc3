import { Button, Text, TextInput } from '@mantine/core';
import { conversationRoutes } from '@passeio/contract/conversations/conversation-routes';
import { type Conversation, conversationChange } from '@passeio/contract/conversations/conversations';
import { overviewRoutes } from '@passeio/contract/staff/overview';
import { z } from '@passeio/contract/zod';
import { useMutation } from '@tanstack/react-query';
import { api } from '~/features/session/api';
import { ApiError } from '~/lib/api';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { ReservationCombobox } from '../payments/reservation-combobox';

interface LinkDialogProps {
  conversation: Conversation;
  /** Of a reservation that was proposed; empty: to be found. */
  code: string;
  onClose: () => void;
}

const link = z.object({
  code: z.string().trim().min(1, 'Escolha a reserva.'),
  phoneDigits: z.union([z.literal(''), conversationChange.shape.phoneDigits.unwrap()]),
});

/** Says of which reservation a conversation is. */
export function LinkDialog({ conversation, code, onClose }: LinkDialogProps) {
  const params = { conversationId: conversation.id };
  const { mutate: unlink, isPending } = useMutation({
    mutationFn: () => api.call(conversationRoutes.change, { params, body: { reservationId: null } }),
    onSuccess: onClose,
  });
  return (
    <FormDialog
      title="Ligar a uma reserva"
      lead="Fotos e PDFs desta conversa passam a ser comprovantes desta reserva, para a equipe conferir."
      submit="Ligar à reserva"
      initial={{ code, phoneDigits: '' }}
      fields={{
        RESERVATION_NOT_FOUND: 'code',
        PHONE_DIGITS_NEEDED: 'phoneDigits',
        PHONE_DIGITS_WRONG: 'phoneDigits',
      }}
      schema={link}
      save={async ({ code: chosen, phoneDigits }) => {
        const query = { list: 'found' as const, q: chosen, page: 1, size: 8 };
        const { data } = await api.call(overviewRoutes.listReservations, { query, toast: false });
        const found = data.find((one) => one.code === chosen.toUpperCase());
        if (!found)
          throw new ApiError(404, { code: 'RESERVATION_NOT_FOUND', message: 'Não encontramos esta reserva.' });
        const body = { reservationId: found.id, ...(phoneDigits && { phoneDigits }) };
        return api.call(conversationRoutes.change, { params, body, toast: false });
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <ReservationCombobox
            label="Reserva"
            inline
            data-autofocus
            typed={form.values.code}
            onType={(typed) => form.setFieldValue('code', typed)}
            error={form.errors.code}
          />
          <TextInput
            label="4 últimos números do celular de quem reservou"
            description="Só se a pessoa escreve de outro número: peça a ela antes de ligar."
            size="md"
            mt="md"
            inputMode="numeric"
            maxLength={4}
            {...form.getInputProps('phoneDigits')}
          />
          {conversation.reservation && (
            <>
              <Text variant="hint" mt="md">
                Agora é da reserva {conversation.reservation.code}.
              </Text>
              <Button size="md" variant="subtle" color="red" loading={isPending} onClick={() => unlink()}>
                Separar da reserva
              </Button>
            </>
          )}
        </>
      )}
    </FormDialog>
  );
}
