import { Button, Group, Stack, Text } from '@mantine/core';
import { commissionRoutes, sellerRoutes } from '@passeio/contract/sellers/seller-routes';
import { type SellerDetails, sellerKinds } from '@passeio/contract/sellers/sellers';
import { IconCalendarCheck, IconCopy, IconPencil, IconUserPlus, IconUserX } from '@tabler/icons-react';
import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { BalanceFigures } from '~/features/sellers/balance-figures';
import { api } from '~/features/session/api';
import { load, preload } from '~/features/session/queries';
import { may } from '~/features/session/user-store';
import { ApiError } from '~/lib/api';
import { formatContact } from '~/lib/number-formats';
import { pageMeta } from '~/lib/page-meta';
import { useOrigin } from '~/lib/settings';
import { lazyDialog } from '~/ui/dialogs/lazy-dialog';
import { Loaded } from '~/ui/dialogs/loaded-dialog';
import { showAlert } from '~/ui/feedback/alert';
import { EmptyState } from '~/ui/feedback/empty-state';
import { useCopy } from '~/ui/inputs/use-copy';
import { Fact, Facts } from '~/ui/layout/facts';
import { Rows } from '~/ui/layout/rows';
import { TitledCard } from '~/ui/layout/titled-card';
import { NavLink } from '~/ui/navigation/nav-link';
import type { Route } from './+types/seller';
import { InvitationDialog } from './invitation-dialog';
import { RuleRow } from './rule-row';
import { AllotmentsPart, SalesPart } from './seller-parts';
import { KeyBySeller, SellerState } from './seller-state';
import { CloseMonthDialog, StatementRows } from './statement-rows';

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('Vendedor');
export const handle = { title: 'Vendedor' };

const SellerDialog = lazyDialog(async () => (await import('./seller-dialog')).SellerDialog);
const RuleDialog = lazyDialog(async () => (await import('./rule-dialog')).RuleDialog);

export async function clientLoader({ params: { sellerId } }: Route.ClientLoaderArgs) {
  try {
    return await preload(load(sellerRoutes.read, { params: { sellerId } }));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

export default function SellerPage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <NavLink to="/admin/vendedores">Todos os vendedores</NavLink>
      {loaderData ? (
        <Found query={loaderData} />
      ) : (
        <EmptyState
          icon={IconUserX}
          title="Não encontramos este vendedor"
          text="Confira o endereço, ou procure na lista."
        />
      )}
    </>
  );
}

/** A seller with what they earned, their rules, places, sales and statements. */
function Found({ query }: { query: NonNullable<Route.ComponentProps['loaderData']> }) {
  const { data: seller } = useSuspenseQuery(query);
  return (
    <Stack gap={16}>
      <Head seller={seller} />
      <BalanceFigures balance={seller.balance} />
      <StatementsPart seller={seller} />
      <RulesPart seller={seller} />
      <AllotmentsPart seller={seller} />
      <SalesPart seller={seller} />
    </Stack>
  );
}

