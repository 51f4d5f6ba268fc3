import { Icon } from '../media/icon';
import styles from './scroll-to-top.module.css';

const CONTROLS = 'a,button,input,select,textarea,label,summary,[role=button],[contenteditable=true]';
/** Offsets that the button tries, in pixels. */
const RISES = [0, 60, 120, 180, 240, 300];
/** Debounce after scrolling or resizing, in milliseconds. */
const REST_MS = 100;

/** Lazily loaded after the first scroll. */
export default function ScrollButton() {
  return (
    <button ref={avoidControls} type="button" className={styles.button} onClick={goUp} aria-label="Voltar ao topo">
      <Icon name="up" size={22} />
    </button>
  );
}

function goUp(): void {
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  window.scrollTo({ top: 0, behavior: isCalm ? 'auto' : 'smooth' });
}

/**
 * Moves a fixed `button` off other controls after each scroll or resize, and hides it if there is no room. Returns a
 * function that stops it.
 */
function avoidControls(button: HTMLElement | null): (() => void) | undefined {
  if (!button) return;
  const place = () => {
    const rise = RISES.find((one) => isClear(button, one));
    button.style.visibility = rise === undefined ? 'hidden' : '';
    if (rise !== undefined) button.style.translate = `0 ${-rise}px`;
  };
  let timer: ReturnType<typeof setTimeout>;
  const placeAtRest = () => {
    clearTimeout(timer);
    timer = setTimeout(place, REST_MS);
  };
  place();
  const sizes = new ResizeObserver(placeAtRest);
  sizes.observe(document.body);
  window.addEventListener('scroll', placeAtRest, { passive: true });
  return () => {
    clearTimeout(timer);
    sizes.disconnect();
    window.removeEventListener('scroll', placeAtRest);
  };
}

/** Whether the button covers nothing there: of a wrapped link each line counts, of one over a whole card its text. */
function isClear(button: HTMLElement, rise: number): boolean {
  // offsetTop excludes the current translation.
  const { offsetLeft, offsetWidth: size } = button;
  const offsetTop = button.offsetTop - rise;
  return [...document.querySelectorAll(CONTROLS)].every((control) =>
    [...control.getClientRects()].every((box) => {
      const [left, right] = [Math.max(offsetLeft, box.left), Math.min(offsetLeft + size, box.right)];
      const [top, bottom] = [Math.max(offsetTop, box.top), Math.min(offsetTop + size, box.bottom)];
      // Ignores subpixel overlap.
      if (right - left < 1 || bottom - top < 1) return true;
      const hit = document.elementsFromPoint((left + right) / 2, (top + bottom) / 2);
      return !control.contains(hit.find((element) => !button.contains(element)) ?? null);
    }),
  );
}
