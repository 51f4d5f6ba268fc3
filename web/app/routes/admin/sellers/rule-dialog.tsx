import { TextInput } from '@mantine/core';
import { type CommissionKind, commissionKinds } from '@passeio/contract/sellers/commission';
import { commissionRoutes } from '@passeio/contract/sellers/seller-routes';
import { type CommissionRule, commissionRuleDraft } from '@passeio/contract/sellers/sellers';
import type { Trip } from '@passeio/contract/trips/trips';
import { SellerSelect } from '~/features/sellers/seller-select';
import { api } from '~/features/session/api';
import { formatMoneyInput, parseMoney } from '~/lib/parse-money';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { ChoiceGroup } from '~/ui/inputs/choice-group';
import { MoneyInput } from '~/ui/inputs/money-input';
import { DepartureSelect } from '../reservation-tasks/departure-select';

interface RuleDialogProps {
  /** The one in whose place another comes, with the same scope. */
  rule?: CommissionRule | undefined;
  /** For whom a new one is, unless it is for all. */
  sellerId?: string;
  onClose: () => void;
  onSaved: () => void;
}

/** Sets the commission of a seller, of a departure, of all dates of a trip, or of everything, from now on. */
export function RuleDialog({ rule, sellerId = '', onClose, onSaved }: RuleDialogProps) {
  return (
    <FormDialog
      title={rule ? 'Mudar a comissão' : 'Nova regra de comissão'}
      lead="Vale para as reservas feitas a partir de agora. As de antes ficam com a regra que tinham."
      submit="Salvar regra"
      initial={valuesOf(rule, sellerId)}
      schema={commissionRuleDraft}
      toBody={bodyOf}
      fields={{ tripId: 'trip', seriesId: 'trip' }}
      save={(body) => api.call(commissionRoutes.setRule, { body, toast: false })}
      onSaved={onSaved}
      onClose={onClose}
    >
      {(form) => (
        <>
          {!rule && (
            <>
              <SellerSelect
                nobody="Todos os vendedores"
                {...form.getInputProps('sellerId')}
                value={form.values.sellerId}
              />
              <DepartureSelect
                label="Saída"
                hint="Sem escolher, vale para todas."
                roomForList={false}
                value={form.values.trip}
                error={form.errors.trip}
                onChange={(trip) => form.setFieldValue('trip', trip)}
              />
              {form.values.trip?.seriesId && (
                <ChoiceGroup
                  legend="Para quais datas"
                  choices={[
                    ['series', 'Todas as datas deste passeio'],
                    ['trip', 'Só esta saída'],
                  ]}
                  value={form.values.reach}
                  onChange={(reach) => form.setFieldValue('reach', reach)}
                />
              )}
            </>
          )}
          <ChoiceGroup
            legend="Como é calculada"
            choices={Object.entries(commissionKinds) as [CommissionKind, string][]}
            value={form.values.kind}
            onChange={(kind) => form.setFieldValue('kind', kind)}
          />
          {form.values.kind === 'amount_per_person' ? (
            <MoneyInput
              label="Valor por pessoa"
              data-autofocus
              {...form.getInputProps('value')}
              value={form.values.value}
            />
          ) : (
            <TextInput
              size="md"
              label="Quantos por cento"
              description="Como 10 ou 12,5"
              inputMode="decimal"
              maxLength={6}
              rightSection="%"
              data-autofocus
              {...form.getInputProps('value')}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}

function valuesOf(rule: CommissionRule | undefined, sellerId: string) {
  const known = Object.keys(commissionKinds) as CommissionKind[];
  const kind = known.find((one) => one === rule?.kind) ?? 'percent_of_fares';
  return {
    sellerId: rule ? (rule.sellerId ?? '') : sellerId,
    trip: undefined as Trip | undefined,
    // That of the changed rule stays.
    scope: rule && { tripId: rule.tripId, seriesId: rule.seriesId },
    reach: 'series' as 'series' | 'trip',
    kind,
    // Hundredths of a percent are read and written as centavos are.
    value: rule ? formatMoneyInput(rule.value).replace(/,00$/, kind === 'amount_per_person' ? ',00' : '') : '',
  };
}

function bodyOf({ sellerId, trip, scope, reach, kind, value }: ReturnType<typeof valuesOf>) {
  const isOfSeries = reach === 'series' && trip?.seriesId !== undefined;
  const chosen = { tripId: trip && !isOfSeries ? trip.id : null, seriesId: (isOfSeries && trip?.seriesId) || null };
  return { sellerId: sellerId || null, ...(scope ?? chosen), kind, value: parseMoney(value.replace('%', '')) };
}
