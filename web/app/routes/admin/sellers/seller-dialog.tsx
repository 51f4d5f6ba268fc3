import { Switch, Textarea, TextInput } from '@mantine/core';
import { sellerRoutes } from '@passeio/contract/sellers/seller-routes';
import {
  type InvitedSeller,
  SELLER_UNPAID_PLACES,
  type Seller,
  sellerChange,
  sellerDraft,
  sellerKinds,
} from '@passeio/contract/sellers/sellers';
import { api } from '~/features/session/api';
import { may } from '~/features/session/user-store';
import { formatContact } from '~/lib/number-formats';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import type { FormOf } from '~/ui/editing/use-schema-form';
import { ChoiceGroup } from '~/ui/inputs/choice-group';
import { MaskedInput, phoneMask } from '~/ui/inputs/masked-input';
import { Grid } from '~/ui/layout/grid';

interface SellerDialogProps {
  /** The one that is changed. */
  seller?: Seller;
  onClose: () => void;
  onSaved: (seller: Seller | InvitedSeller) => void;
}

type SellerKind = keyof typeof sellerKinds;

/** Adds a seller, for whom a name is enough, or changes one. */
export function SellerDialog({ seller, onClose, onSaved }: SellerDialogProps) {
  const showsTaxId = !seller || may('see_documents');
  return (
    <FormDialog
      title={seller ? seller.name : 'Novo vendedor'}
      lead={seller ? undefined : 'Só o nome é preciso. Depois de salvar, você manda o convite.'}
      submit={seller ? 'Salvar' : 'Salvar e convidar'}
      initial={valuesOf(seller)}
      schema={seller ? sellerChange : sellerDraft}
      toBody={({ taxId, isActive, maxUnpaidPlaces, ...values }) => ({
        ...values,
        ...(showsTaxId && { taxId }),
        cadastur: values.kind === 'agency' ? values.cadastur : '',
        maxUnpaidPlaces: /^\d+$/.test(maxUnpaidPlaces.trim()) ? Number(maxUnpaidPlaces) : maxUnpaidPlaces,
        ...(seller && { isActive, version: seller.version }),
      })}
      save={(body): Promise<Seller | InvitedSeller> =>
        seller && 'version' in body
          ? api.call(sellerRoutes.change, { params: { sellerId: seller.id }, body, toast: false })
          : api.call(sellerRoutes.create, { body, toast: false })
      }
      onSaved={onSaved}
      onClose={onClose}
    >
      {(form) => (
        <>
          <ChoiceGroup
            legend="Quem vende"
            choices={Object.entries(sellerKinds) as [SellerKind, string][]}
            value={form.values.kind}
            onChange={(kind) => form.setFieldValue('kind', kind)}
          />
          <TextInput
            size="md"
            label="Nome"
            autoComplete="off"
            maxLength={120}
            data-autofocus
            {...form.getInputProps('name')}
          />
          <Facts form={form} showsTaxId={showsTaxId} />
          <Textarea
            size="md"
            label="Anotação"
            description="Só a equipe vê"
            autosize
            minRows={2}
            maxLength={1000}
            {...form.getInputProps('note')}
          />
          {seller && (
            <Switch
              size="md"
              label="Vende"
              description="Desligado, o link não conta mais e a pessoa não vê as saídas. O que já vendeu continua dela."
              {...form.getInputProps('isActive', { type: 'checkbox' })}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}

interface FactsProps {
  form: FormOf<ReturnType<typeof valuesOf>>;
  showsTaxId: boolean;
}

/** How a seller is reached, identified and paid. */
function Facts({ form, showsTaxId }: FactsProps) {
  return (
    <Grid min="12rem" gap={1}>
      <MaskedInput
        mask={phoneMask}
        label="WhatsApp"
        size="md"
        type="tel"
        inputMode="tel"
        autoComplete="off"
        defaultValue={form.values.contact}
        error={form.errors.contact}
        onInput={(event) => form.setFieldValue('contact', event.currentTarget.value)}
      />
      <TextInput
        size="md"
        label="E-mail"
        type="email"
        autoComplete="off"
        maxLength={254}
        {...form.getInputProps('email')}
      />
      {showsTaxId && (
        <TextInput size="md" label="CPF ou CNPJ" autoComplete="off" maxLength={30} {...form.getInputProps('taxId')} />
      )}
      {form.values.kind === 'agency' && (
        <TextInput size="md" label="Cadastur" autoComplete="off" maxLength={20} {...form.getInputProps('cadastur')} />
      )}
      <TextInput
        size="md"
        label="Chave Pix"
        description="Para pagar a comissão"
        autoComplete="off"
        maxLength={77}
        {...form.getInputProps('pixKey')}
      />
      <TextInput
        size="md"
        label="Vagas sem pagamento"
        description="Quantas pode segurar de cada vez"
        inputMode="numeric"
        maxLength={3}
        {...form.getInputProps('maxUnpaidPlaces')}
      />
    </Grid>
  );
}

function valuesOf(seller: Seller | undefined) {
  const kind: SellerKind = seller?.kind === 'agency' ? 'agency' : 'person';
  return {
    kind,
    name: seller?.name ?? '',
    contact: seller?.contact ? formatContact(seller.contact) : '',
    email: seller?.email ?? '',
    taxId: seller?.taxId ?? '',
    cadastur: seller?.cadastur ?? '',
    pixKey: seller?.pixKey ?? '',
    note: seller?.note ?? '',
    maxUnpaidPlaces: String(seller?.maxUnpaidPlaces ?? SELLER_UNPAID_PLACES),
    isActive: seller?.isActive ?? true,
  };
}
