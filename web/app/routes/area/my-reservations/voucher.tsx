import { Button, Stack, Text } from '@mantine/core';
import { pagePaths } from '@passeio/contract/paths';
import { reservationRoutes } from '@passeio/contract/reservations/reservation-routes';
import type { Voucher, VoucherFormat, VoucherPerson } from '@passeio/contract/reservations/voucher';
import {
  BOARDING_TO_BE_AGREED,
  type BoardingGroup,
  boardingGroups,
  dueText,
  placeText,
} from '@passeio/contract/reservations/voucher-texts';
import { countsText } from '@passeio/contract/words';
import {
  type Icon,
  IconCalendarPlus,
  IconDownload,
  IconMapPin,
  IconPrinter,
  IconShare2,
  IconTicket,
} from '@tabler/icons-react';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { Link, redirect } from 'react-router';
import { voucherOf } from '~/features/reservations/my-reservations/voucher';
import { ReservationStatusBadge } from '~/features/reservations/status/status-badge';
import { api, withRetry } from '~/features/session/api';
import { OfflineNotice } from '~/features/session/offline-notice';
import { preload } from '~/features/session/queries';
import { BrandMark } from '~/features/settings/brand-mark';
import { ApiError, type Download } from '~/lib/api';
import { useFormats, whatsAppLink } from '~/lib/formats';
import { formatContact } from '~/lib/number-formats';
import { pageMeta } from '~/lib/page-meta';
import { saveFile } from '~/lib/save-file';
import { showAlert } from '~/ui/feedback/alert';
import { EmptyState } from '~/ui/feedback/empty-state';
import QrCode from '~/ui/inputs/qr-code';
import { Card } from '~/ui/layout/card';
import { NavLink } from '~/ui/navigation/nav-link';
import text from '~/ui/text/text.module.css';
import type { Route } from './+types/voucher';
import styles from './voucher.module.css';

const SAMPLE = { files: [new File([''], 'voucher.pdf', { type: 'application/pdf' })] };

/** What can be done with a voucher. Files come from the server, so offline it can only be printed. */
export function VoucherActions({ code, online }: { code: string; online: boolean }) {
  /** The PDF that could not be shared at once. */
  const [ready, setReady] = useState<Download>();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (what: 'share' | VoucherFormat) => {
      if (what !== 'share') saveFile(await fileOf(code, what));
      else setReady(await sharePdf(ready ?? (await fileOf(code, 'pdf'))));
    },
  });
  const action = (what: 'share' | VoucherFormat) => ({
    loading: isPending && variables === what,
    onClick: () => mutate(what),
  });

  return (
    <div className={styles.actions}>
      {online && (
        <>
          <ActionButton label="Baixar PDF" icon={IconDownload} main {...action('pdf')} />
          <ActionButton label="Adicionar ao calendário" icon={IconCalendarPlus} {...action('ics')} />
          {navigator.canShare?.(SAMPLE) && <ActionButton label="Compartilhar" icon={IconShare2} {...action('share')} />}
        </>
      )}
      <ActionButton label="Imprimir" icon={IconPrinter} onClick={() => window.print()} />
    </div>
  );
}

interface ActionButtonProps {
  label: string;
  icon: Icon;
  main?: boolean;
  loading?: boolean;
  onClick: () => void;
}

