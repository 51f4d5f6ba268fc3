import {
  type ChosenRoom,
  type RoomOffer,
  type RoomShare,
  type RoomType,
  roomCents,
  roomShares,
  type Sleeper,
} from '@passeio/contract/room-rules';
import { plural } from '@passeio/contract/words';
import { useId } from 'react';
import { formatMoney } from '~/lib/formats';
import styles from './room-picker.module.css';

interface RoomPickerProps {
  offer: RoomOffer;
  sleepers: readonly Sleeper[];
  rooms: readonly ChosenRoom[];
  reason: string | undefined;
  /** On which day before the departure who has nobody to share with gets a single; null: never by itself. */
  shareDecisionDays: number | null;
  onChange: (rooms: ChosenRoom[]) => void;
}

const shares = Object.entries(roomShares) as [RoomShare, string][];

/** The rooms of a party, one after the other: which, for how many people, and whether they share it. */
export function RoomPicker({ offer, sleepers, rooms, reason, shareDecisionDays, onChange }: RoomPickerProps) {
  const heading = useId();
  const housed = rooms.reduce((sum, { people }) => sum + people, 0);
  const first = offer.types.find(({ roomsLeft }) => roomsLeft > 0) ?? offer.types[0];
  const isSharing = rooms.some(({ share }) => share);

  function add(): void {
    if (!first) return;
    const people = Math.min(first.places, Math.max(sleepers.length - housed, 1));
    onChange([...rooms, { roomTypeId: first.id, people }]);
  }

  return (
    <section className={styles.rooms} aria-labelledby={heading}>
      <h3 id={heading}>Quartos</h3>
      <ol>
        {rooms.map((room, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rooms are only what was chosen of them
          <li key={index}>
            <RoomLine
              offer={offer}
              room={room}
              number={index + 1}
              onChange={(changed) => onChange(rooms.with(index, changed))}
              onRemove={rooms.length > 1 ? () => onChange(rooms.toSpliced(index, 1)) : undefined}
            />
          </li>
        ))}
      </ol>
      <p role="status" className={reason ? styles.reason : styles.done}>
        {reason ?? `Camas para ${plural(sleepers.length, 'pessoa')}.`}
      </p>
      {(housed < sleepers.length || rooms.length === 0) && (
        <button type="button" className={styles.add} onClick={add}>
          Adicionar quarto
        </button>
      )}
      {isSharing && shareDecisionDays !== null && (
        <p className={styles.note}>
          Se ninguém dividir o quarto até {plural(shareDecisionDays, 'dia')} antes da saída, ele vira single com
          suplemento, ou você cancela sem multa. Avisamos uma semana antes desse prazo.
        </p>
      )}
    </section>
  );
}

interface RoomLineProps {
  offer: RoomOffer;
  room: ChosenRoom;
  number: number;
  onChange: (room: ChosenRoom) => void;
  onRemove: (() => void) | undefined;
}

function RoomLine({ offer: { types, nights }, room, number, onChange, onRemove }: RoomLineProps) {
  const type = types.find(({ id }) => id === room.roomTypeId);
  const places = type?.places ?? room.people;
  const named = (label: string) => `${label} do quarto ${number}`;

  function changeType(next: RoomType | undefined): void {
    if (!next) return;
    const people = Math.min(room.people, next.places);
    onChange(next.places > 1 ? { ...room, roomTypeId: next.id, people } : { roomTypeId: next.id, people });
  }

  return (
    <div className={styles.room}>
      <select
        aria-label={named('Tipo')}
        value={room.roomTypeId}
        onChange={({ currentTarget: { value } }) => changeType(types.find(({ id }) => id === value))}
      >
        {!type && <option value={room.roomTypeId}>–</option>}
        {types.map((one) => (
          <option key={one.id} value={one.id}>
            {one.label}
            {one.roomsLeft === 0 && ' (esgotado)'}
          </option>
        ))}
      </select>
      <select
        aria-label={named('Pessoas')}
        value={room.people}
        onChange={({ currentTarget: { value } }) => onChange({ ...room, people: Number(value) })}
      >
        {countsUpTo(Math.max(places, room.people)).map((people) => (
          <option key={people} value={people}>
            {plural(people, 'pessoa')}
          </option>
        ))}
      </select>
      {places > 1 && (
        <select
          aria-label={named('Divisão')}
          value={room.share ?? ''}
          onChange={({ currentTarget: { value } }) => onChange(withShare(room, value))}
        >
          <option value="">Só para nós</option>
          {shares.map(([share, label]) => (
            <option key={share} value={share}>
              Dividir: {label.toLocaleLowerCase('pt-BR')}
            </option>
          ))}
        </select>
      )}
      {room.share && (
        <input
          aria-label={named('Com quem divide, opcional,')}
          placeholder="Com quem (opcional)"
          autoComplete="off"
          maxLength={80}
          value={room.shareWith ?? ''}
          onChange={({ currentTarget: { value } }) => onChange({ ...room, shareWith: value || undefined })}
        />
      )}
      <span>{type && priceText(roomCents(type, room, nights))}</span>
      {onRemove && (
        <button type="button" className={styles.remove} onClick={onRemove}>
          Remover<span className={styles.hidden}> o quarto {number}</span>
        </button>
      )}
    </div>
  );
}

const countsUpTo = (most: number) => Array.from({ length: most }, (_, index) => index + 1);

function withShare({ roomTypeId, people, shareWith }: ChosenRoom, value: string): ChosenRoom {
  const share = shares.find(([key]) => key === value)?.[0];
  return share ? { roomTypeId, people, share, ...(shareWith && { shareWith }) } : { roomTypeId, people };
}

function priceText(cents: number): string {
  return cents === 0 ? 'Incluso' : `+ ${formatMoney(cents)}`;
}
