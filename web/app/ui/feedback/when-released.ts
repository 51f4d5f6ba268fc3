/** Milliseconds after a press until its click has surely found its target; a finger's comes after it is lifted. */
const CLICK_MS = 300;

const pressed = new Set<number>();
let waiting: (() => void)[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Watches presses for {@link whenReleased}; answers how to stop. */
export function watchPresses(): () => void {
  const watch = new AbortController();
  const options = { capture: true, signal: watch.signal };
  addEventListener('pointerdown', press, options);
  addEventListener('pointerup', release, options);
  addEventListener('pointercancel', release, options);
  return () => {
    watch.abort();
    pressed.clear();
    clearTimeout(timer);
    runAll();
  };
}

/** Moves something of the page: at once, or after the press that goes on, so that nothing moves under a finger. */
export function whenReleased(move: () => void): void {
  if (pressed.size === 0 && timer === undefined) move();
  else waiting.push(move);
}

function press({ pointerId }: PointerEvent): void {
  pressed.add(pointerId);
  clearTimeout(timer);
  timer = undefined;
}

function release({ pointerId }: PointerEvent): void {
  pressed.delete(pointerId);
  if (pressed.size > 0) return;
  clearTimeout(timer);
  timer = setTimeout(runAll, CLICK_MS);
}

function runAll(): void {
  timer = undefined;
  const moves = waiting;
  waiting = [];
  for (const move of moves) move();
}
