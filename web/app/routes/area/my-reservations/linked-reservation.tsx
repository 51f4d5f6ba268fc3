import { Button, Stack, Text, Title } from '@mantine/core';
import { pagePaths } from '@passeio/contract/paths';
import { erasureLinkRoutes } from '@passeio/contract/privacy/privacy';
import { reservationLinkRoutes } from '@passeio/contract/reservations/reservation-link-routes';
import { reservationRoutes } from '@passeio/contract/reservations/reservation-routes';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { AuthActions, AuthCard } from '~/features/auth/auth-card';
import { LinkFailed, LinkOpening, useLink } from '~/features/auth/link';
import {
  deleteCachedVoucher,
  hasVoucher,
  LINKED,
  readCachedVoucher,
  voucherOf,
} from '~/features/reservations/my-reservations/voucher';
import { isStaff } from '~/features/session/access';
import { actByLink, api } from '~/features/session/api';
import { FirstView } from '~/features/session/first-view';
import { orStored } from '~/features/session/or-stored';
import { load, queryClient } from '~/features/session/queries';
import { forgetLinks, readRememberedLinks, rememberLink } from '~/features/session/remembered/remembered-links';
import { useSessionStatus } from '~/features/session/session-status';
import { useUser } from '~/features/session/user-store';
import { ErasureRequest } from '~/features/users/erasure-request';
import { ApiError } from '~/lib/api';
import { pageMeta } from '~/lib/page-meta';
import { Card } from '~/ui/layout/card';
import { NavLink } from '~/ui/navigation/nav-link';
import hidden from '~/ui/text/visually-hidden.module.css';
import { EmailCode } from './email-code';
import { AskedOfStaff, useLinkProof } from './link-proof';
import { Followed } from './reservation';
import { CopyNotice, Refused, VoucherActions, VoucherView } from './voucher';
import voucherStyles from './voucher.module.css';

const hiddenMeta = pageMeta('Minha reserva');

export function meta(args: Parameters<typeof hiddenMeta>[0]) {
  return [...hiddenMeta(args), { name: 'referrer', content: 'no-referrer' }];
}

export const ofLink = () => load(reservationRoutes.read, { params: { reservationId: LINKED } });

/** `offline`: only the copy of the voucher can be shown. */
type Reading =
  | { state: 'incomplete' }
  | { state: 'over' }
  | { state: 'erased' }
  | { state: 'open'; token: string }
  | { state: 'offline'; token: string };

async function openReservation(token: string): Promise<Reading> {
  await queryClient.fetchQuery({ ...ofLink(), retry: false });
  // A copy that was shown until now.
  await queryClient.invalidateQueries({ queryKey: voucherOf(LINKED).queryKey, refetchType: 'none' });
  return { state: 'open', token };
}

/**
 * Opened by the payer's link, without an account: one reservation, to pay, complete, choose and cancel; without a
 * network its voucher, if it was opened before. The token is in the fragment, which is never sent to the server but in
 * bodies.
 */
export default function LinkedReservationPage() {
  const { link, dialog, version } = useLinkProof();
  const { reading, setReading, open } = useLink<Reading>(
    async (token): Promise<Reading> => {
      actByLink(link(token));
      try {
        return await orStored<Reading, Reading>(openReservation(token), {
          readStored: async () => {
            const saved = await readCachedVoucher(LINKED);
            if (saved) queryClient.setQueryData(voucherOf(LINKED).queryKey, saved);
            return saved && { state: 'offline', token };
          },
          onLate: setReading,
        });
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 404)) throw error;
        await deleteCachedVoucher(LINKED);
        forgetLinks(token);
        return { state: 'over' };
      }
    },
    { state: 'incomplete' },
  );
  useEffect(
    () => () => {
      actByLink(undefined);
      queryClient.clear();
    },
    [],
  );

  if (reading.state === 'reading') {
    return (
      <>
        <FirstView />
        <LinkOpening />
      </>
    );
  }
  if (reading.state === 'failed') return <LinkFailed notice={reading.notice} onRetry={open} />;
  // A notification opens the page without the link, of which nobody but its holder has the token.
  if (reading.state === 'incomplete') return <Incomplete onOpen={open} />;
  if (reading.state === 'over') {
    return (
      <AuthCard
        isAnswer
        title="Este link não vale mais"
        lead="Ele foi trocado por outro, ou o passeio já passou. Peça outro à equipe do passeio."
      />
    );
  }
  if (reading.state === 'erased') {
    return <AuthCard isAnswer title="Dados excluídos" lead="Apagamos os seus dados, e este link não abre mais nada." />;
  }
  return (
    <Stack w="100%" maw="72rem">
      <Suspense fallback={<p role="status">Carregando…</p>}>
        {reading.state === 'offline' ? (
          <LinkedVoucher token={reading.token} onRetry={open} />
        ) : (
          <Opened
            key={version}
            token={reading.token}
            onErased={() => {
              void deleteCachedVoucher(LINKED);
              forgetLinks(reading.token);
              queryClient.clear();
              setReading({ state: 'erased' });
            }}
          />
        )}
      </Suspense>
      {dialog}
    </Stack>
  );
}

