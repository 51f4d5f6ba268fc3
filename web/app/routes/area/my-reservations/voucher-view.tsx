import { pagePaths } from '@passeio/contract/paths';
import type { Voucher, VoucherPerson } from '@passeio/contract/reservations/voucher';
import {
  BOARDING_TO_BE_AGREED,
  type BoardingGroup,
  boardingGroups,
  dueText,
  placeText,
} from '@passeio/contract/reservations/voucher-texts';
import { IconMapPin } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { ReservationStatusBadge } from '~/features/reservations/status-badge';
import { whatsAppLink } from '~/lib/formats';
import { formatContact } from '~/lib/number-formats';
import { BrandMark } from '~/ui/media/brand-mark';
import QrCode from './payment/qr-code';
import styles from './voucher-view.module.css';

/** More people and things to bring are printed in smaller type. */
const MOST_LINES = 22;

/** A voucher, on the screen and on paper; `actions` are on the screen only. */
export function VoucherView({ voucher, actions }: { voucher: Voucher; actions: ReactNode }) {
  const { code, trip, status, scanUrl, due, operator } = voucher;
  const title = useId();
  const isLong = voucher.people.length + voucher.bring.length > MOST_LINES;
  return (
    <article className={styles.voucher} aria-labelledby={title} data-long={isLong || undefined}>
      <header className={styles.brand}>
        <BrandMark brand={operator} />
        <span>Voucher</span>
      </header>
      <div className={styles.hero}>
        <div className={styles.scan}>
          <div className={styles.plate}>
            <QrCode text={scanUrl} label={`QR code da reserva ${code}`} />
          </div>
          <p className={styles.label}>Código da reserva</p>
          <p className={styles.code}>{code}</p>
        </div>
        <div className={styles.trip}>
          <ReservationStatusBadge status={status} />
          <h2 id={title} className={styles.title}>
            {trip.title}
          </h2>
          <dl className={styles.moments}>
            <Moment label="Saída" words={trip.departure} />
            <Moment label="Volta" words={trip.return} />
          </dl>
          {due && (
            <p className={styles.due}>
              {dueText(due)} <Link to={pagePaths.reservation(code)}>Ver a reserva</Link>
            </p>
          )}
        </div>
      </div>
      {actions}
      <div className={styles.sections}>
        <Boarding voucher={voucher} />
        <Section title="O que levar">
          <ul className={styles.list}>
            {voucher.bring.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </Section>
        <Operator operator={operator} code={code} />
      </div>
    </article>
  );
}

function Moment({ label, words }: { label: string; words: string }) {
  return (
    <div>
      <dt className={styles.label}>{label}</dt>
      <dd className={styles.moment}>{words}</dd>
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
        {groups.map((group) => (
          <div key={group.point?.id ?? ''} className={styles.group}>
            <Place point={group.point} />
            {!boardsTogether && <People people={group.people} />}
          </div>
        ))}
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
  if (!point) return <p className={styles.moment}>{BOARDING_TO_BE_AGREED}</p>;
  return (
    <>
      <p className={styles.moment}>{point.moment}</p>
      <p>{point.place}</p>
      <a className={styles.map} href={point.mapUrl} target="_blank" rel="noreferrer">
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
          {one.name} <span className={styles.fare}>· {placeText(one)}</span>
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
      <h3 id={id} className={styles.heading}>
        {title}
      </h3>
      {children}
    </section>
  );
}
