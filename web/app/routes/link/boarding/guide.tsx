import { Button, TextInput } from '@mantine/core';
import { boardingRoutes } from '@passeio/contract/boarding/boarding-routes';
import { type GuideSession, guidePin } from '@passeio/contract/boarding/guide-links';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { AuthActions, AuthCard } from '~/features/auth/auth-card';
import { linkToken } from '~/features/auth/link';
import { BoardingSync, cashOnly } from '~/features/boarding/boarding-sync';
import { BoardingView } from '~/features/boarding/boarding-view';
import { countUnsent, type OutboxPayment } from '~/features/boarding/outbox';
import { UnsentCash } from '~/features/boarding/unsent-cash';
import { deleteOverIn } from '~/features/boarding/vault';
import { api } from '~/features/session/api';
import { failureText } from '~/features/session/identity/error';
import { ApiError } from '~/lib/api';
import { pageMeta } from '~/lib/page-meta';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { FormNotice } from '~/ui/editing/form-notice';
import {
  GUIDE_DATABASES,
  GUIDE_LIST,
  guideDatabase,
  leaveBoarding,
  readCashSession,
  readGuideSession,
  storeGuideSession,
} from './guide-session';

/** Opens a session by the PIN. Rejects with an ApiError. */
async function enterPin(database: string, token: string, pin: string): Promise<GuideSession> {
  const opened = await api.call(boardingRoutes.openGuideSession, { body: { token, pin }, session: 'none' });
  await storeGuideSession(database, { ...opened, token });
  return opened;
}

/** The boarding of a guide's trip. `onOver` when the server asks for the PIN again, whose form takes its place. */
function guideBoarding(database: string, { session }: GuideSession, onOver: () => void): BoardingSync {
  async function unlessOver<Result>(call: Promise<Result>): Promise<Result> {
    try {
      return await call;
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'GUIDE_SESSION_OVER')) throw error;
      onOver();
      return new Promise(() => {});
    }
  }
  return new BoardingSync({
    owner: database,
    database,
    list: GUIDE_LIST,
    load: () => unlessOver(api.call(boardingRoutes.listAsGuide, { body: { session }, session: 'none' })),
    send: (taps) =>
      unlessOver(api.call(boardingRoutes.recordGuideTaps, { body: { session, ...taps }, session: 'none' })),
    receive: (payment) =>
      unlessOver(api.call(boardingRoutes.recordGuideDoorPayment, { body: { session, ...payment }, session: 'none' })),
    authorization: (participantId) =>
      unlessOver(
        api.download(boardingRoutes.readAuthorizationAsGuide, { body: { session, participantId }, session: 'none' }),
      ),
    charge: (code) =>
      unlessOver(api.call(boardingRoutes.requestGuideDoorCharge, { body: { session, code }, session: 'none' })),
  });
}

/**
 * Sends unsent cash of a guide while the boarding is closed, by the last session of this phone; `late`: what came late
 * before it closed.
 */
async function guideCash(database: string, late: OutboxPayment[] = []): Promise<BoardingSync> {
  const session = (await readCashSession(database))?.session;
  const boarding = cashOnly({
    ...{ owner: database, database, list: GUIDE_LIST },
    receive: async (payment) => {
      if (!session) throw new ApiError(404, { code: 'GUIDE_SESSION_OVER' });
      return api.call(boardingRoutes.recordGuideDoorPayment, { body: { session, ...payment }, session: 'none' });
    },
  });
  boarding.store.setState({ late });
  return boarding;
}

const hiddenMeta = pageMeta('Embarque');

export function meta(args: Parameters<typeof hiddenMeta>[0]) {
  return [...hiddenMeta(args), { name: 'referrer', content: 'no-referrer' }];
}

type Access =
  | { state: 'reading' }
  | { state: 'over' }
  | { state: 'insecure' }
  | { state: 'closed'; token: string; database: string; late?: OutboxPayment[] }
  | { state: 'open'; token: string; database: string; session: GuideSession };

/**
 * Opened by a guide's link, without an account: the boarding of one departure, after a PIN. The token is in the
 * fragment, which is never sent to the server.
 */
