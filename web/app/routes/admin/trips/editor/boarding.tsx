import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { IconMapPinPlus } from '@tabler/icons-react';
import { type KeyboardEvent, useRef } from 'react';
import { useStore } from 'zustand';
import type { Photo, PhotoUploadQueue } from '~/features/trips/photos/photo-upload-queue';
import { TimeInput } from '~/ui/inputs/time-input';
import { RowList, RowsRefusal, useFocusOnAdded } from './row-list';
import { EditorSection } from './section';
import styles from './trip-editor.module.css';
import { type BoardingRow, newKey } from './trip-fields';
import { useField, useFormState, useInputError } from './trip-form';

/** Boarding points; photos that are uploaded may show where they are. */
export function Boarding({ queue }: { queue: PhotoUploadQueue }) {
  const { value: rows, error, change } = useField('boardingPoints');
  const saved = useFormState((state) => state.saved.boardingPoints);
  const photos = useStore(queue.store, (state) => state.photos);
  const list = useRef<HTMLUListElement>(null);
  const focusOn = useFocusOnAdded(list);

  function add(): void {
    const key = newKey();
    change([...rows, { key, time: '', place: '', address: '', imageId: '' }]);
    focusOn(`boardingPoints.${key}.time`);
  }

  return (
    <EditorSection id="embarque" lead="Na ordem em que o transporte passa. Cada pessoa escolhe o seu.">
      {rows.length === 0 && <Text c="dimmed">Nenhum ponto de embarque ainda.</Text>}
      {error && (
        <RowsRefusal
          error={error}
          name="boardingPoints"
          removed={saved.filter(({ id }) => !rows.some((row) => row.id === id))}
          onRestore={(removed) => change([...rows, ...removed])}
        />
      )}
      <RowList rows={rows} onChange={change} noun="ponto de embarque" labelOf={({ place }) => place} list={list}>
        {(row, index) => (
          <BoardingInputs
            row={row}
            number={index + 1}
            photos={photos}
            onChange={(changed) => change(rows.with(index, changed))}
            onEnter={add}
          />
        )}
      </RowList>
      <Group gap="sm">
        <Button variant="light" size="md" leftSection={<IconMapPinPlus size={20} aria-hidden />} onClick={add}>
          Adicionar ponto
        </Button>
      </Group>
    </EditorSection>
  );
}

interface BoardingInputsProps {
  row: BoardingRow;
  number: number;
  photos: Photo[];
  onChange: (row: BoardingRow) => void;
  /** Called on Enter: adds a row. */
  onEnter: () => void;
}

function BoardingInputs({ row, number, photos, onChange, onEnter }: BoardingInputsProps) {
  const name = `boardingPoints.${row.key}`;
  const addOnEnter = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onEnter();
  };
  return (
    <>
      <Group gap={8} wrap="nowrap" miw={0}>
        <TimeInput
          name={`${name}.time`}
          className={styles.time}
          aria-label={`Horário do ponto de embarque ${number}`}
          value={row.time}
          error={useInputError(`${name}.time`)}
          onChange={(time) => onChange({ ...row, time })}
        />
      </Group>
      <Stack gap={8} className={styles.words}>
        <TextInput
          name={`${name}.place`}
          size="md"
          aria-label={`Local do ponto de embarque ${number}`}
          placeholder="Cidade – lugar"
          autoComplete="off"
          maxLength={160}
          value={row.place}
          error={useInputError(`${name}.place`)}
          onChange={(event) => onChange({ ...row, place: event.currentTarget.value })}
          onKeyDown={addOnEnter}
        />
        <TextInput
          name={`${name}.address`}
          size="md"
          aria-label={`Endereço do ponto de embarque ${number}`}
          placeholder="Endereço, para o mapa (opcional)"
          autoComplete="off"
          maxLength={200}
          value={row.address}
          error={useInputError(`${name}.address`)}
          onChange={(event) => onChange({ ...row, address: event.currentTarget.value })}
          onKeyDown={addOnEnter}
        />
        {photos.some(({ image }) => image) && (
          <NativeSelect
            name={`${name}.imageId`}
            size="md"
            aria-label={`Foto do ponto de embarque ${number}`}
            value={row.imageId}
            onChange={(event) => onChange({ ...row, imageId: event.currentTarget.value })}
          >
            <option value="">Sem foto do lugar</option>
            {photos.map(
              ({ image, alt }, index) =>
                image && (
                  <option key={image.id} value={image.id}>
                    {`Foto ${index + 1}${alt && `: ${alt}`}`}
                  </option>
                ),
            )}
          </NativeSelect>
        )}
      </Stack>
    </>
  );
}
