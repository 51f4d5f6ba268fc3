import { Button, Text, TextInput, Title } from '@mantine/core';
import {
  type LinkRequestName,
  linkRequestLabels,
  linkRequestNames,
  type OwnLinkRequest,
} from '@passeio/contract/reservations/link-requests';
import { emailCode, reservationLinkRoutes } from '@passeio/contract/reservations/reservation-link-routes';
import { z } from '@passeio/contract/zod';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { api } from '~/features/session/api';
import { queryClient } from '~/features/session/queries';
import type { LinkProof, PayerLink } from '~/lib/api';
import { explainFailure } from '~/lib/explain-failure';
import { useFormats } from '~/lib/formats';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { showAlert } from '~/ui/feedback/alert';
import { StatusBadge } from '~/ui/feedback/status-badge';
import { Card } from '~/ui/layout/card';

const PATH = 'reservation-links/';

interface Asked {
  token: string;
  /** What the API said. */
  sentence: string;
  isCode: boolean;
  answer: (proof: LinkProof | undefined) => void;
}

/**
 * How the holder of a link proves to be the payer. `version` changes with what was asked of staff: what waited for an
 * answer on the page starts anew.
 */
export function useLinkProof(): { link: (token: string) => PayerLink; dialog: ReactNode; version: number } {
  const [asked, setAsked] = useState<Asked>();
  const [version, setVersion] = useState(0);
  // A code proves for half an hour: it is typed once for what is done one after the other.
  const known = useRef<LinkProof>(undefined);

  const link = (token: string): PayerLink => ({
    token,
    prove: async ({ code, message: sentence }) => {
      const before = code === 'LINK_CODE_NEEDED' ? known.current : undefined;
      known.current = undefined;
      if (before) return before;
      const isCode = !code.startsWith('PHONE_DIGITS');
      const proof = await new Promise<LinkProof | undefined>((answer) => setAsked({ token, sentence, isCode, answer }));
      if (isCode) known.current = proof;
      return proof;
    },
    askStaff: async (path, body) => {
      const name = linkRequestNames.find((one) => path === PATH + one);
      if (!name || !(await askToConfirm(questionOf(name)))) return undefined;
      const sent = { ...body, token, name };
      await api.call(reservationLinkRoutes.request, { body: sent, toast: false }).catch((error) => {
        showAlert('error', explainFailure(error));
        throw error;
      });
      showAlert('success', 'Pedido enviado. A resposta aparece nesta página.');
      await queryClient.invalidateQueries();
      setVersion((one) => one + 1);
      return 'asked';
    },
  });

  const dialog = asked && <ProofDialog {...asked} onClose={() => setAsked(undefined)} />;
  return { link, dialog, version };
}

function questionOf(name: LinkRequestName) {
  const mensagem = `${linkRequestLabels[name]}: este link foi feito pela nossa equipe, e não temos um e-mail seu para confirmar que é você. Por segurança, outra pessoa da equipe confere o pedido antes.`;
  return { titulo: 'Enviar o pedido à nossa equipe?', mensagem };
}

const digits = z.strictObject({ phoneDigits: z.string().regex(/^\d{4}$/, 'Digite 4 números.') });
const code = z.strictObject({ emailCode });

/** Asks who has the link for what only the payer knows, or reads. */
function ProofDialog({ token, sentence, isCode, answer, onClose }: Asked & { onClose: () => void }) {
  const close = (given: LinkProof | undefined) => {
    onClose();
    answer(given);
  };
  if (isCode) return <CodeDialog token={token} sentence={sentence} onGiven={close} />;
  return (
    <FormDialog
      title="É você mesmo?"
      lead={sentence}
      submit="Confirmar"
      initial={{ phoneDigits: '' }}
      schema={digits}
      save={async (given) => given}
      onSaved={close}
      onClose={() => close(undefined)}
    >
      {(form) => (
        <TextInput
          label="4 últimos números do celular"
          data-autofocus
          size="md"
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          {...form.getInputProps('phoneDigits')}
        />
      )}
    </FormDialog>
  );
}

interface CodeDialogProps {
  token: string;
  sentence: string;
  onGiven: (proof: LinkProof | undefined) => void;
}

/** Sends the code and asks for it. */
function CodeDialog({ token, sentence, onGiven }: CodeDialogProps) {
  const send = () => api.call(reservationLinkRoutes.sendProofCode, { body: { token }, toast: false });
  // Once for each time that it is asked for.
  const [asked] = useState(() => crypto.randomUUID());
  const first = useQuery({ queryKey: ['link-proof', asked], queryFn: send, retry: false, refetchOnWindowFocus: false });
  const again = useMutation({
    mutationFn: send,
    onSuccess: () => showAlert('success', 'Mandamos outro código. Só o último vale.'),
    onError: (error) => showAlert('error', explainFailure(error)),
  });
  const sentTo = again.data?.sentTo ?? first.data?.sentTo;
  return (
    <FormDialog
      title="É você mesmo?"
      lead={first.error ? explainFailure(first.error) : sentence}
      submit="Confirmar"
      initial={{ emailCode: '' }}
      schema={code}
      save={async (given) => given}
      onSaved={onGiven}
      onClose={() => onGiven(undefined)}
    >
      {(form) => (
        <>
          <TextInput
            label="Código de 6 números"
            description={sentTo ? `Mandamos para ${sentTo}. Vale por 30 minutos.` : 'Mandando o código…'}
            data-autofocus
            size="md"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={8}
            {...form.getInputProps('emailCode')}
          />
          <Button variant="subtle" px="sm" w="fit-content" loading={again.isPending} onClick={() => again.mutate()}>
            Mandar outro código
          </Button>
        </>
      )}
    </FormDialog>
  );
}

const answers = {
  waiting: 'A equipe vai confirmar',
  confirmed: 'Feito',
  refused: 'Não confirmado. Fale com a equipe.',
};

/** What was asked of staff by the link, and its answer. */
export function AskedOfStaff({ requests }: { requests: OwnLinkRequest[] }) {
  const { formatMoment } = useFormats();
  if (requests.length === 0) return null;
  return (
    <Card component="section" roomy aria-labelledby="asked-of-staff">
      <Title order={2} size="h4" id="asked-of-staff">
        Pedidos à equipe
      </Title>
      {requests.map(({ name, askedAt, isConfirmed }) => (
        <Text key={`${name} ${askedAt}`} mt="xs">
          {linkRequestLabels[name as LinkRequestName]}, em {formatMoment(askedAt)}:{' '}
          <StatusBadge color={isConfirmed ? 'good' : isConfirmed === null ? 'waiting' : 'bad'}>
            {isConfirmed ? answers.confirmed : isConfirmed === null ? answers.waiting : answers.refused}
          </StatusBadge>
        </Text>
      ))}
    </Card>
  );
}
