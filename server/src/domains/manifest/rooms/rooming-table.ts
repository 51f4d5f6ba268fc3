/** A line of the list: somebody in a room. */
export interface RoomingLine {
  room: string;
  name: string;
  age: string;
  document: string;
  notes: string;
  mark: string;
}

/** What every format of a rooming list shows. */
export interface RoomingList {
  operator: string;
  title: string;
  /** Empty: not known. */
  hotel: string;
  /** As "Chegada 05/12/2026 às 14:30 · 2 noites · 44 pessoas em 18 quartos". */
  facts: string;
  hasDocuments: boolean;
  hasNotes: boolean;
  lines: RoomingLine[];
}

interface RoomingColumn {
  key: keyof RoomingLine;
  header: string;
  width: number;
}

/** The columns of a list that is a table. */
export function columnsOf({ hasDocuments, hasNotes, lines }: RoomingList): RoomingColumn[] {
  const columns: [RoomingColumn, boolean][] = [
    [{ key: 'room', header: 'Quarto', width: 20 }, true],
    [{ key: 'name', header: 'Nome', width: 36 }, true],
    [{ key: 'age', header: 'Idade', width: 8 }, true],
    [{ key: 'document', header: 'Documento', width: 24 }, hasDocuments],
    [{ key: 'notes', header: 'Observações', width: 36 }, hasNotes],
    [{ key: 'mark', header: 'Desde a última lista', width: 20 }, lines.some(({ mark }) => mark !== '')],
  ];
  return columns.flatMap(([column, is]) => (is ? [column] : []));
}
