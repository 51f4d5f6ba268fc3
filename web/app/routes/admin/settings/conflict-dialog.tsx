import { type OperatorField, operatorLabels } from '@passeio/contract/operator';
import { useOperatorForm, useOperatorState } from '~/features/settings/form-context';
import { operatorFieldNames, richFields } from '~/features/settings/operator-form-values';
import { type Choice, VersionsDialog, VersionWords, versionText } from '~/ui/dialogs/versions-dialog';
import { RichText } from '~/ui/text/rich-text';

/** Somebody else has saved the settings meanwhile: both versions, to be put together. */
export function ConflictDialog({ onSettle }: { onSettle: (choices: Record<string, Choice>) => void }) {
  const { postpone } = useOperatorForm();
  const conflict = useOperatorState((state) => state.conflict);
  const mine = useOperatorState((state) => state.fields);
  if (!conflict) return null;
  const { merged, theirFields } = conflict;
  const differences = operatorFieldNames.flatMap((name) => {
    const by = merged.by[name];
    return by
      ? [{ name, label: operatorLabels[name], by, mine: words(name, mine), theirs: words(name, theirFields) }]
      : [];
  });
  return (
    <VersionsDialog
      title="Outra pessoa salvou as configurações"
      differences={differences}
      onSettle={onSettle}
      onClose={postpone}
    />
  );
}

function words(name: OperatorField, fields: Record<OperatorField, string>) {
  const value = fields[name];
  return richFields.includes(name) && value ? (
    <RichText html={value} className={versionText} />
  ) : (
    <VersionWords lines={[value]} />
  );
}
