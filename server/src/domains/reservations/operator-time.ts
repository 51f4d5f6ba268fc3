/** An instant as "12/12/2026 às 15:30" in the operator's time zone. */
export function dayAndTime(instant: Date, timeZone: string): string {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('pt-BR', { timeZone, ...options }).format(instant);
  const day = format({ day: '2-digit', month: '2-digit', year: 'numeric' });
  return `${day} às ${format({ hour: '2-digit', minute: '2-digit' })}`;
}
