/** Lets at most `count` be at work at once. Answers how to take a slot, in the order of asking, and how to give it back. */
export function createSlots(count: number): () => Promise<() => void> {
  let free = count;
  const waiting: (() => void)[] = [];

  // A slot goes from hand to hand, so that nobody slips in between.
  function giveBack(): void {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  }

  return async () => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    return giveBack;
  };
}
