import { Group, Text, TextInput } from '@mantine/core';
import { reservationRoutes } from '@passeio/contract/reservations/reservation-routes';
import {
  AUTHORIZATION_YEARS,
  type TravelAuthorization,
  travelAuthorizationChange,
} from '@passeio/contract/reservations/travel-authorization';
import { z } from '@passeio/contract/zod';
import { useState } from 'react';
import { api } from '~/features/session/api';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { showAlert } from '~/ui/feedback/alert';
import { UploadProgress } from '~/ui/feedback/upload-progress';
import { fileSize, refusalOfReceipt } from '../payment/receipt-file';
import { ReceiptButton } from '../payment/receipt-upload';

export interface AuthorizationDialogProps {
  params: { reservationId: string; participantId: string };
  name: string;
  authorization: TravelAuthorization;
  onClose: () => void;
}

/** Attaches the signed authorisation of somebody under 16, with the day until which it is valid. */
export function AuthorizationDialog({ params, name, authorization, onClose }: AuthorizationDialogProps) {
  const [part, setPart] = useState<number>();
  const file = z.custom<File>((one) => one instanceof File, 'Escolha a foto ou o PDF da autorização assinada.');
  const schema = z.object({
    file: authorization.hasFile ? file.nullable() : file,
    validUntil: travelAuthorizationChange.shape.validUntil,
  });
  return (
    <FormDialog
      title={`Autorização de ${name}`}
      submit="Salvar"
      initial={{ file: null as File | null, validUntil: authorization.validUntil ?? '' }}
      schema={schema}
      toBody={({ file, validUntil }) => ({ file, validUntil: validUntil || null })}
      save={async ({ file, validUntil }) => {
        const body = { withoutParents: true, validUntil };
        await api.callUnchecked(reservationRoutes.changeAuthorization, { params, body, toast: false });
        if (!file) return;
        try {
          await api.callUnchecked(reservationRoutes.sendAuthorization, {
            params,
            body: { file },
            toast: false,
            onProgress: setPart,
          });
        } finally {
          setPart(undefined);
        }
      }}
      onSaved={() => {
        showAlert('success', 'Autorização salva.');
        onClose();
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Group gap="sm">
            <ReceiptButton
              onChosen={(chosen) => {
                const refusal = refusalOfReceipt(chosen);
                if (refusal) form.setFieldError('file', refusal);
                else form.setFieldValue('file', chosen);
              }}
            >
              {form.values.file || authorization.hasFile ? 'Escolher outro arquivo' : 'Escolher foto ou PDF'}
            </ReceiptButton>
            {form.values.file && (
              <Text style={{ overflowWrap: 'anywhere' }}>
                {form.values.file.name} ({fileSize(form.values.file.size)})
              </Text>
            )}
          </Group>
          {form.errors.file && (
            <Text c="var(--danger)" role="alert">
              {form.errors.file}
            </Text>
          )}
          <TextInput
            {...form.getInputProps('validUntil')}
            type="date"
            size="md"
            maw={240}
            max="2099-12-31"
            label="Válida até"
            description={`A data escrita no documento. Sem data, ela vale ${AUTHORIZATION_YEARS} anos a partir da assinatura.`}
          />
          {part !== undefined && <UploadProgress part={part} label="Envio da autorização" then="Guardando…" />}
        </>
      )}
    </FormDialog>
  );
}
