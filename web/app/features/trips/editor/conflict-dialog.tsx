import { type Choice, VersionsDialog } from '~/ui/dialogs/versions-dialog';
import { FieldWords } from './field-words';
import { useFormState, useTripForm } from './form-context';
import { joinLists } from './merge-fields';
import { type FieldName, fieldLabels, fieldNames } from './trip-fields';

/** Somebody else has saved the trip meanwhile: both versions, to be put together. */
export function ConflictDialog({ onSettle }: { onSettle: (choices: Partial<Record<FieldName, Choice>>) => void }) {
  const { postpone } = useTripForm();
  const conflict = useFormState((state) => state.conflict);
  const mine = useFormState((state) => state.fields);
  const base = useFormState((state) => state.saved);
  if (!conflict) return null;
  const { theirFields, merged } = conflict;
  const differences = fieldNames.flatMap((name) => {
    const by = merged.by[name];
    if (!by) return [];
    return {
      name,
      label: fieldLabels[name],
      by,
      mine: <FieldWords name={name} fields={mine} />,
      theirs: <FieldWords name={name} fields={theirFields} />,
      canJoin: joinLists(name, base, mine, theirFields) !== undefined,
    };
  });
  return (
    <VersionsDialog
      title="Outra pessoa salvou este passeio"
      differences={differences}
      onSettle={onSettle}
      onClose={postpone}
    />
  );
}
