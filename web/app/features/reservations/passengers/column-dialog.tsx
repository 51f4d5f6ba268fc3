import { Button } from '@mantine/core';
import {
  type PassengerColumn,
  passengerColumnKeys,
  passengerColumns,
  usualColumns,
} from '@passeio/contract/passengers';
import { type FormEvent, useId, useState } from 'react';
import { ModalDialog } from '~/ui/dialogs/modal-dialog';
import styles from './dialog-form.module.css';

interface ColumnDialogProps {
  columns: readonly PassengerColumn[];
  onClose: () => void;
  onChoose: (columns: readonly PassengerColumn[]) => void;
}

/** Chooses the columns of the printed and exported list. */
export function ColumnDialog({ columns, onClose, onChoose }: ColumnDialogProps) {
  const [chosen, setChosen] = useState<ReadonlySet<PassengerColumn>>(new Set(columns));
  const form = useId();

  function toggle(column: PassengerColumn): void {
    setChosen((before) => new Set(before).symmetricDifference(new Set([column])));
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (chosen.size > 0) onChoose(passengerColumnKeys.filter((column) => chosen.has(column)));
  }

  return (
    <ModalDialog
      title="Colunas da lista"
      lead="Valem para imprimir, PDF, Excel e CSV, e ficam guardadas neste navegador."
      onClose={onClose}
      actions={
        <>
          <Button size="md" variant="default" onClick={() => setChosen(new Set(usualColumns))}>
            Usar as habituais
          </Button>
          <Button type="submit" form={form} size="md" disabled={chosen.size === 0}>
            Guardar colunas
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        <fieldset className={styles.columns}>
          <legend className={styles.hint}>{chosen.size === 0 && 'Escolha ao menos uma coluna.'}</legend>
          {passengerColumnKeys.map((column) => (
            <label key={column}>
              <input type="checkbox" checked={chosen.has(column)} onChange={() => toggle(column)} />
              {passengerColumns[column]}
            </label>
          ))}
        </fieldset>
      </form>
    </ModalDialog>
  );
}