/** Says where the link is, and offers what this browser was asked to remember. */
function Incomplete({ onOpen }: { onOpen: () => void }) {
  const [links] = useState(readRememberedLinks);
  return (
    <AuthCard
      isAnswer
      title="Abra pelo seu link"
      lead="A sua reserva abre pelo link inteiro, que você recebeu por e-mail ou WhatsApp ou guardou ao reservar."
    >
      {links.length > 0 && (
        <AuthActions>
          {links.map(({ token, title }) => (
            <Button
              key={token}
              size="md"
              fullWidth
              onClick={() => {
                window.location.replace(`#${encodeURIComponent(token)}`);
                onOpen();
              }}
            >
              Abrir a reserva: {title}
            </Button>
          ))}
        </AuthActions>
      )}
    </AuthCard>
  );
}

interface OpenedProps {
  token: string;
  onErased: () => void;
}

function Opened(props: OpenedProps) {
  const [search] = useSearchParams();
  if (search.get('ver') === 'voucher') return <LinkedVoucher token={props.token} />;
  return <LinkedReservation {...props} />;
}

function LinkedReservation({ token, onErased }: OpenedProps) {
  const { data: details } = useSuspenseQuery(ofLink());
  // Whenever it has changed: at the bus there may be no network.
  useEffect(() => {
    if (hasVoucher(details)) void queryClient.prefetchQuery({ ...voucherOf(LINKED), staleTime: 0 });
    else void deleteCachedVoucher(LINKED);
  }, [details]);
  return (
    <>
      <h1 className={hidden.hidden}>Minha reserva</h1>
      <AskedOfStaff requests={details.linkRequests} />
      <Followed query={ofLink()} />
      {details.emailToConfirm && (
        <EmailCode
          sentTo={details.emailToConfirm}
          lead="Se tiver conta com ele, a reserva vai para ela."
          sendCode={(email) => api.call(reservationLinkRoutes.sendEmailCode, { body: { token, email }, toast: false })}
          confirm={(code) => api.call(reservationLinkRoutes.confirmEmail, { body: { token, code }, toast: false })}
          onChanged={(link) => {
            // The reservation is somebody else's now, and so is its link.
            if (link) moveRemembered(token, link);
            if (link) window.location.replace(link);
            if (link) window.location.reload();
            else void queryClient.invalidateQueries({ queryKey: ofLink().queryKey });
          }}
        />
      )}
      <KeepInAccount token={token} />
      <EraseData token={token} onErased={onErased} />
    </>
  );
}

/** Keeps a remembered reservation by its new link. */
function moveRemembered(token: string, link: string): void {
  const remembered = readRememberedLinks().find((one) => one.token === token);
  if (remembered) rememberLink({ ...remembered, token: decodeURIComponent(new URL(link).hash.slice(1)) });
}

/** Asks for the erasure of the payer's data; staff who looks after a client's link does it on the person's page. */
function EraseData({ token, onErased }: OpenedProps) {
  const isSignedIn = useSessionStatus() === 'signedIn';
  if (isSignedIn) return null;
  return (
    <ErasureRequest
      title="Excluir meus dados"
      lead="Apaga de vez o que guardamos sobre você, menos o que a lei fiscal manda guardar."
      whose="guest"
      asksPassword={false}
      erase={() => api.call(erasureLinkRoutes.erasePayer, { body: { token }, toast: false })}
      onErased={onErased}
    />
  );
}

/** Makes the account of who has signed in the payer; who has not reads how. */
function KeepInAccount({ token }: { token: string }) {
  const isSignedIn = useSessionStatus() === 'signedIn';
  const role = useUser(({ user }) => user.role);
  const navigate = useNavigate();
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.call(reservationLinkRoutes.adopt, { body: { token } }),
    onSuccess: ({ code }) => {
      forgetLinks(token);
      return navigate(pagePaths.reservation(code));
    },
  });
  // Who looks after a client's link is not the client.
  if (isSignedIn && isStaff(role)) return null;
  return (
    <Card component="section" roomy aria-labelledby="keep-in-account">
      <Title order={2} size="h4" id="keep-in-account">
        Guardar na minha conta
      </Title>
      {isSignedIn ? (
        <>
          <Text mt="xs">A reserva passa a ser da sua conta, com os avisos e os pagamentos dela.</Text>
          <Button variant="default" mt="sm" loading={isPending} onClick={() => mutate()}>
            Guardar a reserva
          </Button>
        </>
      ) : (
        <Text mt="xs">
          Tem conta? <Link to="/auth/login?returnUrl=%2Fhome">Entre</Link>, ou <Link to="/auth/register">crie uma</Link>
          , e abra este link outra vez.
        </Text>
      )}
    </Card>
  );
}

/** `onRetry`: opens the link again, of which only the copy of the voucher could be read. */
function LinkedVoucher({ token, onRetry }: { token: string; onRetry?: () => void }) {
  const { voucher, savedAt, refusal } = useSuspenseQuery(voucherOf(LINKED)).data;
  const back = pagePaths.payerLink(token);
  if (!voucher) return <Refused sentence={refusal} back={back} />;
  return (
    <>
      <div className={voucherStyles.screenOnly}>
        {savedAt ? (
          <CopyNotice savedAt={savedAt} onRetry={onRetry} />
        ) : (
          <NavLink to={back}>Reserva {voucher.code}</NavLink>
        )}
      </div>
      <VoucherView
        voucher={voucher}
        actions={<VoucherActions code={voucher.code} online={!savedAt} />}
        back={savedAt ? undefined : back}
      />
    </>
  );
}