function Head({ seller }: { seller: SellerDetails }) {
  const { id, name, kind, contact, email, code, account, isActive, note, taxId, cadastur, pixKey } = seller;
  const [isEdited, setEdited] = useState(false);
  const [link, setLink] = useState<string>();
  const address = `${useOrigin()}${seller.linkPath}`;
  const { copied, copy } = useCopy(address);
  const { mutate: invite, isPending } = useMutation({
    mutationFn: () => api.call(sellerRoutes.invite, { params: { sellerId: id } }),
    onSuccess: (made) => setLink(made.link),
  });
  return (
    <TitledCard title={name} note={kind === 'agency' ? sellerKinds.agency : undefined}>
      <Stack gap={12} align="flex-start">
        <SellerState seller={seller} />
        <Facts labels={7.5}>
          <Fact label="Link">
            {address}{' '}
            <Text span variant="hint">
              (código {code})
            </Text>
          </Fact>
          <Fact label="Contato">
            {[contact && formatContact(contact), email].filter(Boolean).join(' · ') || 'Não informado'}
          </Fact>
          <Fact label="Conta">{account ? account.name : 'Ainda não aceitou o convite'}</Fact>
          {taxId && <Fact label="CPF ou CNPJ">{taxId}</Fact>}
          {cadastur && <Fact label="Cadastur">{cadastur}</Fact>}
          <Fact label="Chave Pix">
            {pixKey || 'Não informada'}
            <KeyBySeller at={seller.keyBySellerAt} />
          </Fact>
          <Fact label="Vagas">
            {seller.unpaidPlaces} de {seller.maxUnpaidPlaces} sem pagamento
          </Fact>
          {note && <Fact label="Anotação">{note}</Fact>}
        </Facts>
        <Group gap={8}>
          <Button size="md" variant="default" leftSection={<IconCopy size={18} aria-hidden />} onClick={copy}>
            {copied ? 'Link copiado!' : 'Copiar link de vendas'}
          </Button>
          {may('edit_trips') && (
            <Button
              size="md"
              variant="default"
              leftSection={<IconPencil size={18} aria-hidden />}
              onClick={() => setEdited(true)}
            >
              Editar
            </Button>
          )}
          {may('edit_trips') && !account && isActive && (
            <Button
              size="md"
              loading={isPending}
              leftSection={<IconUserPlus size={18} aria-hidden />}
              onClick={() => invite()}
            >
              Criar outro convite
            </Button>
          )}
        </Group>
      </Stack>
      {isEdited && (
        <SellerDialog
          seller={seller}
          onClose={() => setEdited(false)}
          onSaved={() => {
            setEdited(false);
            showAlert('success', `Cadastro de ${name} salvo.`);
          }}
        />
      )}
      {link && <InvitationDialog seller={seller} link={link} onClose={() => setLink(undefined)} />}
    </TitledCard>
  );
}

function StatementsPart({ seller }: { seller: SellerDetails }) {
  const [isClosing, setClosing] = useState(false);
  const query = useQuery(load(commissionRoutes.listStatements, { query: { sellerId: seller.id, page: 1, size: 50 } }));
  return (
    <TitledCard title="Extratos">
      <Stack gap={12}>
        <Loaded query={query} failure="Não foi possível carregar os extratos.">
          {({ data }) =>
            data.length === 0 ? (
              <Text c="dimmed">Nenhum extrato fechado.</Text>
            ) : (
              <StatementRows statements={data} plain />
            )
          }
        </Loaded>
        {may('confirm_money') && (
          <Button
            size="md"
            variant="default"
            w="fit-content"
            leftSection={<IconCalendarCheck size={18} aria-hidden />}
            onClick={() => setClosing(true)}
          >
            Fechar um mês
          </Button>
        )}
      </Stack>
      {isClosing && <CloseMonthDialog seller={seller} onClose={() => setClosing(false)} />}
    </TitledCard>
  );
}

/** Rules of this seller alone, with former versions; those for all are on the page of rules. */
function RulesPart({ seller }: { seller: SellerDetails }) {
  const [isAdding, setAdding] = useState(false);
  const query = useQuery(load(commissionRoutes.listRules));
  return (
    <TitledCard title="Comissão própria">
      <Stack gap={12}>
        <Loaded query={query} failure="Não foi possível carregar as regras.">
          {({ data }) => {
            const own = data.filter(({ sellerId }) => sellerId === seller.id);
            return own.length === 0 ? (
              <Text c="dimmed">Vale a regra de todos os vendedores.</Text>
            ) : (
              <Rows plain>
                {own.map((rule) => (
                  <RuleRow key={rule.id} rule={rule} />
                ))}
              </Rows>
            );
          }}
        </Loaded>
        {may('edit_trips') && (
          <Button size="md" variant="default" w="fit-content" onClick={() => setAdding(true)}>
            Definir comissão
          </Button>
        )}
      </Stack>
      {isAdding && (
        <RuleDialog
          sellerId={seller.id}
          onClose={() => setAdding(false)}
          onSaved={() => {
            setAdding(false);
            showAlert('success', 'Regra salva: vale a partir de agora.');
          }}
        />
      )}
    </TitledCard>
  );
}
