import type { ImportCounts, ImportState } from '@passeio/contract/imports/imports';
import { StatusBadge, type StatusColor } from '~/ui/feedback/status-badge';

const states: Record<ImportState, [StatusColor, string]> = {
  open: ['waiting', 'A conferir'],
  applying: ['news', 'Importando'],
  applied: ['good', 'Importada'],
  undoing: ['news', 'Desfazendo'],
  undone: ['quiet', 'Desfeita'],
};

export function StateBadge({ state }: { state: ImportState }) {
  const [color, label] = states[state] ?? ['quiet', state];
  return <StatusBadge color={color}>{label}</StatusBadge>;
}

export const rowsText = (rows: number) => `${rows.toLocaleString('pt-BR')} ${rows === 1 ? 'linha' : 'linhas'}`;

/** As "12 a criar, 3 a atualizar, 1 com erro, 1 que fica de fora." */
export function countsText({ create, update, skip, leftOut, ignored }: ImportCounts, isDone = false): string {
  const parts: [number, string][] = [
    [create, isDone ? (create === 1 ? 'criada' : 'criadas') : 'a criar'],
    [update, isDone ? (update === 1 ? 'atualizada' : 'atualizadas') : 'a atualizar'],
    [skip, 'já aqui'],
    [leftOut, 'com erro'],
    [ignored, ignored === 1 ? 'que fica de fora' : 'que ficam de fora'],
  ];
  const written = parts
    .filter(([count]) => count > 0)
    .map(([count, label]) => `${count.toLocaleString('pt-BR')} ${label}`);
  return written.length > 0 ? `${written.join(', ')}.` : 'Nenhuma linha.';
}
