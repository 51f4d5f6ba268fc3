import { TextInput } from '@mantine/core';
import { fiscalRoutes, type TripFiscalState, tripFiscalSettings } from '@passeio/contract/payments/fiscal-settings';
import type { Trip } from '@passeio/contract/trips/trips';
import { useQuery } from '@tanstack/react-query';
import { api } from '~/features/session/api';
import { failureText } from '~/features/session/identity/error';
import { load } from '~/features/session/queries';
import { hundredthsOf, percentText } from '~/lib/percent';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { ModalDialog } from '~/ui/dialogs/modal-dialog';
import { showAlert } from '~/ui/feedback/alert';
import { Button } from '~/ui/inputs/button';

interface FiscalDialogProps {
  trip: Pick<Trip, 'id' | 'title'>;
  onClose: () => void;
}

/** What of the settings of notes is otherwise for a trip. */
export function FiscalDialog({ trip, onClose }: FiscalDialogProps) {
  const params = { tripId: trip.id };
  const { data, error } = useQuery({ ...load(fiscalRoutes.readTripFiscal, { params }), staleTime: 'static' });
  if (data) return <FiscalForm trip={trip} state={data} onClose={onClose} />;
  return (
    <ModalDialog
      title="Nota fiscal deste passeio"
      onClose={onClose}
      actions={<Button onClick={onClose}>Fechar</Button>}
    >
      <p role="status">{error ? (failureText(error) ?? 'Tente de novo em instantes.') : 'Carregando…'}</p>
    </ModalDialog>
  );
}

const codes = {
  serviceCode: 'Código de tributação nacional',
  municipalCode: 'Código de tributação municipal',
  nbsCode: 'NBS',
} as const;

function FiscalForm({ trip, state: { own, usual }, onClose }: FiscalDialogProps & { state: TripFiscalState }) {
  return (
    <FormDialog
      title="Nota fiscal deste passeio"
      lead={`${trip.title}. O que ficar vazio vale como nas configurações. Confirme com seu contador.`}
      submit="Salvar"
      initial={{
        ...{ serviceCode: own.serviceCode ?? '', municipalCode: own.municipalCode ?? '', nbsCode: own.nbsCode ?? '' },
        ...{ rate: percentText(own.rate), ownPercent: own.ownPercent === null ? '' : String(own.ownPercent) },
      }}
      schema={tripFiscalSettings}
      toBody={(typed) => ({
        ...{ serviceCode: typed.serviceCode || null, municipalCode: typed.municipalCode || null },
        ...{ nbsCode: typed.nbsCode || null, rate: hundredthsOf(typed.rate) },
        ownPercent: typed.ownPercent === '' ? null : Number(typed.ownPercent),
      })}
      save={(body) => api.call(fiscalRoutes.changeTripFiscal, { params: { tripId: trip.id }, body, toast: false })}
      onSaved={() => {
        showAlert('success', 'Salvo. Vale para as próximas notas deste passeio.');
        onClose();
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          {(Object.keys(codes) as (keyof typeof codes)[]).map((name) => (
            <TextInput
              key={name}
              label={codes[name]}
              placeholder={usual?.[name]}
              size="md"
              autoComplete="off"
              inputMode="numeric"
              maxLength={30}
              {...form.getInputProps(name)}
            />
          ))}
          <TextInput
            label="Alíquota do ISSQN"
            placeholder={percentText(usual?.rate ?? null)}
            rightSection="%"
            size="md"
            autoComplete="off"
            inputMode="decimal"
            maxLength={30}
            {...form.getInputProps('rate')}
          />
          <TextInput
            label="Parte do preço que é da operadora"
            placeholder={usual ? String(usual.ownPercent) : undefined}
            rightSection="%"
            size="md"
            autoComplete="off"
            inputMode="numeric"
            maxLength={30}
            {...form.getInputProps('ownPercent')}
          />
        </>
      )}
    </FormDialog>
  );
}