export default function GuidePage() {
  const [access, setAccess] = useState<Access>({ state: 'reading' });
  useEffect(() => {
    read().then(setAccess);
  }, []);
  const [cash, setCash] = useState<BoardingSync>();
  useEffect(() => {
    if (access.state === 'closed') void guideCash(access.database, access.late).then(setCash);
    else if (access.state === 'open') setCash(undefined);
  }, [access]);

  if (access.state === 'reading') return <AuthCard title="Abrindo o embarque…" />;
  if (access.state === 'insecure') {
    return <AuthCard isAnswer title="Abra com https" lead="O embarque guarda dados e só abre em um endereço https." />;
  }
  if (access.state === 'over') {
    return (
      <AuthCard
        isAnswer
        title="Este link não vale mais"
        lead="Ele foi cancelado ou o passeio já voltou. Peça outro à equipe do passeio."
      >
        {cash && (
          <UnsentCash
            boarding={cash}
            otherwise="Este aparelho não consegue mais enviar. Entregue o dinheiro à equipe e diga de qual reserva é."
          />
        )}
      </AuthCard>
    );
  }
  const { token, database } = access;
  if (access.state === 'closed') {
    return (
      <PinForm
        token={token}
        database={database}
        cash={cash}
        onOpen={(session) => setAccess({ state: 'open', token, database, session })}
        onOver={() => void leaveBoarding(database).then(() => setAccess({ state: 'over' }))}
      />
    );
  }
  return (
    <GuideBoarding
      session={access.session}
      database={database}
      onClosed={(late) => setAccess({ state: 'closed', token, database, late })}
    />
  );
}

interface GuideBoardingProps {
  session: GuideSession;
  database: string;
  onClosed: (late: OutboxPayment[]) => void;
}

function GuideBoarding({ session, database, onClosed }: GuideBoardingProps) {
  const [boarding] = useState(() => guideBoarding(database, session, close));
  const [params] = useSearchParams();

  function close(): void {
    onClosed(boarding.store.getState().late);
  }

  async function leave(): Promise<void> {
    const unsent = await countUnsent(database);
    const mensagem =
      unsent > 0
        ? 'Há toques por enviar: eles ficam neste aparelho até você abrir este link de novo, com internet.'
        : 'A lista sai deste aparelho. Para voltar, use o link e o PIN.';
    if (!(await askToConfirm({ titulo: 'Sair do embarque?', mensagem }))) return;
    await leaveBoarding(database);
    close();
  }

  return (
    <AuthCard isAnswer wide title="Embarque" lead={`Você está como ${session.name}.`}>
      <BoardingView boarding={boarding} isGuide code={params.get('reserva') ?? ''} />
      <AuthActions>
        <Button size="md" variant="default" fullWidth onClick={() => void leave()}>
          Sair deste aparelho
        </Button>
      </AuthActions>
    </AuthCard>
  );
}

interface PinFormProps {
  token: string;
  database: string;
  /** Sends what this phone still has to send. */
  cash: BoardingSync | undefined;
  onOpen: (session: GuideSession) => void;
  onOver: () => void;
}

function PinForm({ token, database, cash, onOpen, onOver }: PinFormProps) {
  const [pin, setPin] = useState('');
  const [notice, setNotice] = useState('');
  const { mutate, isPending } = useMutation({
    mutationFn: (checked: string) => enterPin(database, token, checked),
    onSuccess: onOpen,
    onError: (error) => {
      if (error instanceof ApiError && error.status === 404) onOver();
      else setNotice(failureText(error) ?? 'Tente de novo em instantes.');
    },
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    const checked = guidePin.shape.pin.safeParse(pin);
    setNotice(checked.error?.issues[0]?.message ?? '');
    if (checked.success) mutate(checked.data);
  }

  return (
    <AuthCard isAnswer title="Embarque do passeio" lead="Digite o PIN que a equipe do passeio passou para você.">
      {cash && <UnsentCash boarding={cash} otherwise="Digite o PIN para enviar." />}
      <form onSubmit={submit} noValidate>
        {notice && <FormNotice>{notice}</FormNotice>}
        <TextInput
          size="lg"
          label="PIN de 6 números"
          value={pin}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          onChange={(event) => setPin(event.currentTarget.value)}
        />
        <AuthActions>
          <Button type="submit" size="md" fullWidth loading={isPending}>
            Abrir o embarque
          </Button>
        </AuthActions>
      </form>
    </AuthCard>
  );
}

async function read(): Promise<Access> {
  if (!window.isSecureContext) return { state: 'insecure' };
  await deleteOverIn([GUIDE_DATABASES]).catch((error) => console.warn('Boarding lists not deleted', error));
  const token = linkToken();
  if (!guidePin.shape.token.safeParse(token).success) return { state: 'over' };
  const database = await guideDatabase(token);
  const session = await readGuideSession(database);
  return session ? { state: 'open', token, database, session } : { state: 'closed', token, database };
}
