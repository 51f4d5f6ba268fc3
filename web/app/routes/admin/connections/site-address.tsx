import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import {
  domainClaim,
  primaryDomain,
  type SiteAddress,
  siteAddressRoutes,
} from '@passeio/contract/connections/site-address';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '~/features/session/api';
import { load, preload } from '~/features/session/queries';
import { pageMeta } from '~/lib/page-meta';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { FormNotice } from '~/ui/editing/form-notice';
import { useSchemaForm } from '~/ui/editing/use-schema-form';
import { showAlert } from '~/ui/feedback/alert';
import { useCopy } from '~/ui/inputs/use-copy';
import { Section } from '~/ui/layout/section';
import type { Route } from './+types/site-address';
import { ProofFields } from './proof-fields';

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('Endereço do portal');
export const handle = { title: 'Endereço do portal' };

export function clientLoader() {
  return preload(load(siteAddressRoutes.read));
}

/** Where the portal is, and the operator's own domains. */
export default function SiteAddressPage({ loaderData }: Route.ComponentProps) {
  const { data: address } = useSuspenseQuery(loaderData);
  const [moving, setMoving] = useState<string>();
  const { isHosted, primary, others, given, claims } = address;
  return (
    <>
      <Text mb="md">
        <Link to="/admin/conexoes">Todas as conexões</Link>
      </Text>
      <Section fields title="Endereço do portal" lead="Onde os clientes encontram você.">
        <Text fw={600} fz="lg" style={{ overflowWrap: 'anywhere' }}>
          {primary}
        </Text>
        {!isHosted && <Text>O endereço é definido nas variáveis do servidor, e só quem cuida dele pode mudar.</Text>}
        {others.length > 0 && (
          <Stack mt="md" gap="sm">
            <Text>Estes também levam ao portal:</Text>
            {others.map((domain) => (
              <Group key={domain} justify="space-between">
                <Text style={{ overflowWrap: 'anywhere' }}>{domain}</Text>
                <Group gap="xs">
                  <Button size="md" variant="default" onClick={() => setMoving(domain)} aria-label={`Usar ${domain}`}>
                    Usar como endereço
                  </Button>
                  {domain !== given && <RemoveButton domain={domain} />}
                </Group>
              </Group>
            ))}
          </Stack>
        )}
      </Section>
      {claims.map((claim) => (
        <ClaimSection key={claim.domain} {...claim} given={given} />
      ))}
      {isHosted && <ClaimForm />}
      {moving && <MoveDialog domain={moving} onClose={() => setMoving(undefined)} />}
    </>
  );
}

function RemoveButton({ domain }: { domain: string }) {
  const remove = async () => {
    const isSure = await askToConfirm({
      titulo: `Remover ${domain}?`,
      mensagem: 'Quem abrir este domínio não chega mais ao portal.',
    });
    if (!isSure) return;
    await api.call(siteAddressRoutes.remove, { body: { domain } });
    showAlert('success', 'Domínio removido.');
  };
  return (
    <Button
      size="md"
      variant="default"
      aria-label={`Remover ${domain}`}
      onClick={() => void remove().catch(() => undefined)}
    >
      Remover
    </Button>
  );
}

function ClaimForm() {
  const { form, failure, isPending, reset, props } = useSchemaForm({
    initial: { domain: '' },
    schema: domainClaim,
    save: (body) => api.call(siteAddressRoutes.claim, { body, toast: false }),
    onSaved: () => reset({ domain: '' }),
  });
  return (
    <Section fields title="Usar um domínio seu" lead="Registre o domínio antes, por exemplo no Registro.br.">
      <form {...props}>
        <Stack gap={20} align="start">
          {failure && <FormNotice>{failure}</FormNotice>}
          <TextInput
            size="md"
            w="100%"
            name="domain"
            label="Domínio"
            description="Como em suaagencia.com.br ou www.suaagencia.com.br"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            inputMode="url"
            maxLength={253}
            {...form.getInputProps('domain')}
          />
          <Button type="submit" size="md" loading={isPending}>
            Incluir domínio
          </Button>
        </Stack>
      </form>
    </Section>
  );
}

function ClaimSection({ domain, record, value, given }: SiteAddress['claims'][number] & Pick<SiteAddress, 'given'>) {
  const [isPending, setPending] = useState(false);
  const prove = async () => {
    setPending(true);
    try {
      await api.call(siteAddressRoutes.prove, { body: { domain } });
      showAlert('success', `${domain} leva ao portal.`);
    } finally {
      setPending(false);
    }
  };
  return (
    <Section
      fields
      title={domain}
      lead={`Falta provar que o domínio é seu. Onde ele foi registrado, crie este registro TXT, e um CNAME do domínio para ${given}. Se ele não aceita CNAME, peça o endereço IP a quem hospeda o portal.`}
    >
      <CopiedValue label="Nome do registro" value={record} />
      <CopiedValue label="Conteúdo do registro" value={value} />
      <Group mt="md">
        <Button size="md" loading={isPending} onClick={() => void prove().catch(() => undefined)}>
          Conferir o registro
        </Button>
        <RemoveButton domain={domain} />
      </Group>
    </Section>
  );
}

function CopiedValue({ label, value }: { label: string; value: string }) {
  const { copied, copy } = useCopy(value);
  return (
    <TextInput
      size="md"
      mt="xs"
      label={label}
      value={value}
      readOnly
      rightSectionWidth={96}
      rightSection={
        <Button size="compact-md" variant="subtle" aria-label={`Copiar ${label}`} onClick={copy}>
          {copied ? 'Copiado' : 'Copiar'}
        </Button>
      }
    />
  );
}

function MoveDialog({ domain, onClose }: { domain: string; onClose: () => void }) {
  return (
    <FormDialog
      title={`Mudar para ${domain}?`}
      lead="O endereço anterior passa a levar ao novo. Todos, você também, entram de novo na conta, e chaves de acesso do endereço anterior deixam de valer: confira antes se você sabe a sua senha."
      submit="Mudar o endereço"
      danger
      initial={{ domain, password: '', code: '' }}
      schema={primaryDomain}
      save={(body) => api.call(siteAddressRoutes.makePrimary, { body, toast: false })}
      onSaved={({ primary }) => {
        showAlert('success', `O portal está em ${primary}. Entre de novo na sua conta lá.`);
        onClose();
      }}
      onClose={onClose}
    >
      {(form) => <ProofFields form={form} />}
    </FormDialog>
  );
}