function ActionButton({ label, icon: Image, main = false, loading = false, onClick }: ActionButtonProps) {
  return (
    <Button
      size="md"
      variant={main ? 'filled' : 'default'}
      leftSection={<Image size={20} aria-hidden />}
      loading={loading}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}

function fileOf(code: string, format: VoucherFormat): Promise<Download> {
  const input = { params: { reservationId: code }, query: { format } };
  return withRetry(() => api.download(reservationRoutes.exportVoucher, input));
}

/** Returns the file if the browser wants another press, because the one that asked for it was too long ago. */
async function sharePdf(file: Download): Promise<Download | undefined> {
  try {
    await navigator.share({ files: [new File([file.content], file.name, { type: 'application/pdf' })] });
    return undefined;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined;
    showAlert('info', 'O PDF está pronto: toque em Compartilhar de novo.');
    return file;
  }
}

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('Voucher');
export const handle = { title: ({ code }: { code: string }) => `Voucher ${code}` };

export async function clientLoader({ params: { code } }: Route.ClientLoaderArgs) {
  try {
    return await preload(voucherOf(code));
  } catch (error) {
    // Somebody else's reservation is no different from none.
    if (error instanceof ApiError && (error.status === 404 || error.status === 400)) throw redirect('/404');
    throw error;
  }
}

export default function VoucherPage({ loaderData, params: { code } }: Route.ComponentProps) {
  const { voucher, savedAt, refusal } = useSuspenseQuery(loaderData).data;
  if (!voucher) return <Refused sentence={refusal} back={pagePaths.reservation(code)} />;
  return (
    <>
      <div className={styles.screenOnly}>
        {savedAt && <CopyNotice savedAt={savedAt} />}
        <NavLink to={pagePaths.reservation(code)}>Reserva {code}</NavLink>
      </div>
      <VoucherView
        voucher={voucher}
        actions={<VoucherActions code={code} online={!savedAt} />}
        back={pagePaths.reservation(code)}
      />
    </>
  );
}

/** Above the copy of a voucher. */
export function CopyNotice({ savedAt, onRetry }: { savedAt: string; onRetry?: () => void }) {
  const { formatMoment } = useFormats();
  return (
    <OfflineNotice onRetry={onRetry}>
      <strong>Sem conexão. Voucher de {formatMoment(savedAt)}.</strong> Ele fica guardado neste aparelho e vale no
      embarque.
    </OfflineNotice>
  );
}

/** `back`: the page of the reservation. */
export function Refused({ sentence, back }: { sentence: string; back: string }) {
  return (
    <EmptyState icon={IconTicket} title="Sem voucher" text={sentence}>
      <Button component={Link} to={back} size="md">
        Ver a reserva
      </Button>
    </EmptyState>
  );
}

/** More people and things to bring are printed in smaller type. */
const MOST_LINES = 22;

interface VoucherViewProps {
  voucher: Voucher;
  actions: ReactNode;
  /** The page of its reservation, where it can be opened. */
  back?: string | undefined;
}

/** A voucher, on the screen and on paper; `actions` are on the screen only. */
export function VoucherView({ voucher, actions, back }: VoucherViewProps) {
  const { code, trip, status, scanUrl, due, operator } = voucher;
  const title = useId();
  const isLong = voucher.people.length + voucher.bring.length > MOST_LINES;
  return (
    <Card component="article" flush className={styles.voucher} aria-labelledby={title} data-long={isLong || undefined}>
      <header className={styles.brand}>
        <BrandMark brand={operator} />
        <span>Voucher</span>
      </header>
      <div className={styles.hero}>
        <div className={styles.scan}>
          <div className={styles.plate}>
            <QrCode text={scanUrl} label={`QR code da reserva ${code}`} />
          </div>
          <Text fz="sm" c="var(--text-muted)" mt="sm">
            Código da reserva
          </Text>
          <p className={styles.code}>{code}</p>
        </div>
        <div>
          <ReservationStatusBadge status={status} />
          <h2 id={title} className={styles.title}>
            {trip.title}
          </h2>
          <Stack component="dl" gap="sm" mt="md">
            <Moment label="Saída" words={trip.departure} />
            <Moment label="Volta" words={trip.return} />
            {trip.hotel && <Moment label="Hospedagem" words={trip.hotel} />}
          </Stack>
          {due && (
            <p className={styles.due}>
              {dueText(due)} {back && <Link to={back}>Ver a reserva</Link>}
            </p>
          )}
        </div>
      </div>
      {actions}
      <div className={styles.sections}>
        <Boarding voucher={voucher} />
        {voucher.extras.length > 0 && (
          <Section title="Adicionais">
            <p>{countsText(voucher.extras)}</p>
          </Section>
        )}
        <Section title="O que levar">
          <ul className={styles.list}>
            {voucher.bring.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </Section>
        <Operator operator={operator} code={code} />
      </div>
    </Card>
  );
}

function Moment({ label, words }: { label: string; words: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <Text component="dd" fw={600} className={text.capital}>
        {words}
      </Text>
    </div>
  );
}

/** Where people board, and who; one list of people if all board together. */
function Boarding({ voucher }: { voucher: Voucher }) {
  const groups = boardingGroups(voucher);
  const boardsTogether = groups.length === 1;
  return (
    <>
      <Section title="Embarque">
        <Stack>
          {groups.map((group) => (
            <div key={group.point?.id ?? ''}>
              <Place point={group.point} />
              {!boardsTogether && <People people={group.people} />}
            </div>
          ))}
        </Stack>
      </Section>
      {boardsTogether && (
        <Section title={`Quem viaja (${voucher.people.length})`}>
          <People people={voucher.people} />
        </Section>
      )}
    </>
  );
}

function Place({ point }: Pick<BoardingGroup, 'point'>) {
  if (!point) return <Text fw={600}>{BOARDING_TO_BE_AGREED}</Text>;
  return (
    <>
      <Text fw={600} className={text.capital}>
        {point.moment}
      </Text>
      <p>{point.place}</p>
      <a className={`${text.line} ${styles.map}`} href={point.mapUrl} target="_blank" rel="noreferrer">
        <IconMapPin size={18} aria-hidden />
        Abrir no mapa
      </a>
    </>
  );
}

function People({ people }: { people: VoucherPerson[] }) {
  return (
    <ul className={styles.list}>
      {people.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two people may have one name
        <li key={index}>
          {one.name}{' '}
          <Text span c="var(--text-muted)">
            · {placeText(one)}
          </Text>
        </li>
      ))}
    </ul>
  );
}

function Operator({ operator, code }: { operator: Voucher['operator']; code: string }) {
  const { name, legalName, cnpj, cadastur, phone, whatsapp, email } = operator;
  return (
    <Section title="Quem opera o passeio">
      <p>{legalName || name}</p>
      {cnpj && <p>CNPJ {cnpj}</p>}
      {cadastur && <p>CADASTUR {cadastur}</p>}
      {phone && (
        <p>
          Telefone <a href={`tel:${phone}`}>{formatContact(phone)}</a>
        </p>
      )}
      {whatsapp && (
        <p>
          WhatsApp{' '}
          <a href={whatsAppLink(whatsapp, `Olá! É sobre a reserva ${code}.`)} target="_blank" rel="noreferrer">
            {formatContact(whatsapp)}
          </a>
        </p>
      )}
      {email && (
        <p>
          <a href={`mailto:${email}`}>{email}</a>
        </p>
      )}
    </Section>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <Text component="h3" id={id} c="var(--accent-text)" fz="md" fw={700} lh={1.3} mb={6}>
        {title}
      </Text>
      {children}
    </section>
  );
}
