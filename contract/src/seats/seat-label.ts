// Without schemas, so that the threads that draw PDFs start fast.

/** A seat as its label names it. `vehicle`: which of the trip's, null where it has only one. */
interface PlacedSeat {
  vehicle: string | null;
  number: string;
}

/** As in a column of seats: "12", of several vehicles "12, Van azul". */
export function seatNumber({ vehicle, number }: PlacedSeat): string {
  return vehicle === null ? number : `${number}, ${vehicle}`;
}

/** "Poltrona 12", of several vehicles "Poltrona 12, Van azul". */
export function seatLabel(seat: PlacedSeat): string {
  return `Poltrona ${seatNumber(seat)}`;
}
