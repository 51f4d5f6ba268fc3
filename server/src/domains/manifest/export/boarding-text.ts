/** A boarding point as in "05:00 – Rodoviária". */
export function boardingText(point: { time: string; place: string } | null): string {
  return point ? `${point.time} – ${point.place}` : 'A combinar';
}
