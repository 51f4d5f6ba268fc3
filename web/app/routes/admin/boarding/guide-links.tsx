import { Button, Skeleton, TextInput } from '@mantine/core';
import {
  type GuideLink,
  type GuideLinkList,
  guideLinkDraft,
  type NewGuideLink,
} from '@passeio/contract/boarding/guide-links';
import { firstName } from '@passeio/contract/words';
import { IconBrandWhatsapp, IconLink } from '@tabler/icons-react';
import { type FormEvent, useCallback, useEffect, useState } from 'react';
import { createGuideLink, loadGuideLinks, revokeGuideLink } from '~/features/boarding/guide-links-calls';
import { ApiError } from '~/lib/api';
import { formatMoment, whatsAppLink } from '~/lib/formats';
import { useSettings } from '~/lib/settings';
import { ModalDialog } from '~/ui/dialogs/modal-dialog';
import { showAlert } from '~/ui/feedback/alert';
import details from '~/ui/layout/details.module.css';
import styles from './guide-links.module.css';

/** Links for guides without an account, folded up above the list; they need a network. */
export function GuideLinks({ tripId }: { tripId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.section} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={details.summary}>Guias sem conta</summary>
      {isOpen && <Links tripId={tripId} />}
    </details>
  );
}

function Links({ tripId }: { tripId: string }) {
  const { timeZone } = useSettings();
  const [isOut, setOut] = useState(false);
  const [links, setLinks] = useState<GuideLinkList>();
  const [made, setMade] = useState<NewGuideLink>();
  const [revoking, setRevoking] = useState<GuideLink>();
  const reload = useCallback(
    async (signal: AbortSignal) => {
      const loaded = await loadGuideLinks(tripId, signal).catch((error) => {
        if (!(error instanceof ApiError || signal.aborted)) throw error;
        if (!signal.aborted) setOut(true);
        return undefined;
      });
      if (!loaded) return;
      setOut(false);
      setLinks(loaded);
    },
    [tripId],
  );
  useEffect(() => {
    const left = new AbortController();
    void reload(left.signal);
    return () => left.abort();
  }, [reload]);

  async function create(name: string): Promise<boolean> {
    try {
      setMade(await createGuideLink(tripId, name));
      await reload(new AbortController().signal);
      return true;
    } catch (error) {
      // The API client has shown it.
      if (error instanceof ApiError) return false;
      throw error;
    }
  }

  async function revoke({ id, name }: GuideLink): Promise<void> {
    setRevoking(undefined);
    try {
      await revokeGuideLink(tripId, id);
      if (made?.id === id) setMade(undefined);
      showAlert('success', `O link de ${name} não vale mais.`);
      await reload(new AbortController().signal);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  }

  if (!links) {
    return isOut ? (
      <p>Os links precisam de internet. Feche e abra de novo quando houver sinal.</p>
    ) : (
      <Skeleton height={120} radius="lg" aria-label="Carregando" />
    );
  }
  return (
    <>
      <p>
        O link abre só este embarque, de {formatMoment(links.opensAt, timeZone)} até{' '}
        {formatMoment(links.endsAt, timeZone)}, e pede um PIN.
      </p>
      {made && <NewLink link={made} />}
      <ul>
        {links.data.map((link) => (
          <li key={link.id}>
            <span>
              {link.name}
              {link.lockedUntil && ` · bloqueado por PIN errado até ${formatMoment(link.lockedUntil, timeZone)}`}
            </span>
            <Button
              size="md"
              variant="default"
              aria-label={`Cancelar link de ${link.name}`}
              onClick={() => setRevoking(link)}
            >
              Cancelar link
            </Button>
          </li>
        ))}
      </ul>
      <NewLinkForm onCreate={create} />
      {revoking && (
        <ModalDialog
          title={`Cancelar o link de ${revoking.name}?`}
          onClose={() => setRevoking(undefined)}
          actions={
            <>
              <Button size="md" variant="default" onClick={() => setRevoking(undefined)}>
                Manter
              </Button>
              <Button size="md" color="red" onClick={() => void revoke(revoking)}>
                Cancelar link
              </Button>
            </>
          }
        >
          <p>Ele para de funcionar agora, também no celular em que está aberto.</p>
        </ModalDialog>
      )}
    </>
  );
}

function NewLinkForm({ onCreate }: { onCreate: (name: string) => Promise<boolean> }) {
  const [name, setName] = useState('');
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const checked = guideLinkDraft.safeParse({ name });
    setProblem(checked.error?.issues[0]?.message ?? '');
    if (!checked.success) return;
    setBusy(true);
    const isCreated = await onCreate(checked.data.name);
    setBusy(false);
    if (isCreated) setName('');
  }

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <TextInput
        size="md"
        label="Nome de quem guia"
        value={name}
        error={problem}
        maxLength={60}
        autoComplete="off"
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" size="md" loading={isBusy} leftSection={<IconLink size={20} aria-hidden />}>
        Criar link
      </Button>
    </form>
  );
}

/** Link and PIN, which are shown once. */
function NewLink({ link: { name, url, pin } }: { link: NewGuideLink }) {
  const text = `Olá, ${firstName(name)}! Este é o link do embarque: ${url}\nO PIN eu passo por telefone.`;
  return (
    <div className={styles.made} role="status">
      <p>
        PIN de {name}: <strong>{pin}</strong>
      </p>
      <p>Anote: ele não aparece de novo. Diga o PIN por telefone, não na mesma mensagem do link.</p>
      <Button
        component="a"
        href={whatsAppLink('', text)}
        target="_blank"
        rel="noopener"
        size="md"
        leftSection={<IconBrandWhatsapp size={20} aria-hidden />}
      >
        Enviar por WhatsApp
      </Button>
      <TextInput size="md" label="Link" value={url} readOnly onFocus={(event) => event.currentTarget.select()} />
    </div>
  );
}
