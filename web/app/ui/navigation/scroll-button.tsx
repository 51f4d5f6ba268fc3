import { Icon } from '../media/icon';
import styles from './scroll-to-top.module.css';

const CONTROLS = 'a,button,input,select,textarea,label,summary,[role=button],[contenteditable=true]';
const PRICE = /R\$/;
/** Offsets that the button tries, in pixels. */
const RISES = [0, 60, 120, 180, 240, 300];
/** Debounce after scrolling or resizing, in milliseconds. */
const REST_MS = 100;

/** Lazily loaded after the first scroll. */
export default function ScrollButton() {
  return (
    <button ref={avoidOthers} type="button" className={styles.button} onClick={goUp} aria-label="Voltar ao topo">
      <Icon name="up" size={22} />
    </button>
  );
}

function goUp(): void {
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  window.scrollTo({ top: 0, behavior: isCalm ? 'auto' : 'smooth' });
}

/**
 * Moves a fixed `button` off other controls and prices after each scroll or resize, and hides it if there is no room.
 * Returns a function that stops it.
 */
function avoidOthers(button: HTMLElement | null): (() => void) | undefined {
  if (!button) return;
  const place = () => {
    const others = [...controls(), ...prices()];
    const rise = RISES.find((one) => isClear(button, one, others));
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

/** What the button may not cover, and where it is: of a wrapped link each line counts. */
interface Obstacle {
  element: Element;
  boxes: DOMRect[];
}

function controls(): Obstacle[] {
  return Array.from(document.querySelectorAll(CONTROLS), (element) => ({
    element,
    boxes: [...element.getClientRects()],
  }));
}

function prices(): Obstacle[] {
  const found: Obstacle[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode()) {
    const { parentElement: element, textContent } = texts.currentNode;
    if (!element || !PRICE.test(textContent ?? '')) continue;
    range.selectNodeContents(texts.currentNode);
    found.push({ element, boxes: [...range.getClientRects()] });
  }
  return found;
}

/** Whether the button covers nothing there: of a link over a whole card its text counts. */
function isClear(button: HTMLElement, rise: number, others: readonly Obstacle[]): boolean {
  // offsetTop excludes the current translation.
  const { offsetLeft, offsetWidth: size } = button;
  const offsetTop = button.offsetTop - rise;
  return others.every(({ element, boxes }) =>
    boxes.every((box) => {
      const [left, right] = [Math.max(offsetLeft, box.left), Math.min(offsetLeft + size, box.right)];
      const [top, bottom] = [Math.max(offsetTop, box.top), Math.min(offsetTop + size, box.bottom)];
      // Ignores subpixel overlap.
      if (right - left < 1 || bottom - top < 1) return true;
      const hit = document.elementsFromPoint((left + right) / 2, (top + bottom) / 2);
      return !element.contains(hit.find((one) => !button.contains(one)) ?? null);
    }),
  );
}
