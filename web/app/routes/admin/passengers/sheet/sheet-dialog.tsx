import { Button } from '@mantine/core';
import {
  type PassengerColumn,
  type PassengerGroup,
  passengerColumnKeys,
  passengerColumns,
  passengerGroups,
  usualColumns,
} from '@passeio/contract/boarding/passengers';
import { type FormEvent, useId, useState } from 'react';
import { ModalDialog } from '~/ui/dialogs/modal-dialog';
import styles from '../dialogs/dialog-form.module.css';
import type { SheetChoice } from './columns';

interface SheetDialogProps {
  choice: SheetChoice;
  onClose: () => void;
  onChoose: (choice: SheetChoice) => void;
}

const groups = Object.entries(passengerGroups) as [PassengerGroup, string][];

/** Chooses the columns and the grouping of the printed and exported list. */
export function SheetDialog({ choice, onClose, onChoose }: SheetDialogProps) {
  const [chosen, setChosen] = useState<ReadonlySet<PassengerColumn>>(new Set(choice.columns));
  const [group, setGroup] = useState(choice.group);
  const form = useId();

  function toggle(column: PassengerColumn): void {
    setChosen((before) => new Set(before).symmetricDifference(new Set([column])));
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (chosen.size > 0) onChoose({ columns: passengerColumnKeys.filter((column) => chosen.has(column)), group });
  }

  return (
    <ModalDialog
      title="Colunas e grupos da lista"
      lead="Valem para imprimir, PDF, Excel e CSV, e ficam guardados neste navegador."
      onClose={onClose}
      actions={
        <>
          <Button size="md" variant="default" onClick={() => setChosen(new Set(usualColumns))}>
            Usar as habituais
          </Button>
          <Button type="submit" form={form} size="md" disabled={chosen.size === 0}>
            Guardar escolha
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className={styles.form}>
        <fieldset className={styles.columns}>
          <legend className={styles.legend}>Agrupar</legend>
          {groups.map(([value, label]) => (
            <label key={value}>
              <input type="radio" name="group" checked={group === value} onChange={() => setGroup(value)} />
              {label}
            </label>
          ))}
        </fieldset>
        <fieldset className={styles.columns}>
          <legend className={styles.legend}>Colunas</legend>
          {chosen.size === 0 && <p className={styles.hint}>Escolha ao menos uma coluna.</p>}
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
