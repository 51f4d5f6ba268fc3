import { type RefObject, useEffect, useRef } from 'react';

/** Whoever adds a row wants to write in it: answers how to ask for the focus of an input that is about to be drawn. */
export function useFocusOnAdded(place: RefObject<HTMLElement | null>): (name: string) => void {
  const wanted = useRef('');
  useEffect(() => {
    if (wanted.current === '') return;
    const input = place.current?.querySelector<HTMLElement>(`[name="${CSS.escape(wanted.current)}"]`);
    if (!input) return;
    wanted.current = '';
    input.focus();
  });
  return (name) => {
    wanted.current = name;
  };
}
