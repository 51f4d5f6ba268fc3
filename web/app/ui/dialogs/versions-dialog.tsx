import { Box, Button, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { Choice } from '~/lib/merge-fields';
import type { VersionedForm } from '../editing/versioned-form';
import { hideAlert } from '../feedback/alert';
import { Grid } from '../layout/grid';
import { ModalDialog } from './modal-dialog';
import styles from './versions-dialog.module.css';

/** A field with two conflicting versions. */
interface Difference {
  name: string;
  label: string;
  /** Who changed it; if both did, the user decides. */
  by: 'mine' | 'theirs' | 'both';
  mine: ReactNode;
  theirs: ReactNode;
  /** The versions can be merged. */
  canJoin?: boolean;
}

interface VersionsDialogProps {
  title: string;
  differences: readonly Difference[];
  onChoose: (choices: Record<string, Choice>) => void;
  onClose: () => void;
}

interface ConflictDialogProps<Stored, Fields extends object> {
  form: Pick<VersionedForm<Stored, Fields, unknown>, 'store' | 'postpone' | 'join'>;
  title: string;
  /** In the order of the page. */
  labels: Record<keyof Fields & string, string>;
  /** The content of a field, for reading. */
  textOf: (name: keyof Fields & string, fields: Fields) => ReactNode;
  onChoose: (choices: Record<string, Choice>) => void;
}

/** The {@link VersionsDialog} of a form that is in conflict. */
export function ConflictDialog<Stored, Fields extends object>({
  form,
  title,
  labels,
  textOf,
  onChoose,
}: ConflictDialogProps<Stored, Fields>) {
  const { conflict, fields: mine, saved: base } = useStore(form.store);
  if (!conflict) return null;
  const { theirFields: theirs, merged } = conflict;
  const names = Object.keys(labels) as (keyof Fields & string)[];
  const differences = names.flatMap((name) => {
    const by = merged.by[name];
    if (!by) return [];
    const canJoin = form.join?.(name, { base, mine, theirs }) !== undefined;
    return { name, label: labels[name], by, mine: textOf(name, mine), theirs: textOf(name, theirs), canJoin };
  });
  return <VersionsDialog title={title} differences={differences} onChoose={onChoose} onClose={form.postpone} />;
}

/**
 * Conflict dialog: shows both versions of every differing field. Takes over what only one of them changed; the user
 * decides what both changed.
 */
export function VersionsDialog({ title, differences, onChoose, onClose }: VersionsDialogProps) {
  const [choices, setChoices] = useState<Record<string, Choice>>({});
  const contested = differences.filter(({ by }) => by === 'both');
  const open = contested.filter(({ name }) => !choices[name]).length;
  // The error toast would cover the dialog, which says the same.
  useEffect(hideAlert, []);
  return (
    <ModalDialog
      wide
      title={title}
      lead={leadFor(contested.length)}
      onClose={onClose}
      actions={
        <>
          <Text flex="1 1 auto" c="dimmed" role="status">
            {open > 0 && (open === 1 ? 'Falta escolher 1 campo.' : `Falta escolher ${open} campos.`)}
          </Text>
          <Button variant="default" size="md" onClick={onClose}>
            Voltar à edição
          </Button>
          <Button size="md" disabled={open > 0} onClick={() => onChoose(choices)}>
            Juntar e salvar
          </Button>
        </>
      }
    >
      <Stack component="ul" gap="lg">
        {differences.map((difference) => (
          <li key={difference.name}>
            <Versions
              difference={difference}
              choice={choices[difference.name]}
              onChoose={(choice) => setChoices({ ...choices, [difference.name]: choice })}
            />
          </li>
        ))}
      </Stack>
    </ModalDialog>
  );
}

function leadFor(contested: number): string {
  if (contested === 0) return 'Vocês mudaram campos diferentes: nada se perde ao juntar as duas versões.';
  return 'O que só um de vocês mudou fica. No que os dois mudaram, escolha a versão que vale.';
}

interface VersionsProps {
  difference: Difference;
  choice: Choice | undefined;
  onChoose: (choice: Choice) => void;
}

function Versions({ difference: { name, label, by, mine, theirs, canJoin }, choice, onChoose }: VersionsProps) {
  const isOpen = by === 'both';
  const selected = isOpen ? choice : by;
  const head = (value: Choice, title: string) =>
    isOpen ? (
      <label className={styles.title}>
        <input type="radio" name={`versao-${name}`} checked={choice === value} onChange={() => onChoose(value)} />
        {title}
      </label>
    ) : (
      <p className={styles.title}>{title}</p>
    );
  const version = (value: 'mine' | 'theirs', title: string, text: ReactNode) => (
    <div className={styles.version} data-selected={selected === value || selected === 'both' || undefined}>
      {head(value, title)}
      {text}
    </div>
  );
  return (
    <fieldset>
      <Text component="legend" fz="1.0625rem" fw={650}>
        {label}
      </Text>
      {!isOpen && (
        <Text mt={2} variant="hint">
          {by === 'mine' ? 'Só você mudou: fica a sua.' : 'Só a outra pessoa mudou: fica a dela.'}
        </Text>
      )}
      <Box mt="xs">
        <Grid columns={2}>
          {version('mine', 'A sua', mine)}
          {version('theirs', 'A salva por outra pessoa', theirs)}
        </Grid>
      </Box>
      {isOpen && canJoin && head('both', 'As duas juntas')}
    </fieldset>
  );
}

/** A field's value, one item per line. */
export function VersionText({ lines }: { lines: readonly string[] }) {
  const filled = lines.filter((line) => line.trim() !== '');
  if (filled.length === 0) {
    return (
      <Text c="dimmed" fs="italic">
        Vazio
      </Text>
    );
  }
  if (filled.length === 1) return <p className={styles.text}>{filled[0]}</p>;
  return (
    <ul className={styles.text}>
      {filled.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

/** Class of a longer text among {@link VersionText}. */
export const versionText = styles.text ?? '';
