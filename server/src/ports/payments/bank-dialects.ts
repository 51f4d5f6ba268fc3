// As the standard writes them; some banks write "txId", "EndToEndId" or all in capitals.
const NAMES = new Map(
  [
    ...['pix', 'parametros', 'paginacao', 'quantidadeDePaginas', 'quantidadeTotalDeItens'],
    ...['endToEndId', 'txid', 'valor', 'horario', 'pagador', 'nome', 'gnExtras', 'devolucoes'],
    ...['id', 'rtrId', 'status', 'natureza', 'solicitacao', 'original', 'calendario', 'criacao'],
    ...['pixCopiaECola', 'location', 'loc', 'access_token', 'expires_in', 'error'],
    ...['title', 'detail', 'violacoes', 'propriedade', 'razao'],
  ].map((name) => [name.toLowerCase(), name]),
);
// Deeper than anything that is read.
const MAX_DEPTH = 12;
const LOCAL_INSTANT = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)$/;

/** Whether a text in JSON has an instant that does not say its offset. */
export const hasLocalInstant = (json: string) => /"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?"/.test(json);

/**
 * What a bank says, in the form of the standard: names in whatever case they are written, of two that differ only in
 * that the one of the standard; instants without an offset as those of a time zone.
 */
export function inStandardForm(value: unknown, timeZone?: string, depth = 0): unknown {
  if (typeof value === 'string') return timeZone ? withOffset(value, timeZone) : value;
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((one) => inStandardForm(one, timeZone, depth + 1));
  const entries = Object.entries(value).map(([name, one]) => [name, inStandardForm(one, timeZone, depth + 1)] as const);
  return Object.fromEntries(
    entries.map(([name, one]) => {
      const usual = NAMES.get(name.toLowerCase()) ?? name;
      return [usual === name || Object.hasOwn(value, usual) ? name : usual, one];
    }),
  );
}

function withOffset(text: string, timeZone: string): string {
  const [, day, time] = LOCAL_INSTANT.exec(text) ?? [];
  if (!day) return text;
  try {
    return Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(timeZone).toInstant().toString();
  } catch {
    // No such day or hour.
    return text;
  }
}
